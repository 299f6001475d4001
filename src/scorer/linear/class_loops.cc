#include "scorer/linear/class_loops.h"

#include <cstring>

#include "base/clones.h"

namespace panarc {
namespace {

/// 16-bit numbers that are added as one. Unsigned: sums beyond the end of rows may overflow, which
/// does not matter.
using NarrowBlock [[gnu::vector_size(kNarrowBlock * sizeof(std::int16_t))]] = std::uint16_t;

[[gnu::always_inline]] inline void add_block(const std::int16_t* values, NarrowBlock& sum) {
  NarrowBlock loaded;
  std::memcpy(&loaded, values, sizeof loaded);
  sum += loaded;
}

[[gnu::always_inline]] inline void widen_block(const NarrowBlock& sum, std::int32_t* to) {
  std::int16_t values[kNarrowBlock];
  std::memcpy(values, &sum, sizeof sum);
  for (std::size_t i = 0; i < kNarrowBlock; ++i) to[i] = values[i];
}

}  // namespace

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

PANARC_CLONES void add_narrow_row(const std::int16_t* weights, std::int16_t* sums,
                                  std::size_t size) {
  for (std::size_t i = 0; i < size; i += kNarrowBlock) {
    NarrowBlock sum;
    std::memcpy(&sum, sums + i, sizeof sum);
    add_block(weights + i, sum);
    std::memcpy(sums + i, &sum, sizeof sum);
  }
}

PANARC_CLONES void sum_narrow_rows(const std::int16_t* const* rows, std::size_t count,
                                   std::int32_t* sums, std::size_t size) {
  std::size_t at = 0;
  // Unrolled by hand, since compilers do not keep arrays of sums in registers.
  for (; at + 4 * kNarrowBlock <= size; at += 4 * kNarrowBlock) {
    NarrowBlock a{};
    NarrowBlock b{};
    NarrowBlock c{};
    NarrowBlock d{};
    for (std::size_t row = 0; row < count; ++row) {
      const std::int16_t* const values = rows[row] + at;
      add_block(values, a);
      add_block(values + kNarrowBlock, b);
      add_block(values + 2 * kNarrowBlock, c);
      add_block(values + 3 * kNarrowBlock, d);
    }
    widen_block(a, sums + at);
    widen_block(b, sums + at + kNarrowBlock);
    widen_block(c, sums + at + 2 * kNarrowBlock);
    widen_block(d, sums + at + 3 * kNarrowBlock);
  }
  for (; at < size; at += kNarrowBlock) {
    NarrowBlock a{};
    for (std::size_t row = 0; row < count; ++row) add_block(rows[row] + at, a);
    widen_block(a, sums + at);
  }
}

PANARC_CLONES void add_dense_scaled(const std::int16_t* weights, float value, float* sums,
                                    std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) sums[i] += value * static_cast<float>(weights[i]);
}

}  // namespace panarc
