#include "panarc/analysis.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <vector>

namespace panarc {
namespace {

TEST(PValue, IsTheShareOfSignsThatComeAsFar) {
  // Of the 16 signs of four ones, two come as far as 4, ten as far as 2.
  EXPECT_NEAR(randomization_p_value(std::vector<double>{1, 1, 1, 1}), 2.0 / 16, 0.02);
  EXPECT_NEAR(randomization_p_value(std::vector<double>{1, 1, 1, -1}), 10.0 / 16, 0.02);
  EXPECT_EQ(randomization_p_value(std::vector<double>{0, 0, 0}), 1);
  EXPECT_EQ(randomization_p_value(std::vector<double>{}), 1);
}

TEST(PValue, IsNeverZero) {
  EXPECT_NEAR(randomization_p_value(std::vector<double>(1000, 1), 1, 100), 1.0 / 101, 1e-12);
}

constexpr auto kTests = kSignificanceTestNames.values();

/// Sentences that two systems parse, each word rightly with its own probability.
std::vector<PairedScore> parses(std::mt19937& random, std::size_t sentences, double first,
                                double second) {
  std::vector<PairedScore> result(sentences);
  for (PairedScore& sentence : result) {
    const int words = std::uniform_int_distribution<int>(5, 30)(random);
    sentence.words = words;
    sentence.first = std::binomial_distribution<int>(words, first)(random);
    sentence.second = std::binomial_distribution<int>(words, second)(random);
  }
  return result;
}

// Kolmogorov and Smirnov: the largest distance between the share of values up to one and the
// value itself. Of 300 values it is below 0.094 in 99% of cases.
TEST(PValue, IsUniformForSystemsThatAreEqual) {
  constexpr std::size_t kTimes = 300;
  for (const SignificanceTest test : kTests) {
    std::mt19937 random(3);
    std::vector<double> values;
    for (std::size_t i = 0; i < kTimes; ++i) {
      values.push_back(p_value(parses(random, 100, 0.8, 0.8), test, i, 500));
    }
    std::ranges::sort(values);
    double distance = 0;
    for (std::size_t i = 0; i < kTimes; ++i) {
      const double share = static_cast<double>(i) / kTimes;
      distance = std::max(
          {distance, std::abs(values[i] - share), std::abs(values[i] - share - 1.0 / kTimes)});
    }
    EXPECT_LT(distance, 0.094) << kSignificanceTestNames.of(test);
  }
}

TEST(PValue, FindsADifferenceThatIsThere) {
  for (const SignificanceTest test : kTests) {
    std::mt19937 random(4);
    const auto sentences = parses(random, 500, 0.85, 0.80);
    EXPECT_LT(p_value(sentences, test), 0.001) << kSignificanceTestNames.of(test);
    EXPECT_GT(p_value(parses(random, 500, 0.8, 0.8), test), 0.01);
  }
}

TEST(PValue, IsOneWhereNothingDiffers) {
  for (const SignificanceTest test : kTests) {
    EXPECT_EQ(p_value(std::vector<PairedScore>(10, {3, 3, 5}), test), 1);
    EXPECT_EQ(p_value({}, test), 1);
  }
}

// All differences are positive, so of the 2^5 signs two come as far: 2 / 32. With the smallest
// negative, the sums 0, 1, 14 and 15 of ranks do: 4 / 32.
TEST(Wilcoxon, IsExactForFewSentences) {
  std::vector<PairedScore> sentences{{1, 0, 9}, {2, 0, 9}, {3, 0, 9}, {4, 0, 9}, {5, 0, 9}};
  EXPECT_DOUBLE_EQ(p_value(sentences, SignificanceTest::kWilcoxon), 2.0 / 32);
  sentences[0] = {0, 1, 9};
  EXPECT_DOUBLE_EQ(p_value(sentences, SignificanceTest::kWilcoxon), 4.0 / 32);
}

// Two ones have rank 1.5 each. Of the eight sums of 1.5, 1.5 and 3, from 0 to 6, those of 0 and 6
// are as far as 6.
TEST(Wilcoxon, GivesEqualDifferencesTheirMeanRank) {
  const std::vector<PairedScore> sentences{{1, 0, 9}, {1, 0, 9}, {2, 0, 9}, {4, 4, 9}};
  EXPECT_DOUBLE_EQ(p_value(sentences, SignificanceTest::kWilcoxon), 2.0 / 8);
}

TEST(Wilcoxon, OfManySentencesIsCloseToTheExactOne) {
  std::vector<PairedScore> sentences;
  for (int i = 1; i <= 50; ++i)
    sentences.push_back({i % 3 == 0 ? 0.0 : i, i % 3 == 0 ? i : 0.0, 99});
  const double exact = p_value(sentences, SignificanceTest::kWilcoxon);
  sentences.push_back({0.001, 0, 99});
  EXPECT_NEAR(p_value(sentences, SignificanceTest::kWilcoxon), exact, 0.01);
}

TEST(Spread, HasAMeanADeviationAndAnInterval) {
  const Spread spread = spread_of(std::vector<double>{1, 2, 3, 4, 5});
  EXPECT_DOUBLE_EQ(spread.mean, 3);
  EXPECT_DOUBLE_EQ(spread.deviation, std::sqrt(2.5));
  EXPECT_NEAR(spread.margin, 2.776 * std::sqrt(2.5) / std::sqrt(5.0), 1e-9);
  EXPECT_EQ(spread_of(std::vector<double>{7}).margin, 0);
  // Student's t with 99 degrees of freedom is 1.984.
  std::vector<double> many;
  for (int i = 0; i < 100; ++i) many.push_back(i % 2);
  EXPECT_NEAR(spread_of(many).margin, 1.984 * spread_of(many).deviation / 10, 2e-4);
}

}  // namespace
}  // namespace panarc
