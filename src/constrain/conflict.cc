#include "constrain/conflict.h"

#include <algorithm>
#include <numeric>

namespace panarc {
namespace {

bool contains(const ConstraintSet& set, std::size_t element) {
  return std::binary_search(set.begin(), set.end(), element);
}

void insert(ConstraintSet& set, std::size_t element) {
  set.insert(std::lower_bound(set.begin(), set.end(), element), element);
}

/// Searches for hitting sets of increasing size until there are some.
class HittingSets {
 public:
  HittingSets(const std::vector<ConstraintSet>& sets, std::size_t most)
      : sets_(sets), most_(most) {}

  std::vector<ConstraintSet> find() {
    const bool possible = std::none_of(sets_.begin(), sets_.end(),
                                       [](const ConstraintSet& set) { return set.empty(); });
    for (std::size_t size = 0; possible && found_.empty() && steps_ < kMostSteps; ++size) {
      search(size);
    }
    if (steps_ >= kMostSteps) found_.clear();
    return found_;
  }

 private:
  [[nodiscard]] bool is_hit(const ConstraintSet& set) const {
    return std::any_of(set.begin(), set.end(),
                       [&](std::size_t element) { return contains(chosen_, element); });
  }

  /// The smallest set that is not hit: it leaves the fewest choices.
  [[nodiscard]] const ConstraintSet* smallest_open() const {
    const ConstraintSet* smallest = nullptr;
    for (const ConstraintSet& set : sets_) {
      if (smallest != nullptr && set.size() >= smallest->size()) continue;
      if (!is_hit(set)) smallest = &set;
    }
    return smallest;
  }

  /// Disjoint sets need an element each.
  [[nodiscard]] bool is_too_much_for(std::size_t left) const {
    ConstraintSet used;
    std::size_t needed = 0;
    for (const ConstraintSet& set : sets_) {
      if (is_hit(set)) continue;
      const bool apart = std::none_of(set.begin(), set.end(), [&](std::size_t element) {
        return std::find(used.begin(), used.end(), element) != used.end();
      });
      if (!apart) continue;
      used.insert(used.end(), set.begin(), set.end());
      if (++needed > left) return true;
    }
    return false;
  }

  /// Adds at most `left` elements to those chosen.
  void search(std::size_t left) {
    if (++steps_ >= kMostSteps || found_.size() == most_ || is_too_much_for(left)) return;
    const ConstraintSet* const open = smallest_open();
    if (open == nullptr) {
      if (std::find(found_.begin(), found_.end(), chosen_) == found_.end()) {
        found_.push_back(chosen_);
      }
      return;
    }
    for (const std::size_t element : *open) {
      insert(chosen_, element);
      search(left - 1);
      std::erase(chosen_, element);
    }
  }

  /// Enough for what people write; some inputs would take all day.
  static constexpr std::size_t kMostSteps = 100'000;

  const std::vector<ConstraintSet>& sets_;
  std::size_t most_;
  std::size_t steps_ = 0;
  ConstraintSet chosen_;
  std::vector<ConstraintSet> found_;
};

}  // namespace

std::vector<ConstraintSet> smallest_hitting_sets(const std::vector<ConstraintSet>& sets,
                                                 std::size_t most) {
  return HittingSets(sets, most).find();
}

bool ConflictFinder::can_meet(const ConstraintSet& set) {
  ++asked_;
  return can_meet_(set);
}

ConstraintSet ConflictFinder::all() const {
  ConstraintSet set(count_);
  std::iota(set.begin(), set.end(), std::size_t{0});
  return set;
}

ConstraintSet ConflictFinder::all_but(const ConstraintSet& dropped) const {
  ConstraintSet set = all();
  std::erase_if(set, [&](std::size_t element) { return contains(dropped, element); });
  return set;
}

ConstraintSet ConflictFinder::reduced(ConstraintSet conflict) {
  // Try to drop whole pieces first: most constraints are not part of the conflict.
  for (std::size_t piece = std::max<std::size_t>(conflict.size() / 2, 1);; piece /= 2) {
    for (std::size_t begin = 0; begin < conflict.size();) {
      const std::size_t end = std::min(begin + piece, conflict.size());
      ConstraintSet rest(conflict.begin(), conflict.begin() + static_cast<std::ptrdiff_t>(begin));
      rest.insert(rest.end(), conflict.begin() + static_cast<std::ptrdiff_t>(end), conflict.end());
      if (can_meet(rest)) {
        begin = end;
      } else {
        conflict = std::move(rest);
      }
    }
    if (piece <= 1) return conflict;
  }
}

ConstraintSet ConflictFinder::extended(ConstraintSet set) {
  for (std::size_t element = 0; element < count_; ++element) {
    if (contains(set, element)) continue;
    ConstraintSet more = set;
    insert(more, element);
    if (can_meet(more)) set = std::move(more);
  }
  return set;
}

ConstraintSet ConflictFinder::smallest_conflict() {
  std::vector<ConstraintSet> droppable;
  while (!is_tired()) {
    std::vector<ConstraintSet> found = smallest_hitting_sets(droppable, 1);
    if (found.empty()) break;
    if (!can_meet(found.front())) return found.front();
    droppable.push_back(all_but(extended(std::move(found.front()))));
  }
  return reduced(all());
}

std::vector<ConstraintSet> ConflictFinder::largest_sets() {
  std::vector<ConstraintSet> conflicts;
  while (!is_tired()) {
    const std::vector<ConstraintSet> droppable = smallest_hitting_sets(conflicts, kMostLargestSets);
    if (droppable.empty()) break;
    std::vector<ConstraintSet> largest;
    for (const ConstraintSet& dropped : droppable) {
      largest.push_back(all_but(dropped));
      if (can_meet(largest.back())) continue;
      conflicts.push_back(reduced(std::move(largest.back())));
      largest.clear();
      break;
    }
    if (!largest.empty()) return largest;
  }
  return {extended({})};
}

}  // namespace panarc
