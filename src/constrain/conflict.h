#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace panarc {

/// Indices of constraints, in order.
using ConstraintSet = std::vector<std::size_t>;

/// Whether the constraints of a set can be met together. If so, any subset can be, too.
using CanMeet = std::function<bool(const ConstraintSet&)>;

/// Finds which constraints contradict each other, given only a test whether a set can be met.
///
/// Both answers come from the same duality: a set that has an element of every conflict is what
/// must be dropped, and a set that has an element of every set that may be dropped is a conflict
/// (Reiter 1987; Ignatiev et al. 2015). So conflicts are collected until a smallest set that has an
/// element of each can be dropped, and vice versa.
class ConflictFinder {
 public:
  ConflictFinder(std::size_t count, CanMeet can_meet)
      : count_(count), can_meet_(std::move(can_meet)) {}

  /// A smallest set that cannot be met, if all together cannot. If finding one would take too long,
  /// a set that can be met without any one of its elements.
  ConstraintSet smallest_conflict();
  /// All largest sets that can be met, or the first few. If finding them would take too long, one
  /// set to which no constraint can be added.
  std::vector<ConstraintSet> largest_sets();

 private:
  bool can_meet(const ConstraintSet& set);
  [[nodiscard]] bool is_tired() const { return asked_ >= kMostQuestions; }
  [[nodiscard]] ConstraintSet all() const;
  [[nodiscard]] ConstraintSet all_but(const ConstraintSet& dropped) const;
  /// A part of a conflict that is still a conflict, but not without any one of its elements.
  ConstraintSet reduced(ConstraintSet conflict);
  /// The set, which can be met, with everything that can be added.
  ConstraintSet extended(ConstraintSet set);

  /// Maximum number of tests: about a second in long sentences.
  static constexpr std::size_t kMostQuestions = 10'000;
  static constexpr std::size_t kMostLargestSets = 4;

  std::size_t count_;
  CanMeet can_meet_;
  std::size_t asked_ = 0;
};

/// Up to `most` of the smallest sets that have an element of each given set. None if there is none,
/// or if finding them would take too long.
std::vector<ConstraintSet> smallest_hitting_sets(const std::vector<ConstraintSet>& sets,
                                                 std::size_t most);

}  // namespace panarc
