#pragma once

#include <cstdint>
#include <vector>

#include "oracle/arborescence.h"
#include "oracle/gold.h"
#include "transition/configuration.h"

namespace panarc {

/// The trees that can still be built where every pair of nodes meets once, as in Covington's lists:
/// those over the pairs that have not met, with the arcs so far held fixed. Configurations must not
/// be final.
class PairCompletion {
 public:
  /// The most that the arcs still to be built can be worth.
  int value(const Configuration& c, const Gold& gold);

  /// Whether they can be worth so much. Much faster where that is the value of a tree that agrees
  /// with all that is known, and no spans are: then it is a matter of which nodes a root can reach
  /// by arcs that agree. Trees that were found are kept, since what is asked next differs little.
  bool can_reach(const Configuration& c, const Gold& gold, int value);

 private:
  /// No two trees of a beam's hypotheses are the same for long.
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

  bool can_agree(const Configuration& c, const Gold& gold);
  bool fit_kept_tree(const Configuration& c, const Gold& gold, const Pairs& pairs);
  static bool fit(const Configuration& c, const Pairs& pairs, Heads& tree);
  bool find_tree(const Configuration& c, const Gold& gold, const Pairs& pairs);
  void keep(const Gold& gold);

  Arborescence arborescence_;
  std::uint64_t gold_ = 0;
  SystemOptions options_;
  /// Trees that agree with all that is known; the one that was of use last comes first.
  std::vector<Heads> trees_;
  Heads tree_;  // the one that is looked at
  std::vector<Node> queue_;
};

}  // namespace panarc
