#pragma once

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <vector>

namespace panarc {

/// A run of characters that two texts have in common.
struct CommonRun {
  std::size_t in_first = 0;  ///< where it begins
  std::size_t in_second = 0;
  std::size_t size = 0;
};

/// Longer texts are no words, and the time grows with the product of their lengths.
inline constexpr std::size_t kLongestForRuns = 1000;

/// The longest one; if several are equally long, the first. Empty if a text is longer than
/// kLongestForRuns.
inline CommonRun longest_common_run(std::u32string_view first, std::u32string_view second) {
  CommonRun best;
  if (std::max(first.size(), second.size()) > kLongestForRuns) return best;
  std::vector<std::size_t> sizes(second.size() + 1);
  for (std::size_t i = 0; i < first.size(); ++i) {
    for (std::size_t j = second.size(); j > 0; --j) {
      sizes[j] = first[i] == second[j - 1] ? sizes[j - 1] + 1 : 0;
      if (sizes[j] > best.size) best = {i + 1 - sizes[j], j - sizes[j], sizes[j]};
    }
  }
  return best;
}

}  // namespace panarc
