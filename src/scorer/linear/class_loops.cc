#include "scorer/linear/class_loops.h"

// ThreadSanitizer's run time is not there yet when the loader chooses between clones.
#if defined(__x86_64__) && !defined(__SANITIZE_THREAD__) && !defined(__clang__)
#define PANARC_CLONES __attribute__((target_clones("avx2", "default")))
#else
#define PANARC_CLONES
#endif

namespace panarc {

PANARC_CLONES void add_dense(const std::int16_t* weights, std::int32_t* scores, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) scores[i] += weights[i];
}

PANARC_CLONES void add_dense(const float* weights, float* scores, std::size_t size) {
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

PANARC_CLONES void add_dense_scaled(const float* weights, float value, float* sums,
                                    std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) sums[i] += value * weights[i];
}

PANARC_CLONES std::int32_t largest(const std::int32_t* values, std::size_t size) {
  std::int32_t result = values[0];
  for (std::size_t i = 1; i < size; ++i) result = values[i] > result ? values[i] : result;
  return result;
}

PANARC_CLONES float largest(const float* values, std::size_t size) {
  float result = values[0];
  for (std::size_t i = 1; i < size; ++i) result = values[i] > result ? values[i] : result;
  return result;
}

}  // namespace panarc
