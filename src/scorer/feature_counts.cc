#include "scorer/feature_counts.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "feature/hash_slots.h"

namespace panarc {

void FeatureCounts::add(std::uint64_t key, std::uint64_t count) {
  if (slots_.size() < 2 * (taken_ + 1)) grow();
  Slot& slot = slots_[find_slot(std::span<const Slot>(slots_), key, &Slot::key)];
  if (slot.key == 0) {
    slot.key = key;
    ++taken_;
  }
  slot.count += count;
  total_ += count;
}

void FeatureCounts::add(const FeatureCounts& other) {
  other.for_each([&](std::uint64_t key, std::uint64_t count) { add(key, count); });
}

std::uint64_t FeatureCounts::of(std::uint64_t key) const {
  if (slots_.empty()) return 0;
  return slots_[find_slot(std::span<const Slot>(slots_), key, &Slot::key)].count;
}

void FeatureCounts::grow() {
  constexpr std::size_t kFirst = 1024;
  const std::vector<Slot> before =
      std::exchange(slots_, std::vector<Slot>(std::max(kFirst, 2 * slots_.size())));
  for (const Slot& slot : before) {
    if (slot.key == 0) continue;
    slots_[find_slot(std::span<const Slot>(slots_), slot.key, &Slot::key)] = slot;
  }
}

double divergence(const FeatureCounts& of, const FeatureCounts& from, double smoothing) {
  // Floating-point sums depend on their order, and that of a table on its history: sorting the
  // pairs of counts makes the result independent of it.
  std::vector<std::pair<std::uint64_t, std::uint64_t>> counts;
  counts.reserve(of.features() + from.features());
  of.for_each(
      [&](std::uint64_t key, std::uint64_t count) { counts.emplace_back(count, from.of(key)); });
  from.for_each([&](std::uint64_t key, std::uint64_t count) {
    if (of.of(key) == 0) counts.emplace_back(0, count);
  });
  std::sort(counts.begin(), counts.end());
  const double mass = smoothing * static_cast<double>(counts.size());
  const double total_of = static_cast<double>(of.total()) + mass;
  const double total_from = static_cast<double>(from.total()) + mass;
  double sum = 0;
  for (const auto& [count_of, count_from] : counts) {
    const double p = (static_cast<double>(count_of) + smoothing) / total_of;
    const double q = (static_cast<double>(count_from) + smoothing) / total_from;
    sum += p * std::log(p / q);
  }
  return sum;
}

}  // namespace panarc
