#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/interruption.h"
#include "oracle/arborescence.h"
#include "oracle/gold.h"
#include "transition/configuration.h"

namespace panarc {

/// The trees that can still be built if every pair of nodes meets once, as in Covington's lists:
/// those over the pairs that have not met, with the existing arcs fixed. Configurations must not be
/// final.
class PairCompletion {
 public:
  /// From now on, ends when this is over; it must outlive its use.
  void set_interruption(const Interruption& interruption) { interruption_ = &interruption; }

  /// The maximum value of the arcs still to be built. Usually takes linear time, if no word has
  /// more than one known head; otherwise quadratic time.
  int value(const Configuration& c, const Gold& gold);

  /// How often a value took quadratic time.
  [[nodiscard]] std::size_t searches() const { return searches_; }

  /// Whether all that is known can still be met. Much faster than finding the best value: a tree
  /// that shows it is kept, since it answers most of the next questions, too. A configuration may
  /// be final.
  bool can_meet_all(const Configuration& c, const Gold& gold);

  /// The tree that shows it, if the last answer was yes.
  [[nodiscard]] const Heads& tree() const { return tree_; }

  /// About how much work it has been to find out what can be met: the number of arcs looked at.
  [[nodiscard]] std::uint64_t work() const { return work_; }

 private:
  /// The trees of a beam's hypotheses soon differ.
  static constexpr std::size_t kMostTrees = 16;

  /// The pairs that have not met.
  class Pairs {
   public:
    explicit Pairs(const Configuration& c);
    [[nodiscard]] bool can_meet(Node head, Node word) const;
    /// The position of the first node of the buffer.
    [[nodiscard]] int front() const { return front_; }

   private:
    const Configuration& c_;
    int front_;
    int list_end_;
  };

  enum class Fit { kFits, kNeedsOtherTree, kContradicts };

  Fit fit_kept_tree(const Configuration& c, const Gold& gold, const Pairs& pairs);
  static Fit fit(const Configuration& c, const Gold& gold, const Pairs& pairs, Heads& tree);
  int search(const Configuration& c, const Gold& gold, const Pairs& pairs);
  std::optional<int> value_of_known_arcs(const Configuration& c, const Gold& gold,
                                         const Pairs& pairs);
  int break_cycles(const Configuration& c, const Gold& gold);
  [[nodiscard]] bool can_join_parts(const Configuration& c, const Pairs& pairs) const;
  bool has_one_tree(const Configuration& c, const Gold& gold);
  [[nodiscard]] bool can_build_tree(const Configuration& c, const Gold& gold,
                                    const Pairs& pairs) const;
  bool find_tree(const Configuration& c, const Gold& gold, const Pairs& pairs);
  bool find_tree_with_spans(const Configuration& c, const Gold& gold, const Pairs& pairs);
  void keep();

  const Interruption* interruption_ = &kNeverOver;
  Arborescence arborescence_;
  std::uint64_t gold_ = 0;
  SystemOptions options_;
  /// Trees that meet all that is known, most recently used first.
  std::vector<Heads> trees_;
  Heads tree_;  // the current one
  std::vector<Node> queue_;
  // The heads in the known arcs that can still be built, and in the existing arcs.
  Heads heads_;
  std::vector<Node> tops_;  // by word: the ancestor without a head
  std::size_t searches_ = 0;
  std::uint64_t work_ = 0;
};

}  // namespace panarc
