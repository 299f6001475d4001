#include "scorer/linear/class_loops.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <limits>
#include <random>
#include <vector>

namespace panarc {
namespace {

/// Adds arrays of all small sizes at all alignments, `value` times, and compares with one addition
/// after another.
template <class Score, class Add>
void check(Score value, Add&& add) {
  using Limits = std::numeric_limits<std::int16_t>;
  std::mt19937 random(1);
  std::uniform_int_distribution<int> any(Limits::min(), Limits::max());
  for (std::size_t size = 0; size <= 70; ++size) {
    for (std::size_t offset = 0; offset < 8; ++offset) {
      std::vector<std::int16_t> weights(size + offset + 8);
      for (std::int16_t& weight : weights) weight = static_cast<std::int16_t>(any(random));
      std::vector<Score> scores(size + offset + 8);
      for (Score& score : scores) score = static_cast<Score>(any(random));
      std::vector<Score> expected = scores;
      for (std::size_t i = 0; i < size; ++i) {
        expected[offset + i] += value * static_cast<Score>(weights[offset + i]);
      }
      add(weights.data() + offset, scores.data() + offset, size);
      ASSERT_EQ(scores, expected) << size << ' ' << offset;
    }
  }
}

TEST(DenseAdd, OfWeights) {
  check<std::int32_t>(1, [](const std::int16_t* weights, std::int32_t* scores, std::size_t size) {
    add_dense(weights, scores, size);
  });
}

TEST(DenseAdd, OfScaledWeights) {
  constexpr float kValue = -0.3F;
  check<float>(kValue, [](const std::int16_t* weights, float* sums, std::size_t size) {
    add_dense_scaled(weights, kValue, sums, size);
  });
}

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

/// Numbers whose sums are in range, in rows that begin anywhere.
TEST(DenseAdd, OfNarrowRows) {
  std::mt19937 random(4);
  std::uniform_int_distribution<int> value(-1600, 1600);
  for (std::size_t size = 0; size <= 10 * kNarrowBlock; size += kNarrowBlock) {
    for (std::size_t count = 0; count <= 20; ++count) {
      std::vector<std::vector<std::int16_t>> rows(count, std::vector<std::int16_t>(size + 3));
      std::vector<const std::int16_t*> pointers;
      std::vector<std::int32_t> expected(size);
      std::vector<std::int16_t> one_by_one(size + 1);
      one_by_one.back() = 77;
      for (std::vector<std::int16_t>& row : rows) {
        for (std::int16_t& number : row) number = static_cast<std::int16_t>(value(random));
        pointers.push_back(row.data() + random() % 4);
        for (std::size_t i = 0; i < size; ++i) expected[i] += pointers.back()[i];
        add_narrow_row(pointers.back(), one_by_one.data(), size);
      }
      ASSERT_EQ(one_by_one.back(), 77);
      one_by_one.pop_back();
      std::vector<std::int32_t> sums(size + 1, 77);
      sum_narrow_rows(pointers.data(), count, sums.data(), size);
      ASSERT_EQ(sums.back(), 77);
      sums.pop_back();
      ASSERT_EQ(sums, expected) << size << ' ' << count;
      ASSERT_TRUE(std::ranges::equal(one_by_one, expected)) << size << ' ' << count;
    }
  }
}

}  // namespace
}  // namespace panarc
