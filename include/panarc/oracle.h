#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "panarc/known.h"
#include "panarc/tree.h"

namespace panarc {

/// A configuration, given by the transitions that lead to it, and a gold annotation.
struct OracleQuery {
  std::string system;
  /// Default: last, or first for systems that allow nothing else.
  std::optional<RootPosition> root;
  bool single_root = false;
  /// The longest arc; for span systems only.
  int span = 0;
  /// Empty heads need not be reproduced (partial systems).
  bool constraints = false;
  /// What is known about each word; element 0 is unused.
  std::vector<KnownWord> words;
  /// Transitions from the initial configuration, e.g. "SHIFT", "LEFT", "LEFT:nsubj".
  std::vector<std::string> after;
};

/// Sets the allowed labels of every word, one list per word; an empty span means none are known.
/// Throws Error if the number of lists is wrong.
void set_labels(std::vector<KnownWord>& words, std::span<const std::vector<std::string>> labels);

struct OracleAnswer {
  bool final = false;
  std::vector<Node> stack;
  std::vector<Node> buffer;
  /// kNoHead if a word has none.
  Heads heads;
  /// The legal transitions with their costs, in transition order. With gold labels, transitions
  /// that add an arc are listed with each label that occurs.
  std::vector<std::pair<std::string, int>> costs;
  /// False if a cost is not proved: only in long sentences, for systems without a dynamic program.
  bool exact = true;
};

/// Legal transitions and their exact costs, for any system. Keeps its tables between queries, so
/// that each is cheap; do not share between threads.
class OracleService {
 public:
  OracleService();
  ~OracleService();
  OracleService(OracleService&&) noexcept;
  OracleService& operator=(OracleService&&) noexcept;
  OracleService(const OracleService&) = delete;
  OracleService& operator=(const OracleService&) = delete;

  /// Throws Error if the query makes no sense: an unknown system, a head out of range, a transition
  /// that is not legal where it is applied.
  OracleAnswer answer(const OracleQuery& query);

 private:
  struct Oracles;
  std::unique_ptr<Oracles> oracles_;
};

}  // namespace panarc
