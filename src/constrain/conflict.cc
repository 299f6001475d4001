#include "constrain/conflict.h"

#include <algorithm>
#include <iterator>
#include <numeric>

namespace panarc {
namespace {

bool contains(const ConstraintSet& set, std::size_t element) {
  return std::binary_search(set.begin(), set.end(), element);
}

/// Searches for hitting sets of increasing size until there are some.
class HittingSets {
 public:
  HittingSets(const std::vector<ConstraintSet>& sets, std::size_t most, std::uint64_t& steps,
              const Interruption& interruption)
      : sets_(sets), most_(most), steps_(steps), interruption_(interruption) {
    std::size_t bound = 0;
    for (const ConstraintSet& set : sets) {
      if (!set.empty()) bound = std::max(bound, set.back() + 1);
    }
    chosen_.resize(bound);
    used_.resize(bound);
  }

  std::vector<ConstraintSet> find() {
    const bool possible = std::none_of(sets_.begin(), sets_.end(),
                                       [](const ConstraintSet& set) { return set.empty(); });
    for (std::size_t size = 0; possible && found_.empty() && steps_ > 0; ++size) search(size);
    if (steps_ == 0) found_.clear();
    return found_;
  }

 private:
  bool is_hit(const ConstraintSet& set) { return has_any(set, chosen_); }

  bool has_any(const ConstraintSet& set, const std::vector<char>& marked) {
    steps_ -= std::min<std::uint64_t>(steps_, set.size());
    return std::any_of(set.begin(), set.end(),
                       [&](std::size_t element) { return marked[element] != 0; });
  }

  /// The smallest set that is not hit: it leaves the fewest choices.
  const ConstraintSet* smallest_open() {
    const ConstraintSet* smallest = nullptr;
    for (const ConstraintSet& set : sets_) {
      if (smallest != nullptr && set.size() >= smallest->size()) continue;
      if (!is_hit(set)) smallest = &set;
    }
    return smallest;
  }

  /// Disjoint sets need an element each.
  bool is_too_much_for(std::size_t left) {
    std::fill(used_.begin(), used_.end(), 0);
    std::size_t needed = 0;
    for (const ConstraintSet& set : sets_) {
      if (is_hit(set) || has_any(set, used_)) continue;
      for (const std::size_t element : set) used_[element] = 1;
      if (++needed > left) return true;
    }
    return false;
  }

  /// Adds at most `left` elements to those chosen.
  void search(std::size_t left) {
    interruption_.throw_if_over();
    if (steps_ == 0 || found_.size() == most_ || is_too_much_for(left)) return;
    const ConstraintSet* const open = smallest_open();
    if (open == nullptr) {
      add_chosen();
      return;
    }
    for (const std::size_t element : *open) {
      chosen_[element] = 1;
      search(left - 1);
      chosen_[element] = 0;
    }
  }

  void add_chosen() {
    ConstraintSet set;
    for (std::size_t element = 0; element < chosen_.size(); ++element) {
      if (chosen_[element] != 0) set.push_back(element);
    }
    if (std::find(found_.begin(), found_.end(), set) == found_.end()) {
      found_.push_back(std::move(set));
    }
  }

  const std::vector<ConstraintSet>& sets_;
  std::size_t most_;
  std::uint64_t& steps_;
  const Interruption& interruption_;
  std::vector<char> chosen_;
  std::vector<char> used_;
  std::vector<ConstraintSet> found_;
};

}  // namespace

std::vector<ConstraintSet> smallest_hitting_sets(const std::vector<ConstraintSet>& sets,
                                                 std::size_t most, std::uint64_t& steps,
                                                 const Interruption& interruption) {
  return HittingSets(sets, most, steps, interruption).find();
}

bool ConflictFinder::can_meet(const ConstraintSet& set) {
  interruption_.throw_if_over();
  const Answer answer = can_meet_(set);
  steps_left_ -= std::min(steps_left_, std::max<std::uint64_t>(answer.steps, 1));
  return answer.can_meet;
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
  // Try to drop whole pieces first: most constraints are not part of the conflict. Of several
  // conflicts, the first words are left.
  for (std::size_t piece = std::max<std::size_t>(conflict.size() / 2, 1);; piece /= 2) {
    std::size_t begin = conflict.size();
    while (begin > 0 && !is_over()) {
      const std::size_t end = begin;
      begin -= std::min(begin, piece);
      ConstraintSet rest(conflict.begin(), conflict.begin() + static_cast<std::ptrdiff_t>(begin));
      rest.insert(rest.end(), conflict.begin() + static_cast<std::ptrdiff_t>(end), conflict.end());
      if (!can_meet(rest)) conflict = std::move(rest);
    }
    if (piece <= 1 || is_over()) return conflict;
  }
}

ConstraintSet ConflictFinder::extended(ConstraintSet set) {
  extend(set, 0, count_);
  return set;
}

/// Tries to add all from `begin` to `end` at once, and divides them if that fails: usually most can
/// be added.
void ConflictFinder::extend(ConstraintSet& set, std::size_t begin, std::size_t end) {
  ConstraintSet block;
  for (std::size_t element = begin; element < end; ++element) {
    if (!contains(set, element)) block.push_back(element);
  }
  if (block.empty() || is_over()) return;
  ConstraintSet more;
  std::merge(set.begin(), set.end(), block.begin(), block.end(), std::back_inserter(more));
  if (can_meet(more)) {
    set = std::move(more);
  } else if (block.size() > 1) {
    const std::size_t middle = block[block.size() / 2];
    extend(set, begin, middle);
    extend(set, middle, end);
  }
}

std::optional<std::size_t> ConflictFinder::impossible_one() {
  for (std::size_t element = 0; element < count_ && !is_over(); ++element) {
    if (!can_meet({element})) return element;
  }
  return std::nullopt;
}

FoundConflict ConflictFinder::smallest_conflict() {
  FoundConflict found{reduced(all())};
  if (found.constraints.size() > 1) {
    if (const auto one = impossible_one()) found.constraints = {*one};
  }
  found.is_smallest = found.constraints.size() <= 1;
  std::vector<ConstraintSet> droppable;
  while (!found.is_smallest && !is_over()) {
    std::vector<ConstraintSet> candidates =
        smallest_hitting_sets(droppable, 1, steps_left_, interruption_);
    if (candidates.empty()) break;
    ConstraintSet& candidate = candidates.front();
    // Every single constraint can be met.
    found.is_smallest = found.constraints.size() <= std::max<std::size_t>(candidate.size(), 2);
    if (found.is_smallest) break;
    if (!can_meet(candidate)) return {std::move(candidate), true};
    droppable.push_back(all_but(extended(std::move(candidate))));
  }
  return found;
}

std::vector<ConstraintSet> ConflictFinder::largest_sets(const ConstraintSet& given) {
  const std::uint64_t for_extension = steps_left_ / 4;
  steps_left_ -= for_extension;
  std::vector<ConstraintSet> conflicts;
  while (!is_over()) {
    const std::vector<ConstraintSet> droppable =
        smallest_hitting_sets(conflicts, kMostLargestSets, steps_left_, interruption_);
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
  steps_left_ = for_extension;
  return {extended(given)};
}

}  // namespace panarc
