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

  /// Whether this value can be reached. Much faster if it is the value of a tree that agrees with
  /// all that is known, without spans: then it is enough to see which nodes a root can reach by
  /// arcs that agree. Trees found are kept, since the next question is usually similar.
  bool can_reach(const Configuration& c, const Gold& gold, int value);

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

  bool can_agree(const Configuration& c, const Gold& gold);
  bool fit_kept_tree(const Configuration& c, const Gold& gold, const Pairs& pairs);
  static bool fit(const Configuration& c, const Pairs& pairs, Heads& tree);
  bool find_tree(const Configuration& c, const Gold& gold, const Pairs& pairs);
  void keep(const Gold& gold);

  Arborescence arborescence_;
  std::uint64_t gold_ = 0;
  SystemOptions options_;
  /// Trees that agree with all that is known, most recently used first.
  std::vector<Heads> trees_;
  Heads tree_;  // the current one
  std::vector<Node> queue_;
};

}  // namespace panarc
