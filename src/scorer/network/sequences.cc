#include "scorer/network/sequences.h"

#include <algorithm>
#include <numeric>

namespace panarc {

void Sequences::set(std::span<const std::size_t> lengths) {
  lengths_.assign(lengths.begin(), lengths.end());
  std::vector<std::size_t> sorted(lengths.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::stable_sort(sorted.begin(), sorted.end(),
                   [&](std::size_t a, std::size_t b) { return lengths[a] > lengths[b]; });
  ranks_.resize(lengths.size());
  for (std::size_t i = 0; i < sorted.size(); ++i) ranks_[sorted[i]] = i;

  std::vector<std::size_t> first(lengths.size() + 1, 0);
  for (std::size_t i = 0; i < lengths.size(); ++i) first[i + 1] = first[i] + lengths[i];

  const std::size_t steps = sorted.empty() ? 0 : lengths[sorted.front()];
  begins_.assign(1, 0);
  for (auto& elements : elements_) elements.clear();
  for (std::size_t step = 0; step < steps; ++step) {
    for (const std::size_t sequence : sorted) {
      if (lengths[sequence] <= step) break;
      elements_[0].push_back(first[sequence] + step);
      elements_[1].push_back(first[sequence + 1] - 1 - step);
    }
    begins_.push_back(elements_[0].size());
  }
}

std::size_t Sequences::last(std::size_t sequence) const {
  return begins_[lengths_[sequence] - 1] + ranks_[sequence];
}

}  // namespace panarc
