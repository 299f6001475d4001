#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "base/interruption.h"

namespace panarc {

/// Indices of constraints, in order.
using ConstraintSet = std::vector<std::size_t>;

/// Whether the constraints of a set can be met together. If so, any subset can be, too.
struct Answer {
  bool can_meet = false;
  /// About how much work it was to find out.
  std::uint64_t steps = 1;
};
using CanMeet = std::function<Answer(const ConstraintSet&)>;

/// Constraints that cannot be met together.
struct FoundConflict {
  ConstraintSet constraints;
  /// No conflict has fewer constraints. If false, this was not proved.
  bool is_smallest = false;
};

/// Finds which constraints contradict each other, given only a test whether a set can be met.
///
/// Both answers come from the same duality: a set that has an element of every conflict is what
/// must be dropped, and a set that has an element of every set that may be dropped is a conflict
/// (Reiter 1987; Ignatiev et al. 2015). So conflicts are collected until a smallest set that has an
/// element of each can be dropped, and vice versa.
///
/// The work is limited, counted in steps, not in seconds: answers are always the same.
class ConflictFinder {
 public:
  /// The interruption must outlive it.
  ConflictFinder(std::size_t count, CanMeet can_meet, std::uint64_t most_steps = kMostSteps,
                 const Interruption& interruption = kNeverOver)
      : count_(count),
        can_meet_(std::move(can_meet)),
        steps_left_(most_steps),
        interruption_(interruption) {}

  /// A smallest set that cannot be met, if all together cannot. If the steps do not suffice, some
  /// set that cannot be met.
  FoundConflict smallest_conflict();
  /// All largest sets that can be met, or the first few. If the steps do not suffice, one set: the
  /// given one, which can be met, and what was found that can be added to it.
  std::vector<ConstraintSet> largest_sets(const ConstraintSet& given = {});

  /// About half a second.
  static constexpr std::uint64_t kMostSteps = 500'000'000;

 private:
  bool can_meet(const ConstraintSet& set);
  [[nodiscard]] bool is_over() const { return steps_left_ == 0; }
  [[nodiscard]] ConstraintSet all() const;
  [[nodiscard]] ConstraintSet all_but(const ConstraintSet& dropped) const;
  /// The first constraint that cannot be met even alone.
  std::optional<std::size_t> impossible_one();
  /// A part of a conflict that is still a conflict, but not without any one of its elements.
  ConstraintSet reduced(ConstraintSet conflict);
  /// The set, which can be met, with everything that can be added in order.
  ConstraintSet extended(ConstraintSet set);
  void extend(ConstraintSet& set, std::size_t begin, std::size_t end);

  static constexpr std::size_t kMostLargestSets = 4;

  std::size_t count_;
  CanMeet can_meet_;
  std::uint64_t steps_left_;
  const Interruption& interruption_;
};

/// Up to `most` of the smallest sets that have an element of each given set. None if there is none,
/// or if finding them takes more than `steps`, from which the steps taken are subtracted.
std::vector<ConstraintSet> smallest_hitting_sets(const std::vector<ConstraintSet>& sets,
                                                 std::size_t most, std::uint64_t& steps,
                                                 const Interruption& interruption = kNeverOver);

}  // namespace panarc
