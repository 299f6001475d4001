#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "oracle/arborescence.h"
#include "oracle/gold.h"
#include "transition/configuration.h"

namespace panarc {

/// The trees that can still be built if every pair of nodes meets once, as in Covington's lists:
/// those over the pairs that have not met, with the existing arcs fixed. Configurations must not be
/// final.
class PairCompletion {
 public:
  /// The maximum value of the arcs still to be built.
  int value(const Configuration& c, const Gold& gold);

  /// Whether all that is known can still be met. Much faster than finding the best value: a tree
  /// that shows it is kept, since it answers most of the next questions, too. A configuration may
  /// be final.
  bool can_meet_all(const Configuration& c, const Gold& gold);

  /// The tree that shows it, if the last answer was yes.
  [[nodiscard]] const Heads& tree() const { return tree_; }

 private:
  /// The trees of a beam's hypotheses soon differ.
  static constexpr std::size_t kMostTrees = 16;

  /// The pairs that have not met.
  class Pairs {
   public:
    explicit Pairs(const Configuration& c);
    [[nodiscard]] bool can_meet(Node head, Node word) const;

   private:
    const Configuration& c_;
    int front_;
    int list_end_;
  };

  enum class Fit { kFits, kNeedsOtherTree, kContradicts };

  Fit fit_kept_tree(const Configuration& c, const Gold& gold, const Pairs& pairs);
  static Fit fit(const Configuration& c, const Gold& gold, const Pairs& pairs, Heads& tree);
  bool find_tree(const Configuration& c, const Gold& gold, const Pairs& pairs);
  bool find_tree_with_spans(const Configuration& c, const Gold& gold, const Pairs& pairs);
  void keep();

  Arborescence arborescence_;
  std::uint64_t gold_ = 0;
  SystemOptions options_;
  /// Trees that meet all that is known, most recently used first.
  std::vector<Heads> trees_;
  Heads tree_;  // the current one
  std::vector<Node> queue_;
};

}  // namespace panarc
