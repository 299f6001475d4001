#include "scorer/linear/training_table.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <map>
#include <random>
#include <set>

#include "base/hash.h"
#include "panarc/error.h"
#include "support/averages.h"

namespace panarc {
namespace {

constexpr std::size_t kClasses = 20;

/// All changes that were made; everything is computed from them.
class PlainTable {
 public:
  void change(std::uint64_t key, std::uint32_t cls, double by, int time) {
    changes_[{key, cls}].emplace_back(time, by);
  }

  /// The sum of all changes.
  [[nodiscard]] double weight(std::uint64_t key, std::uint32_t cls) const {
    return weight_before(key, cls, std::numeric_limits<int>::max());
  }

  /// The mean over the times from 1 to `until` of what the weight was when that time came.
  [[nodiscard]] double average(std::uint64_t key, std::uint32_t cls, int until) const {
    double sum = 0;
    for (int time = 1; time <= until; ++time) sum += weight_before(key, cls, time);
    return sum / until;
  }

  [[nodiscard]] std::size_t features() const {
    std::set<std::uint64_t> keys;
    for (const auto& entry : changes_) keys.insert(entry.first.first);
    return keys.size();
  }

 private:
  [[nodiscard]] double weight_before(std::uint64_t key, std::uint32_t cls, int time) const {
    const auto found = changes_.find({key, cls});
    if (found == changes_.end()) return 0;
    double sum = 0;
    for (const auto& [when, by] : found->second) sum += when < time ? by : 0;
    return sum;
  }

