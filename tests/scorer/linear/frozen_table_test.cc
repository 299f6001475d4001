#include "scorer/linear/frozen_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>
#include <random>

#include "panarc/error.h"
#include "support/averages.h"

namespace panarc {
namespace {

constexpr double kTime = 101;

/// A table in training: features with few weights, with many and with all.
struct Trained {
  Trained(std::size_t classes, std::size_t features, std::uint64_t seed) : table(classes) {
    std::mt19937_64 random(seed);
    for (std::size_t i = 0; i < features; ++i) {
      const std::uint64_t key = random() | 1U;
      keys.push_back(key);
      const std::size_t size = i % 3 == 0 ? classes : 1 + random() % classes;
      for (std::size_t j = 0; j < size; ++j) {
        const auto cls = static_cast<std::uint32_t>(i % 3 == 0 ? j : random() % classes);
        const float by = std::uniform_real_distribution<float>(-9, 9)(random);
        table.change({key, cls, by}, static_cast<double>(1 + random() % 100));
      }
    }
  }

  TrainingTable table;
  std::vector<std::uint64_t> keys;
};

template <class Table>
std::vector<typename Table::Score> scores_of(const Table& table, std::uint64_t key) {
  std::vector<typename Table::Score> scores(table.classes());
  table.prefetch(key);
  table.prefetch_row(key);
  table.add(key, scores.data());
  return scores;
}

/// The frozen form of a table.
struct Frozen {
  Frozen(const TrainingTable& trained, double time)
      : scale(quantization_scale(trained, time)),
        arrays(freeze_quantized(trained, time, {}, scale)),
        table(arrays.index, arrays.words, trained.classes()) {}

