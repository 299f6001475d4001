#include "scorer/linear/class_loops.h"

#include "base/clones.h"

namespace panarc {

PANARC_CLONES void add_dense(const std::int16_t* weights, std::int32_t* scores, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) scores[i] += weights[i];
}

PANARC_CLONES void sum_rows(const std::int32_t* const* rows, std::size_t count, std::int32_t* sums,
                            std::size_t size) {
  for (std::size_t i = 0; i < size; i += kRowAlignment) {
    std::int32_t block[kRowAlignment] = {};
    for (std::size_t row = 0; row < count; ++row) {
      for (std::size_t j = 0; j < kRowAlignment; ++j) block[j] += rows[row][i + j];
    }
    for (std::size_t j = 0; j < kRowAlignment; ++j) sums[i + j] = block[j];
  }
}

PANARC_CLONES void sum_rows(const float* const* rows, std::size_t count, float* sums,
                            std::size_t size) {
  for (std::size_t i = 0; i < size; i += kRowAlignment) {
    float block[kRowAlignment] = {};
    for (std::size_t row = 0; row < count; ++row) {
      for (std::size_t j = 0; j < kRowAlignment; ++j) block[j] += rows[row][i + j];
    }
    for (std::size_t j = 0; j < kRowAlignment; ++j) sums[i + j] = block[j];
  }
}

PANARC_CLONES void add_dense_scaled(const std::int16_t* weights, float value, float* sums,
                                    std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) sums[i] += value * static_cast<float>(weights[i]);
}

}  // namespace panarc
