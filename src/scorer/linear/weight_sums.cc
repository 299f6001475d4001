#include "scorer/linear/weight_sums.h"

#include <algorithm>
#include <limits>

namespace panarc {

FrozenArrays sum_weights(std::span<const ScaledWeights> models, std::size_t classes) {
  // Of keys, a table keeps as many bits as it needs.
  unsigned bits = 64;
  for (const ScaledWeights& model : models) {
    bits = std::min(bits, FrozenTable(model.arrays.index, model.arrays.words, classes).key_bits());
  }
  TrainingTable sums(classes, bits);
  for (const ScaledWeights& model : models) {
    const FrozenTable table(model.arrays.index, model.arrays.words, classes);
    table.for_each([&](std::uint64_t key, std::span<const QuantizedWeight> row) {
      for (const QuantizedWeight& weight : row) {
        sums.change({key, weight.cls, static_cast<float>(weight.value) / model.scale}, 1);
      }
    });
  }
  // After so long a time, averages are what the weights have come to.
  constexpr double kEnd = std::numeric_limits<float>::max();
  return freeze_quantized(sums, kEnd, {}, quantization_scale(sums, kEnd));
}

}  // namespace panarc