  std::map<std::pair<std::uint64_t, std::uint32_t>, std::vector<std::pair<int, double>>> changes_;
};

std::vector<float> scores_of(const TrainingTable& table, std::uint64_t key) {
  std::vector<float> scores(table.classes());
  table.prefetch(key);
  table.prefetch_row(key);
  table.add(key, scores.data());
  return scores;
}

RC_GTEST_PROP(TrainingTable, IsTheSumOfItsChanges, ()) {
  const auto size = *rc::gen::inRange<std::size_t>(1, 400);
  const auto key_bits = *rc::gen::element(64U, 64U, 40U);
  const std::uint64_t mask = ~std::uint64_t{0} << (64 - key_bits);
  TrainingTable table(kClasses, key_bits);
  PlainTable plain;
  std::set<std::uint64_t> keys;
  int time = 1;
  for (std::size_t i = 0; i < size; ++i) {
    time += *rc::gen::inRange(0, 3);
    // Few keys, so that rows grow; those that differ only in low bits are told apart or not.
    const auto number = *rc::gen::inRange<std::uint64_t>(2, 14);
    const std::uint64_t key = mix_bits(number / 2) + number % 2;
    const auto cls = *rc::gen::inRange<std::uint32_t>(0, kClasses);
    const auto by = static_cast<float>(*rc::gen::inRange(-4, 5)) / 2;
    table.change({key, cls, by}, time);
    plain.change(key & mask, cls, static_cast<double>(by), time);
    keys.insert(key);
  }
  const int until = time + 1;
  const TrainingTable averaged = test::averaged(table, until);
  RC_ASSERT(table.features() == plain.features());
  RC_ASSERT(averaged.features() == plain.features());
  for (const std::uint64_t key : keys) {
    const auto scores = scores_of(table, key);
    const auto averages = scores_of(averaged, key);
    for (std::uint32_t cls = 0; cls < kClasses; ++cls) {
      RC_ASSERT(static_cast<double>(scores[cls]) == plain.weight(key & mask, cls));
      const double average = plain.average(key & mask, cls, until);
      RC_ASSERT(std::abs(static_cast<double>(averages[cls]) - average) < 1e-5);
    }
  }
}

TEST(TrainingTable, OfManyFeatures) {
  std::mt19937_64 random(1);
  TrainingTable table(kClasses);
  std::map<std::uint64_t, std::map<std::uint32_t, float>> expected;
  std::vector<std::uint64_t> keys;
  for (int i = 0; i < 20000; ++i) keys.push_back(random() | 1U);
  for (int i = 0; i < 200000; ++i) {
    const std::uint64_t key = keys[random() % keys.size()];
    const auto cls = static_cast<std::uint32_t>(random() % kClasses);
    const float by = random() % 2 == 0 ? 1 : -2;
    table.change({key, cls, by}, 1 + i);
    expected[key][cls] += by;
  }
  EXPECT_EQ(table.features(), expected.size());
  for (const auto& [key, row] : expected) {
    std::vector<float> weights(kClasses);
    for (const auto& [cls, weight] : row) weights[cls] = weight;
    ASSERT_EQ(scores_of(table, key), weights);
  }
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(scores_of(table, random() & ~std::uint64_t{1}), std::vector<float>(kClasses));
  }
}

TEST(TrainingTable, RowsGrowToAllClasses) {
  constexpr std::size_t kMany = 3000;
  TrainingTable table(kMany);
  for (const std::uint64_t key : {1ULL, 2ULL, 1ULL << 60U}) {
    for (std::uint32_t cls = 0; cls < kMany; ++cls) {
      table.change({key, cls, static_cast<float>(cls % 7 + key % 3)}, 1);
    }
  }
  for (const std::uint64_t key : {1ULL, 2ULL, 1ULL << 60U}) {
    const auto scores = scores_of(table, key);
    for (std::uint32_t cls = 0; cls < kMany; ++cls) {
      ASSERT_EQ(scores[cls], static_cast<float>(cls % 7 + key % 3));
    }
  }
}

TEST(TrainingTable, AddsToWhatIsThere) {
  TrainingTable table(3);
  table.change({7, 1, 2}, 1);
  std::vector<float> scores{1, 1, 1};
  table.add(7, scores.data());
  table.add(8, scores.data());
  EXPECT_THAT(scores, testing::ElementsAre(1, 3, 1));
}

TEST(TrainingTable, VisitsTheAveragesOfEveryFeatureOnce) {
  constexpr int kUntil = 301;
  std::mt19937_64 random(3);
  TrainingTable table(kClasses);
  PlainTable plain;
  for (int time = 1; time < kUntil; ++time) {
    const std::uint64_t key = random() % 100 + 1;
    const auto cls = static_cast<std::uint32_t>(random() % kClasses);
    table.change({key, cls, 1}, time);
    plain.change(key, cls, 1, time);
  }
  std::set<std::uint64_t> seen;
  table.for_each_average(
      kUntil, [&](std::uint64_t key, int /*changes*/, std::span<const ClassWeight> row) {
        EXPECT_TRUE(seen.insert(key).second);
        std::vector<float> found(kClasses);
        for (const ClassWeight& weight : row) found[weight.cls] = weight.value;
        for (std::uint32_t cls = 0; cls < kClasses; ++cls) {
          EXPECT_NEAR(static_cast<double>(found[cls]), plain.average(key, cls, kUntil), 1e-5);
        }
      });
  EXPECT_EQ(seen.size(), plain.features());
}

TEST(TrainingTable, CountsTheChangesOfAFeature) {
  TrainingTable table(3);
  for (int i = 0; i < 3; ++i) table.change({1, 0, 1}, 1);
  table.change({1, 2, 1}, 1);
  for (int i = 0; i < 1000; ++i) table.change({2, 1, 1}, 1);
  std::map<std::uint64_t, int> counts;
  table.for_each_average(2, [&](std::uint64_t key, int changes, std::span<const ClassWeight>) {
    counts[key] = changes;
  });
  // Counts go as far as a byte can tell.
  EXPECT_THAT(counts, testing::ElementsAre(testing::Pair(1, 4), testing::Pair(2, 255)));
  const TrainingTable::Image image = table.image();
  EXPECT_THAT(image.changes, testing::UnorderedElementsAre(4, 255));
}

TEST(TrainingTable, PartsDoNotDependOnEachOther) {
  // The changes of each part in order, but parts one after another: the same table.
  std::mt19937_64 random(4);
  std::vector<std::pair<WeightChange, int>> changes;
  for (int i = 1; i <= 5000; ++i) {
    const std::uint64_t key = mix_bits(random() % 700 + 1);
    changes.emplace_back(WeightChange{key, static_cast<std::uint32_t>(random() % kClasses), 0.1F},
                         i);
  }
  TrainingTable in_order(kClasses);
  for (const auto& [change, time] : changes) in_order.change(change, time);
  TrainingTable by_part(kClasses);
  for (std::size_t part = TrainingTable::kParts; part-- > 0;) {
    for (const auto& [change, time] : changes) {
      if (TrainingTable::part_index(change.key) == part) by_part.change(change, time);
    }
  }
  std::vector<std::pair<std::uint64_t, std::vector<float>>> rows;
  in_order.for_each_average(
      6000, [&](std::uint64_t key, int /*changes*/, std::span<const ClassWeight> row) {
        rows.emplace_back(key, std::vector<float>());
        for (const ClassWeight& weight : row) {
          rows.back().second.push_back(static_cast<float>(weight.cls));
          rows.back().second.push_back(weight.value);
        }
      });
  std::size_t at = 0;
  by_part.for_each_average(
      6000, [&](std::uint64_t key, int /*changes*/, std::span<const ClassWeight> row) {
        std::vector<float> values;
        for (const ClassWeight& weight : row) {
          values.push_back(static_cast<float>(weight.cls));
          values.push_back(weight.value);
        }
        ASSERT_LT(at, rows.size());
        EXPECT_EQ(rows[at].first, key);
        EXPECT_EQ(rows[at].second, values);
        ++at;
      });
  EXPECT_EQ(at, rows.size());
}

TEST(TrainingTable, ItsImageGivesItAgain) {
  std::mt19937_64 random(5);
  TrainingTable table(kClasses);
  std::vector<std::uint64_t> keys;
  for (int i = 1; i <= 3000; ++i) {
    keys.push_back(mix_bits(random() % 500 + 1));
    table.change({keys.back(), static_cast<std::uint32_t>(random() % kClasses), 0.3F}, i);
  }
  const TrainingTable::Image image = table.image();
  TrainingTable again(kClasses);
  again.add({image.keys, image.sizes, image.changes, image.weights, image.sums});
  EXPECT_EQ(again.features(), table.features());
  // The table that was loaded goes on like the one that was saved.
  for (const std::uint64_t key : keys) {
    const WeightChange change{key, static_cast<std::uint32_t>(random() % kClasses), 0.7F};
    table.change(change, 4000);
    again.change(change, 4000);
  }
  const TrainingTable averaged = test::averaged(table, 5000);
  const TrainingTable averaged_again = test::averaged(again, 5000);
  for (const std::uint64_t key : keys) {
    ASSERT_EQ(scores_of(again, key), scores_of(table, key));
    ASSERT_EQ(scores_of(averaged_again, key), scores_of(averaged, key));
  }
}

TEST(TrainingTable, RefusesImagesThatDoNotFitTogether) {
  using Keys = std::vector<std::uint64_t>;
  using Sizes = std::vector<std::uint32_t>;
  using Weights = std::vector<ClassWeight>;
  using Sums = std::vector<double>;
  const auto add = [](const Keys& keys, const Sizes& sizes, const Weights& weights,
                      const Sums& sums) {
    TrainingTable table(2);
    const std::vector<std::uint8_t> changes(keys.size(), 1);
    table.add({keys, sizes, changes, weights, sums});
  };
  EXPECT_NO_THROW(add({1, 2}, {1, 1}, {{0, 1}, {1, 1}}, {0, 0}));
  EXPECT_THROW(add({1}, {1, 1}, {{0, 1}, {1, 1}}, {0, 0}), Error);
  EXPECT_THROW(add({1, 2}, {1, 1}, {{0, 1}, {1, 1}}, {0}), Error);
  EXPECT_THROW(add({1, 2}, {1, 2}, {{0, 1}, {1, 1}}, {0, 0}), Error);
  EXPECT_THROW(add({1, 2}, {3, 0}, {{0, 1}, {1, 1}}, {0, 0}), Error);
  EXPECT_THROW(add({1}, {1}, {{2, 1}}, {0}), Error);
  EXPECT_THROW(add({1}, {1}, {{1, std::nanf("")}}, {0}), Error);
  EXPECT_THROW(add({1}, {1}, {{1, -1e30F}}, {0}), Error);
  EXPECT_THROW(add({1}, {1}, {{1, 1}}, {HUGE_VAL}), Error);
  EXPECT_THROW(add({1}, {3}, {{0, 1}, {1, 1}, {1, 1}}, {0, 0, 0}), Error);
  EXPECT_THROW(add({0}, {2}, {{0, 1}}, {0}), Error);
}

TEST(TrainingTable, WithFewBitsAKeyOfWhichNothingIsLeftHasNoWeight) {
  TrainingTable table(2, 40);
  for (int i = 0; i < 1000; ++i) table.change({5, 0, 1}, 1);
  EXPECT_EQ(table.features(), 0U);
  EXPECT_THAT(scores_of(table, 5), testing::ElementsAre(0, 0));
}

}  // namespace
}  // namespace panarc
