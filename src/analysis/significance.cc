#include "panarc/analysis.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <vector>

#include "base/random.h"

namespace panarc {

namespace {

/// The actual data also count as a round, so nothing is impossible.
double share_of_rounds(std::size_t as_far, std::size_t rounds) {
  return static_cast<double>(as_far + 1) / static_cast<double>(rounds + 1);
}

double bootstrap(std::span<const PairedScore> sentences, std::uint64_t seed, std::size_t rounds) {
  const auto difference = [](const PairedScore& sum) {
    return sum.words == 0 ? 0 : (sum.first - sum.second) / sum.words;
  };
  const auto add = [](PairedScore& sum, const PairedScore& one) {
    sum.first += one.first;
    sum.second += one.second;
    sum.words += one.words;
  };
  PairedScore all;
  for (const PairedScore& sentence : sentences) add(all, sentence);
  const double found = difference(all);
  // Sums in another order may differ in the last digit.
  const double at_least = std::abs(found) * (1 - 1e-12);
  Random random(seed);
  std::size_t as_far = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    PairedScore drawn;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      add(drawn, sentences[random.below(sentences.size())]);
    }
    if (std::abs(difference(drawn) - found) >= at_least) ++as_far;
  }
  return share_of_rounds(as_far, rounds);
}

/// Twice the ranks of numbers by size, which are integers: ties have the mean of their ranks.
std::vector<std::size_t> doubled_ranks(std::span<const double> differences) {
  std::vector<std::size_t> order(differences.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto size = [&](std::size_t i) { return std::abs(differences[i]); };
  std::ranges::sort(order, {}, size);
  std::vector<std::size_t> ranks(differences.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t last = first;
    while (last + 1 < order.size() && size(order[last + 1]) == size(order[first])) ++last;
    for (std::size_t i = first; i <= last; ++i) ranks[order[i]] = first + last + 2;
    first = last + 1;
  }
  return ranks;
}

/// The share of all sign combinations with which the sum of ranks is as far from its mean.
double exact_share(std::span<const std::size_t> ranks, std::size_t found) {
  const std::size_t most = std::accumulate(ranks.begin(), ranks.end(), std::size_t{0});
  std::vector<double> share(most + 1, 0);
  share[0] = 1;
  for (const std::size_t rank : ranks) {
    for (std::size_t sum = most + 1; sum-- > 0;) {
      share[sum] = (share[sum] + (sum >= rank ? share[sum - rank] : 0)) / 2;
    }
  }
  const auto distance = [most](std::size_t sum) {
    return 2 * sum > most ? 2 * sum - most : most - 2 * sum;
  };
  double as_far = 0;
  for (std::size_t sum = 0; sum <= most; ++sum) {
    if (distance(sum) >= distance(found)) as_far += share[sum];
  }
  return std::min(as_far, 1.0);
}

double wilcoxon(std::span<const PairedScore> sentences) {
  constexpr std::size_t kMostExact = 50;
  std::vector<double> differences;
  for (const PairedScore& sentence : sentences) {
    if (sentence.first != sentence.second) differences.push_back(sentence.first - sentence.second);
  }
  if (differences.empty()) return 1;
  const std::vector<std::size_t> ranks = doubled_ranks(differences);
  std::size_t positive = 0;
  double squares = 0;
  double sum = 0;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (differences[i] > 0) positive += ranks[i];
    sum += static_cast<double>(ranks[i]);
    squares += static_cast<double>(ranks[i]) * static_cast<double>(ranks[i]);
  }
  if (differences.size() <= kMostExact) return exact_share(ranks, positive);
  // The sum of the positive ranks has mean sum / 2 and variance squares / 4, including ties. The
  // continuity correction is half the step between two of its values, which is 2 here.
  const double away = std::max(0.0, std::abs(static_cast<double>(positive) - sum / 2) - 1);
  return std::erfc(away / std::sqrt(squares / 4) / std::sqrt(2.0));
}

}  // namespace

double randomization_p_value(std::span<const double> differences, std::uint64_t seed,
                             std::size_t rounds) {
  const double found = std::abs(std::accumulate(differences.begin(), differences.end(), 0.0));
  Random random(seed);
  std::size_t as_far = 0;
  for (std::size_t round = 0; round < rounds; ++round) {
    double sum = 0;
    for (const double difference : differences) {
      sum += (random.next() >> 63U) == 0 ? difference : -difference;
    }
    if (std::abs(sum) >= found) ++as_far;
  }
  return share_of_rounds(as_far, rounds);
}

double p_value(std::span<const PairedScore> sentences, SignificanceTest test, std::uint64_t seed,
               std::size_t rounds) {
  if (sentences.empty()) return 1;
  if (test == SignificanceTest::kBootstrap) return bootstrap(sentences, seed, rounds);
  if (test == SignificanceTest::kWilcoxon) return wilcoxon(sentences);
  std::vector<double> differences;
  for (const PairedScore& sentence : sentences) {
    // Sentences without a difference have no sign.
    if (sentence.first != sentence.second) differences.push_back(sentence.first - sentence.second);
  }
  return randomization_p_value(differences, seed, rounds);
}

Spread spread_of(std::span<const double> values) {
  // Student's t for 95%, by degrees of freedom from 1.
  constexpr std::array kQuantiles{12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306,
                                  2.262,  2.228, 2.201, 2.179, 2.160, 2.145, 2.131, 2.120,
                                  2.110,  2.101, 2.093, 2.086, 2.080, 2.074, 2.069, 2.064,
                                  2.060,  2.056, 2.052, 2.048, 2.045, 2.042};
  constexpr double kNormalQuantile = 1.960;
  Spread spread;
  if (values.empty()) return spread;
  const auto count = static_cast<double>(values.size());
  spread.mean = std::accumulate(values.begin(), values.end(), 0.0) / count;
  if (values.size() == 1) return spread;
  double squares = 0;
  for (const double value : values) squares += (value - spread.mean) * (value - spread.mean);
  spread.deviation = std::sqrt(squares / (count - 1));
  const std::size_t freedom = values.size() - 1;
  // Beyond the table, a series in 1 / freedom (Fisher & Cornish 1960) is exact to the last digit.
  const double quantile = freedom <= kQuantiles.size()
                              ? kQuantiles[freedom - 1]
                              : kNormalQuantile + (std::pow(kNormalQuantile, 3) + kNormalQuantile) /
                                                      (4 * static_cast<double>(freedom));
  spread.margin = quantile * spread.deviation / std::sqrt(count);
  return spread;
}

}  // namespace panarc