  float scale;
  FrozenArrays arrays;
  FrozenTable table;
};

/// What a frozen table should have.
TrainingTable rounded_averages(const TrainingTable& table, double time, float scale) {
  return test::averaged(table, time, [=](float weight) { return std::round(weight * scale); });
}

class FrozenTableOf : public testing::TestWithParam<std::size_t> {};

TEST_P(FrozenTableOf, HasTheAverages) {
  for (const std::size_t features : {0, 1, 7, 3000}) {
    const Trained trained(GetParam(), features, 1);
    const Frozen frozen(trained.table, kTime);
    const TrainingTable expected = rounded_averages(trained.table, kTime, frozen.scale);
    for (const std::uint64_t key : trained.keys) {
      ASSERT_THAT(scores_of(frozen.table, key),
                  testing::Pointwise(testing::Eq(), scores_of(expected, key)));
    }
  }
}

TEST_P(FrozenTableOf, IsOffByHalfAUnitAtMost) {
  const Trained trained(GetParam(), 3000, 2);
  const Frozen frozen(trained.table, kTime);
  const TrainingTable averaged = test::averaged(trained.table, kTime);
  std::int32_t largest = 0;
  for (const std::uint64_t key : trained.keys) {
    const auto found = scores_of(frozen.table, key);
    const auto expected = scores_of(averaged, key);
    for (std::size_t cls = 0; cls < GetParam(); ++cls) {
      ASSERT_NEAR(static_cast<float>(found[cls]), expected[cls] * frozen.scale, 0.501F);
      largest = std::max(largest, std::abs(found[cls]));
    }
  }
  // Weights use all of the range of 16 bits.
  EXPECT_EQ(largest, 32767);
}

TEST_P(FrozenTableOf, HasNoLargerWeightsThanAskedFor) {
  const Trained trained(GetParam(), 500, 9);
  for (const int largest : {1, 100, 712, 32767}) {
    const float scale = quantization_scale(trained.table, kTime, largest);
    const FrozenArrays arrays = freeze_quantized(trained.table, kTime, {}, scale);
    const FrozenTable table(arrays.index, arrays.words, GetParam());
    EXPECT_EQ(table.largest_weight(), largest);
    int found = 0;
    table.for_each([&](std::uint64_t /*key*/, std::span<const QuantizedWeight> row) {
      for (const QuantizedWeight& weight : row) found = std::max(found, std::abs(weight.value));
    });
    EXPECT_EQ(found, largest);
  }
}

TEST_P(FrozenTableOf, HasNothingForOtherFeatures) {
  const Trained trained(GetParam(), 3000, 3);
  const Frozen frozen(trained.table, kTime);
  std::mt19937_64 random(4);
  const std::vector<std::int32_t> nothing(GetParam());
  // One key in millions is taken for another.
  for (int i = 0; i < 10000; ++i) ASSERT_EQ(scores_of(frozen.table, random() | 1U), nothing);
}

TEST_P(FrozenTableOf, VisitsEveryFeature) {
  const Trained trained(GetParam(), 2000, 5);
  const Frozen frozen(trained.table, kTime);
  const std::uint64_t mask = ~std::uint64_t{0} << (64 - frozen.table.key_bits());
  std::map<std::uint64_t, std::vector<float>> expected;
  const TrainingTable rounded = rounded_averages(trained.table, kTime, frozen.scale);
  for (const std::uint64_t key : trained.keys) {
    const auto weights = scores_of(rounded, key);
    // What is rounded to nothing is left out.
    if (weights != std::vector<float>(GetParam())) expected[key & mask] = weights;
  }
  std::size_t visited = 0;
  frozen.table.for_each([&](std::uint64_t key, std::span<const QuantizedWeight> row) {
    ++visited;
    std::vector<float> weights(GetParam());
    for (const QuantizedWeight& weight : row) {
      EXPECT_NE(weight.value, 0);
      weights[weight.cls] = weight.value;
    }
    ASSERT_EQ(weights, expected.at(key));
  });
  EXPECT_EQ(visited, expected.size());
}

TEST_P(FrozenTableOf, IsTheSameEveryTime) {
  const Trained one(GetParam(), 500, 6);
  const Trained two(GetParam(), 500, 6);
  const float scale = quantization_scale(one.table, kTime);
  const FrozenArrays a = freeze_quantized(one.table, kTime, {}, scale);
  const FrozenArrays b = freeze_quantized(two.table, kTime, {}, scale);
  EXPECT_EQ(a.index, b.index);
  EXPECT_EQ(a.words, b.words);
}

TEST_P(FrozenTableOf, AnyDamageIsRefusedOrDoesNoHarm) {
  std::mt19937_64 random(7);
  const std::vector<std::uint64_t> keys = Trained(GetParam(), 60, 8).keys;
  const FrozenArrays whole = freeze_quantized(Trained(GetParam(), 60, 8).table, kTime, {}, 1000);
  std::size_t refused = 0;
  for (int i = 0; i < 3000; ++i) {
    FrozenArrays arrays = whole;
    auto& array = i % 2 == 0 ? arrays.index : arrays.words;
    switch (random() % 4) {
      case 0:
        array[random() % array.size()] ^= std::uint32_t{1} << (random() % 32);
        break;
      case 1:
        array[random() % array.size()] = static_cast<std::uint32_t>(random());
        break;
      case 2:
        array.resize(random() % array.size());
        break;
      default:
        array.insert(array.begin() + static_cast<std::ptrdiff_t>(random() % array.size()),
                     static_cast<std::uint32_t>(random() % 300));
    }
    try {
      const FrozenTable table(arrays.index, arrays.words, GetParam());
      for (const std::uint64_t key : keys) scores_of(table, key);
      for (int j = 0; j < 10; ++j) scores_of(table, random());
      table.for_each([&](std::uint64_t /*key*/, std::span<const QuantizedWeight> row) {
        for (const QuantizedWeight& weight : row) ASSERT_LT(weight.cls, GetParam());
      });
    } catch (const Error&) {
      ++refused;
    }
  }
  EXPECT_GT(refused, 1000U);
}

// One class; few, where most rows are dense; an odd number, which leaves a gap in dense rows; more
// than a row of pairs can have.
INSTANTIATE_TEST_SUITE_P(Classes, FrozenTableOf, testing::Values(1, 4, 41, 400));

TEST(FrozenTable, RefusesWhatCannotBeATable) {
  using Table = FrozenTable;
  using Words = std::vector<std::uint32_t>;
  EXPECT_NO_THROW(Table(Words{0, 0, 0}, Words{}, 3));
  EXPECT_THROW(Table(Words{}, Words{}, 3), Error);
  EXPECT_THROW(Table(Words{0}, Words{}, 3), Error);
  EXPECT_THROW(Table(Words{0, 0}, Words{}, 3), Error);
  EXPECT_THROW(Table(Words{0, 0, 0, 0}, Words{}, 3), Error);
  // The list of beginnings does not begin or end where the rows do.
  EXPECT_THROW(Table(Words{1, 1, 1}, Words{1}, 3), Error);
  EXPECT_THROW(Table(Words{0, 0, 1}, Words{}, 3), Error);
  EXPECT_THROW(Table(Words{0, 2, 1}, Words{0}, 3), Error);
  // A row of one weight, for class 2, and for class 3, which is not there.
  EXPECT_NO_THROW(Table(Words{0, 2, 2}, Words{1, 2}, 3));
  EXPECT_THROW(Table(Words{0, 2, 2}, Words{1, 3}, 3), Error);
  // A row that goes on in the next bucket, or beyond the end.
  EXPECT_THROW(Table(Words{0, 2, 3}, Words{2, 1, 1}, 3), Error);
  EXPECT_THROW(Table(Words{0, 2, 2}, Words{5, 1}, 3), Error);
  // A dense row of three classes has two words.
  EXPECT_NO_THROW(Table(Words{0, 3, 3}, Words{0xFF, 1, 1}, 3));
  EXPECT_THROW(Table(Words{0, 2, 2}, Words{0xFF, 1}, 3), Error);
}

// A model that is trained further knows some bits of its keys only. The table that comes of it may
// not ask for more, however many features it has.
TEST(FrozenTable, AsksForNoMoreBitsOfAKeyThanWereKept) {
  constexpr unsigned kBits = 30;
  std::mt19937_64 random(9);
  TrainingTable table(3, kBits);
  std::vector<std::uint64_t> keys;
  for (int i = 0; i < 5000; ++i) {
    keys.push_back(random() | 1U);
    table.change({keys.back(), static_cast<std::uint32_t>(i % 3), 1}, 1);
  }
  EXPECT_EQ(table.key_bits(), kBits);
  const Frozen frozen(table, 2);
  EXPECT_LE(frozen.table.key_bits(), kBits);
  const TrainingTable expected = rounded_averages(table, 2, frozen.scale);
  for (const std::uint64_t key : keys) {
    ASSERT_THAT(scores_of(frozen.table, key),
                testing::Pointwise(testing::Eq(), scores_of(expected, key)));
  }
}

TEST(FrozenTable, LeavesOutWhatIsSmall) {
  TrainingTable table(4);
  table.change({1ULL << 63U, 0, 1}, 1);
  table.change({1ULL << 63U, 1, -0.5F}, 1);
  table.change({1ULL << 63U, 2, 0.25F}, 1);
  table.change({1ULL << 62U, 3, 0.5F}, 1);
  // Over two times, each weight is there for one.
  const FrozenArrays arrays = freeze_quantized(table, 2, {.prune = 0.25F}, 8);
  const FrozenTable frozen(arrays.index, arrays.words, 4);
  EXPECT_THAT(scores_of(frozen, 1ULL << 63U), testing::ElementsAre(4, 0, 0, 0));
  EXPECT_THAT(scores_of(frozen, 1ULL << 62U), testing::ElementsAre(0, 0, 0, 0));
  std::size_t features = 0;
  frozen.for_each([&](std::uint64_t, std::span<const QuantizedWeight>) { ++features; });
  EXPECT_EQ(features, 1U);
}

TEST(FrozenTable, LeavesOutFeaturesThatHardlyEverChanged) {
  TrainingTable table(2);
  for (const std::uint32_t cls : {0U, 1U, 1U}) table.change({1ULL << 63U, cls, 1}, 1);
  for (const std::uint32_t cls : {0U, 1U}) table.change({1ULL << 62U, cls, 1}, 1);
  for (const int min_changes : {0, 2, 3, 4}) {
    const FrozenArrays arrays = freeze_quantized(table, 2, {.min_changes = min_changes}, 8);
    const FrozenTable frozen(arrays.index, arrays.words, 2);
    EXPECT_EQ(scores_of(frozen, 1ULL << 63U)[1], min_changes <= 3 ? 8 : 0);
    EXPECT_EQ(scores_of(frozen, 1ULL << 62U)[1], min_changes <= 2 ? 4 : 0);
  }
}

TEST(FrozenTable, TheScaleOfNothingIsOne) { EXPECT_EQ(quantization_scale(TrainingTable(3), 1), 1); }

TEST(FrozenTable, WeightsOutOfRangeBecomeTheLargest) {
  TrainingTable table(2);
  table.change({1ULL << 63U, 0, 5}, 1);
  table.change({1ULL << 63U, 1, -5}, 1);
  const FrozenArrays arrays = freeze_quantized(table, 2, {}, 1e6F);
  const FrozenTable frozen(arrays.index, arrays.words, 2);
  EXPECT_THAT(scores_of(frozen, 1ULL << 63U), testing::ElementsAre(32767, -32767));
}

}  // namespace
}  // namespace panarc
