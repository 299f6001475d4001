#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "panarc/names.h"

namespace panarc {

/// Tests of whether the difference between two systems may be due to chance.
enum class SignificanceTest : std::uint8_t {
  kBootstrap,      ///< paired: other sentences might have been sampled
  kRandomization,  ///< approximate: each system might as well have been the other
  kWilcoxon,       ///< signed-rank: by the ranks of the differences per sentence
};

inline constexpr auto kSignificanceTestNames = names_of<SignificanceTest>({
    {SignificanceTest::kBootstrap, "bootstrap"},
    {SignificanceTest::kRandomization, "randomization"},
    {SignificanceTest::kWilcoxon, "wilcoxon"},
});

/// What two systems got right in a sentence.
struct PairedScore {
  double first = 0;
  double second = 0;
  double words = 0;
};

inline constexpr std::size_t kTestRounds = 10'000;

/// How likely a difference at least as large, in either direction, is if the two are equally good.
/// Never 0: the data themselves count as a round. 1 if there are no sentences.
///
/// The bootstrap (Efron & Tibshirani 1993; Koehn 2004) draws as many sentences with replacement; p
/// is the share of rounds in which the difference is at least as far from the observed one as that
/// is from 0. Randomisation is as below. Wilcoxon's test (1945) leaves out sentences without a
/// difference and gives ties the mean of their ranks; it is exact for up to 50 sentences.
double p_value(std::span<const PairedScore> sentences, SignificanceTest test,
               std::uint64_t seed = 1, std::size_t rounds = kTestRounds);

/// The approximate randomisation test (Noreen 1989) of `differences`, one per sentence. Each round
/// draws the sign of each anew; the result is the share of rounds in which the sum is at least as
/// far from 0 as the observed one.
double randomization_p_value(std::span<const double> differences, std::uint64_t seed = 1,
                             std::size_t rounds = kTestRounds);

/// Several measurements of one thing, such as the scores of several seeds.
struct Spread {
  double mean = 0;
  double deviation = 0;  ///< of a sample: divides by n - 1; 0 for a single value
  /// Half the width of the 95% confidence interval of the mean (Student's t); 0 for a single value.
  double margin = 0;
};
Spread spread_of(std::span<const double> values);

}  // namespace panarc
