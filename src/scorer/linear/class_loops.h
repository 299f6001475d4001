#pragma once

#include <cstddef>
#include <cstdint>

namespace panarc {

// Loops over all classes. On x86-64 the widest available instructions are chosen when the program
// starts.

/// scores[i] += weights[i]
void add_dense(const std::int16_t* weights, std::int32_t* scores, std::size_t size);

/// The size of rows for sum_rows() is a multiple of this.
inline constexpr std::size_t kRowAlignment = 16;

/// sums[i] = rows[0][i] + ... + rows[count - 1][i], in this order
void sum_rows(const std::int32_t* const* rows, std::size_t count, std::int32_t* sums,
              std::size_t size);
void sum_rows(const float* const* rows, std::size_t count, float* sums, std::size_t size);

/// The size of rows of narrow numbers is a multiple of this.
inline constexpr std::size_t kNarrowBlock = 16;

/// sums[i] += weights[i], where no sum is out of range
void add_narrow_row(const std::int16_t* weights, std::int16_t* sums, std::size_t size);

/// sums[i] = rows[0][i] + ... + rows[count - 1][i], where no sum is out of range of 16 bits
void sum_narrow_rows(const std::int16_t* const* rows, std::size_t count, std::int32_t* sums,
                     std::size_t size);

/// sums[i] += value * weights[i]
void add_dense_scaled(const std::int16_t* weights, float value, float* sums, std::size_t size);

}  // namespace panarc
