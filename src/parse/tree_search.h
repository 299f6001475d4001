#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

#include "base/interface.h"
#include "base/interruption.h"
#include "model/calibration.h"
#include "scorer/parser_weights.h"
#include "task/parsing_task.h"

namespace panarc {

class Gold;

/// A tree with its score; element 0 of heads, labels and tags is unused.
struct Parse {
  Heads heads;
  std::vector<Label> labels;
  double score = 0;
  /// By word; empty unless asked for.
  std::vector<ArcEvidence> evidence = {};
  /// The numbers of tags; empty if none are chosen.
  std::vector<Label> tags = {};
};

inline bool is_same_tree(const Parse& a, const Parse& b) {
  return a.heads == b.heads && a.labels == b.labels;
}

/// What is wanted of a search besides the best tree.
struct TreesWanted {
  std::size_t count = 1;
  /// A greedy search finds a single tree faster without them.
  bool scores = true;
  /// The evidence for arcs, which takes the time of a greedy search per tree.
  bool evidence = false;
  /// Whether to look for the best tree that meets all constraints, possibly for a second, if it is
  /// hard to find, instead of taking any.
  bool thorough = true;
};

/// Finds the best trees of sentences with one system, hiding its type. Reuses memory between calls;
/// one per thread.
class TreeSearch : public Interface {
 public:
  /// From now on, throws Stopped once the interruption is over. After that, it can be used again.
  virtual void set_interruption(const Interruption& interruption) = 0;
  /// Up to `wanted.count` different trees, at least one: first the best, which does not depend on
  /// their number, then the others by score. If tags are chosen, each tree has the best ones found
  /// for it. If more trees are wanted than the beam is wide, a wider beam finds the others. Under
  /// constraints, these trees meet them all if any tree does; ask may_meet() first.
  virtual void parse(const EncodedSentence& words, const TreesWanted& wanted,
                     std::vector<Parse>& parses, const Gold* constraints = nullptr) = 0;
  /// Whether the system can build a tree that meets all constraints.
  virtual bool can_meet(const Gold& constraints) = 0;
  /// False if it is quick to tell that no tree meets the constraints. A search for one would then
  /// take long.
  virtual bool may_meet(const Gold& constraints) = 0;
};

/// Defined for each system in a separate translation unit.
template <TransitionSystem S>
struct TreeSearchOf {
  static std::unique_ptr<TreeSearch> make(const TransitionClasses& classes,
                                          const SystemOptions& options, AnyParserScorer scorer,
                                          std::size_t beam);
  static bool can_meet(const Gold& constraints, const SystemOptions& options,
                       const Interruption& interruption);
};

/// For the named system.
std::unique_ptr<TreeSearch> make_tree_search(std::string_view system,
                                             const TransitionClasses& classes,
                                             const SystemOptions& options, AnyParserScorer scorer,
                                             std::size_t beam);

/// Whether the named system can build a tree that meets all constraints. Throws once the
/// interruption is over.
bool can_meet(std::string_view system, const Gold& constraints, const SystemOptions& options,
              const Interruption& interruption = kNeverOver);

}  // namespace panarc
