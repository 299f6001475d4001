#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
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
  /// The maximum value of the arcs still to be built. Usually takes linear time, if no word has
  /// more than one known head; otherwise quadratic time.
  int value(const Configuration& c, const Gold& gold);

  /// How often a value took quadratic time.
  [[nodiscard]] std::size_t searches() const { return searches_; }

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
    /// The position of the first node of the buffer, and that of the next it is compared with.
    [[nodiscard]] int front() const { return front_; }
    [[nodiscard]] int list_end() const { return list_end_; }

   private:
    const Configuration& c_;
    int front_;
    int list_end_;
  };

  int search(const Configuration& c, const Gold& gold, const Pairs& pairs);
  std::optional<int> value_of_known_arcs(const Configuration& c, const Gold& gold,
                                         const Pairs& pairs);
  int break_cycles(const Configuration& c, const Gold& gold);
  [[nodiscard]] bool can_join_parts(const Configuration& c, const Pairs& pairs) const;
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
  // Of the known arcs that can still be built, with the existing ones.
  Heads heads_;
  std::vector<Node> tops_;  // by word: the ancestor without a head
  std::size_t searches_ = 0;
};

}  // namespace panarc
