#include "scorer/linear/weight_sums.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace panarc {
namespace {

/// Calls `visit(key, row, scale)` for every feature of every model.
template <class Visitor>
void for_each_feature(std::span<const ScaledWeights> models, std::size_t classes,
                      const Visitor& visit) {
  for (const ScaledWeights& model : models) {
    const FrozenTable table(model.arrays.index, model.arrays.words, classes);
    table.for_each([&](std::uint64_t key, std::span<const QuantizedWeight> row) {
      visit(key, row, model.scale);
    });
  }
}

}  // namespace

FrozenArrays sum_weights(std::span<const ScaledWeights> models, std::size_t classes,
                         const SumOptions& options) {
  // A table keeps only as many bits of keys as it needs.
  unsigned bits = 64;
  for (const ScaledWeights& model : models) {
    bits = std::min(bits, FrozenTable(model.arrays.index, model.arrays.words, classes).key_bits());
  }
  std::unordered_map<std::uint64_t, std::size_t> counts;
  const auto short_key = [bits](std::uint64_t key) { return key >> (64 - bits); };
  if (options.fewest > 1) {
    for_each_feature(models, classes, [&](std::uint64_t key, auto /*row*/, float /*scale*/) {
      ++counts[short_key(key)];
    });
  }
  TrainingTable sums(classes, bits);
  for_each_feature(models, classes, [&](std::uint64_t key, auto row, float scale) {
    if (options.fewest > 1 && counts[short_key(key)] < options.fewest) return;
    for (const QuantizedWeight& weight : row) {
      sums.change({key, weight.cls, static_cast<float>(weight.value) / scale}, 1);
    }
  });
  // After such a long time, averages are equal to the final weights.
  constexpr double kEnd = std::numeric_limits<float>::max();
  return freeze_quantized(sums, kEnd, {.prune = options.prune}, quantization_scale(sums, kEnd));
}

}  // namespace panarc
