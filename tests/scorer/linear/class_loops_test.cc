#include "scorer/linear/class_loops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

namespace panarc {
namespace {

/// Adds arrays of all small sizes at all alignments, and compares with one addition after another.
template <class Weight, class Score>
void check(Weight least, Weight largest) {
  std::mt19937 random(1);
  std::uniform_int_distribution<int> value(static_cast<int>(least), static_cast<int>(largest));
  for (std::size_t size = 0; size <= 70; ++size) {
    for (std::size_t offset = 0; offset < 8; ++offset) {
      std::vector<Weight> weights(size + offset + 8);
      for (Weight& weight : weights) weight = static_cast<Weight>(value(random));
      std::vector<Score> scores(size + offset + 8);
      for (Score& score : scores) score = static_cast<Score>(value(random));
      std::vector<Score> expected = scores;
      for (std::size_t i = 0; i < size; ++i) {
        expected[offset + i] = expected[offset + i] + static_cast<Score>(weights[offset + i]);
      }
      add_dense(weights.data() + offset, scores.data() + offset, size);
      ASSERT_EQ(scores, expected) << size << ' ' << offset;
    }
  }
}

TEST(DenseAdd, OfQuantizedWeights) {
  using Limits = std::numeric_limits<std::int16_t>;
  check<std::int16_t, std::int32_t>(Limits::min(), Limits::max());
}
TEST(DenseAdd, OfReals) { check<float, float>(-1000, 1000); }

/// Adds up any number of rows, and compares with one addition after another.
template <class Score>
void check_sum_rows() {
  std::mt19937 random(3);
  std::uniform_int_distribution<int> value(-1000, 1000);
  for (std::size_t size = 0; size <= 6 * kRowAlignment; size += kRowAlignment) {
    for (std::size_t count = 0; count <= 20; ++count) {
      std::vector<std::vector<Score>> rows(count, std::vector<Score>(size));
      std::vector<const Score*> pointers;
      std::vector<Score> expected(size);
      for (std::vector<Score>& row : rows) {
        for (std::size_t i = 0; i < size; ++i) {
          // Reals whose sum depends on the order.
          row[i] = static_cast<Score>(value(random)) / 7;
          expected[i] = expected[i] + row[i];
        }
        pointers.push_back(row.data());
      }
      std::vector<Score> sums(size + 1, 77);
      sum_rows(pointers.data(), count, sums.data(), size);
      ASSERT_EQ(sums.back(), 77);
      sums.pop_back();
      ASSERT_EQ(sums, expected) << size << ' ' << count;
    }
  }
}

TEST(DenseAdd, OfRows) {
  check_sum_rows<std::int32_t>();
  check_sum_rows<float>();
}

}  // namespace
}  // namespace panarc
