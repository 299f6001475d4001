#include "scorer/linear/weight_sums.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::Pair;

constexpr std::size_t kSummedClasses = 3;
constexpr std::uint64_t kOneKey = 0x1111111111111111;
constexpr std::uint64_t kOtherKey = 0x9999999999999999;
constexpr std::uint64_t kThirdKey = 0xEEEEEEEEEEEEEEEF;

ScaledWeights weights_of(const std::vector<WeightChange>& weights, float scale) {
  TrainingTable table(kSummedClasses);
  for (const WeightChange& weight : weights) table.change(weight, 1);
  return {freeze_quantized(table, std::numeric_limits<float>::max(), {}, scale), scale};
}

/// The sums of classes 0 and 1, by features; how large the unit is does not matter.
std::vector<std::pair<int, int>> sums_of(std::span<const ScaledWeights> models,
                                         const SumOptions& options) {
  const FrozenArrays arrays = sum_weights(models, kSummedClasses, options);
  const FrozenTable table(arrays.index, arrays.words, kSummedClasses);
  std::vector<std::pair<int, int>> found;
  for (const std::uint64_t key : {kOneKey, kOtherKey, kThirdKey}) {
    std::array<FrozenTable::Score, kSummedClasses> scores{};
    table.add(key, scores.data());
    // The largest of all weights is 8, and as large as can be.
    const auto units = [](int score) { return (score * 8 + 16383) / 32767; };
    found.emplace_back(units(scores[0]), units(scores[1]));
  }
  return found;
}

class WeightSums : public testing::Test {
 protected:
  // Models of different scales.
  const std::vector<ScaledWeights> models{
      weights_of({{kOneKey, 0, 3}, {kOtherKey, 1, 1}}, 100),
      weights_of({{kOneKey, 0, 5}, {kOneKey, 1, 2}, {kThirdKey, 0, 6}}, 7)};
};

TEST_F(WeightSums, AddUpWhatModelsHave) {
  EXPECT_THAT(sums_of(models, {}), ElementsAre(Pair(8, 2), Pair(0, 1), Pair(6, 0)));
}

TEST_F(WeightSums, LeaveOutWhatIsSmall) {
  EXPECT_THAT(sums_of(models, {.prune = 1.5F}), ElementsAre(Pair(8, 2), Pair(0, 0), Pair(6, 0)));
  EXPECT_THAT(sums_of(models, {.prune = 2.5F}), ElementsAre(Pair(8, 0), Pair(0, 0), Pair(6, 0)));
}

TEST_F(WeightSums, LeaveOutWhatFewModelsHave) {
  EXPECT_THAT(sums_of(models, {.fewest = 2}), ElementsAre(Pair(8, 2), Pair(0, 0), Pair(0, 0)));
}

}  // namespace
}  // namespace panarc
