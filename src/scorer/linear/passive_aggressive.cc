#include "scorer/linear/passive_aggressive.h"

#include <algorithm>
#include <tuple>

namespace panarc {
namespace {

/// Adds up changes of the same weight, from `first` on, and drops those that cancel out.
void merge(std::size_t first, std::vector<WeightChange>& changes) {
  const auto begin = changes.begin() + static_cast<std::ptrdiff_t>(first);
  std::sort(begin, changes.end(), [](const WeightChange& a, const WeightChange& b) {
    return std::tie(a.key, a.cls) < std::tie(b.key, b.cls);
  });
  auto out = begin;
  for (auto at = begin; at != changes.end();) {
    WeightChange sum = *at++;
    for (; at != changes.end() && at->key == sum.key && at->cls == sum.cls; ++at) sum.by += at->by;
    if (sum.by != 0) *out++ = sum;
  }
  changes.erase(out, changes.end());
}

}  // namespace

void scale_to_margin(double violation, double limit, std::size_t first,
                     std::vector<WeightChange>& changes, double margin) {
  merge(first, changes);
  double norm = 0;
  for (std::size_t i = first; i < changes.size(); ++i) {
    norm += static_cast<double>(changes[i].by) * static_cast<double>(changes[i].by);
  }
  if (norm == 0) return;
  const double step = std::clamp((margin + violation) / norm, 0.0, limit);
  for (std::size_t i = first; i < changes.size(); ++i) {
    changes[i].by *= static_cast<float>(step);
  }
}

}  // namespace panarc
