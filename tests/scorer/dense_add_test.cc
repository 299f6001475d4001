#include "scorer/dense_add.h"

#include <gtest/gtest.h>

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
TEST(DenseAdd, OfSums) { check<std::int32_t, std::int32_t>(-1000000, 1000000); }
TEST(DenseAdd, OfReals) { check<float, float>(-1000, 1000); }

}  // namespace
}  // namespace panarc
