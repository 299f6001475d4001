#pragma once

#include <cstddef>
#include <memory>
#include <string_view>
#include <vector>

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
  /// By word; empty unless it was asked for.
  std::vector<ArcEvidence> evidence = {};
  /// The numbers of tags; empty if none are chosen.
  std::vector<Label> tags = {};
};

/// Finds the best trees of sentences with one system, whose type ends here. Keeps its memory
/// between calls; one per thread.
class TreeSearch {
 public:
  TreeSearch() = default;
  TreeSearch(const TreeSearch&) = delete;
  TreeSearch& operator=(const TreeSearch&) = delete;
  TreeSearch(TreeSearch&&) = delete;
  TreeSearch& operator=(TreeSearch&&) = delete;
  virtual ~TreeSearch() = default;

  /// Up to `count` different trees, from the best to the worst; at least one. Where tags are
  /// chosen, each tree comes with the best that were found for it. If there are constraints, and
  /// some tree meets all of them, these trees do.
  virtual void parse(const EncodedSentence& words, std::size_t count, std::vector<Parse>& parses,
                     const Gold* constraints = nullptr) = 0;
  /// The best tree alone, without score and evidence, which a greedy search finds faster.
  virtual void parse(const EncodedSentence& words, Parse& parse,
                     const Gold* constraints = nullptr) = 0;
  /// Whether to try hard, which may take seconds, where it is hard to find a tree that meets all
  /// constraints though there is one (as it is, at first).
  virtual void set_thorough(bool thorough) = 0;
  /// From now on, trees come with the evidence for their arcs, which takes the time of a greedy
  /// search per tree.
  virtual void set_evidence(bool wanted) = 0;
  /// Whether the system can build a tree that meets all constraints.
  virtual bool can_meet(const Gold& constraints) = 0;
};

/// Defined for every system in a translation unit of its own.
template <TransitionSystem S>
struct TreeSearchOf {
  static std::unique_ptr<TreeSearch> make(const TransitionClasses& classes,
                                          const SystemOptions& options, AnyParserScorer scorer,
                                          std::size_t beam);
  static bool can_meet(const Gold& constraints, const SystemOptions& options);
};

/// For the system with this name.
std::unique_ptr<TreeSearch> make_tree_search(std::string_view system,
                                             const TransitionClasses& classes,
                                             const SystemOptions& options, AnyParserScorer scorer,
                                             std::size_t beam);

/// Whether the system with this name can build a tree that meets all constraints.
bool can_meet(std::string_view system, const Gold& constraints, const SystemOptions& options);

}  // namespace panarc
