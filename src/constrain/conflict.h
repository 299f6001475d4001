#pragma once

#include <cstddef>
#include <functional>
#include <utility>
#include <vector>

namespace panarc {

/// Constraints by their numbers, in order.
using ConstraintSet = std::vector<std::size_t>;

/// Whether the constraints of a set can be met together. Whatever part of such a set is left out,
/// the rest can be met as well.
using CanMeet = std::function<bool(const ConstraintSet&)>;

/// Which of some constraints contradict each other, when all that is known of them is which can be
/// met together.
///
/// Both answers come from the same duality: whatever meets every conflict, element by element, is
/// what has to be dropped, and whatever meets every set that may be dropped is a conflict (Reiter
/// 1987; Ignatiev et al. 2015). So conflicts are collected until a smallest set that has an element
/// in each of them can be dropped, and the other way round.
class ConflictFinder {
 public:
  ConflictFinder(std::size_t count, CanMeet can_meet)
      : count_(count), can_meet_(std::move(can_meet)) {}

  /// A smallest set that cannot be met, if all together cannot. Where finding one would take too
  /// long, a set of which no element can be left out.
  ConstraintSet smallest_conflict();
  /// All largest sets that can be met, or the first few of them. Where finding them would take too
  /// long, one set that no constraint can be added to.
  std::vector<ConstraintSet> largest_sets();

 private:
  bool can_meet(const ConstraintSet& set);
  [[nodiscard]] bool is_tired() const { return asked_ >= kMostQuestions; }
  [[nodiscard]] ConstraintSet all() const;
  [[nodiscard]] ConstraintSet all_but(const ConstraintSet& dropped) const;
  /// A part of the set, which cannot be met, of which no element can be left out.
  ConstraintSet reduced(ConstraintSet conflict);
  /// The set, which can be met, with all that can be added to it.
  ConstraintSet extended(ConstraintSet set);

  /// How often it is asked whether a set can be met: a second or so of work in long sentences.
  static constexpr std::size_t kMostQuestions = 10'000;
  static constexpr std::size_t kMostLargestSets = 4;

  std::size_t count_;
  CanMeet can_meet_;
  std::size_t asked_ = 0;
};

/// The smallest sets that have an element of each of some sets, up to so many of them. None if
/// there is none, or if they would take too long to find.
std::vector<ConstraintSet> smallest_hitting_sets(const std::vector<ConstraintSet>& sets,
                                                 std::size_t most);

}  // namespace panarc
