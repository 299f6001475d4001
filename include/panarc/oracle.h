#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "panarc/known.h"
#include "panarc/tree.h"

namespace panarc {

/// A configuration, given by the transitions that lead to it, and a gold annotation.
struct OracleQuery {
  std::string system;
  /// Not given: last, or first where the system has it only there.
  std::optional<RootPosition> root;
  bool single_root = false;
  /// The longest arc, for the span systems and for them only.
  int span = 0;
  /// Empty heads are not to be reproduced (partial systems).
  bool constraints = false;
  /// What is known of each word, from the first.
  std::vector<KnownWord> words;
  /// Transitions from the initial configuration, e.g. "SHIFT", "LEFT", "LEFT:nsubj".
  std::vector<std::string> after;
};

struct OracleAnswer {
  bool final = false;
  std::vector<Node> stack;
  std::vector<Node> buffer;
  /// One per word, the first being that of word 1: unlike `Heads` it has no element for ROOT.
  /// kNoHead where the word has none.
  std::vector<Node> heads;
  /// The legal transitions and their costs, in the order of transitions. With gold labels, those
  /// that add an arc come with each label that occurs.
  std::vector<std::pair<std::string, int>> costs;
  /// False if a cost is not proved: only in long sentences of systems without a dynamic program.
  bool exact = true;
};

/// Legal transitions and their exact costs, for any system. Keeps its tables between questions, so
/// that each costs little; not to be shared between threads.
class OracleService {
 public:
  OracleService();
  ~OracleService();
  OracleService(OracleService&&) noexcept;
  OracleService& operator=(OracleService&&) noexcept;
  OracleService(const OracleService&) = delete;
  OracleService& operator=(const OracleService&) = delete;

  /// Throws Error where the query makes no sense: an unknown system, a head out of range, a
  /// transition that is not legal where it stands.
  OracleAnswer answer(const OracleQuery& query);

 private:
  struct Oracles;
  std::unique_ptr<Oracles> oracles_;
};

}  // namespace panarc
