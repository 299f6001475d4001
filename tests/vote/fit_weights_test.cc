#include "vote/fit_weights.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <vector>

namespace panarc {
namespace {

constexpr Node kRight = 1;
constexpr Node kWrong = 2;

/// Words whose members are right with these probabilities, each for itself.
std::vector<ObservedVotes> words_of(const std::string& tag, const std::vector<double>& accuracy,
                                    int count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::uniform_real_distribution<double> real;
  std::vector<ObservedVotes> words;
  for (int i = 0; i < count; ++i) {
    ObservedVotes word{tag, kRight, {}};
    for (const double right : accuracy)
      word.votes.push_back(real(random) < right ? kRight : kWrong);
    words.push_back(std::move(word));
  }
  return words;
}

TEST(VoteWeights, AreTheOddsOfIndependentMembers) {
  // With two heads to choose from, the likeliest weights are the logarithms of the odds.
  const std::vector<double> accuracy{0.9, 0.7, 0.6};
  const VoteWeights weights = fit_vote_weights(words_of("NOUN", accuracy, 20000, 1), 3);
  for (std::size_t i = 0; i < accuracy.size(); ++i) {
    EXPECT_NEAR(weights.members[i], std::log(accuracy[i] / (1 - accuracy[i])), 0.1);
  }
}

TEST(VoteWeights, DifferByTag) {
  std::vector<ObservedVotes> words = words_of("NOUN", {0.9, 0.6, 0.6}, 5000, 1);
  const auto verbs = words_of("VERB", {0.6, 0.6, 0.9}, 5000, 2);
  words.insert(words.end(), verbs.begin(), verbs.end());
  const VoteWeights weights = fit_vote_weights(words, 3);
  EXPECT_GT(weights.of("NOUN")[0], weights.of("NOUN")[2] + 1);
  EXPECT_GT(weights.of("VERB")[2], weights.of("VERB")[0] + 1);
  EXPECT_NEAR(weights.of("X")[0], weights.of("X")[2], 0.2);
}

TEST(VoteWeights, OfRareTagsAreThoseOfAll) {
  std::vector<ObservedVotes> words = words_of("NOUN", {0.9, 0.6, 0.6}, 5000, 1);
  // One word that the best member has wrong.
  words.push_back({"INTJ", kRight, {kWrong, kRight, kRight}});
  const VoteWeights weights = fit_vote_weights(words, 3);
  EXPECT_NEAR(weights.of("INTJ")[0], weights.members[0], 0.2);
}

TEST(VoteWeights, AreEqualWhereNothingIsKnown) {
  EXPECT_EQ(fit_vote_weights({}, 2), equal_weights(2));
  // All agree, or nobody is right.
  const std::vector<ObservedVotes> words{{"NOUN", kRight, {kRight, kRight}},
                                         {"NOUN", kRight, {kWrong, 3}}};
  EXPECT_EQ(fit_vote_weights(words, 2), equal_weights(2));
}

TEST(VoteWeights, AreNeverNegative) {
  const VoteWeights weights = fit_vote_weights(words_of("NOUN", {0.9, 0.9, 0.1}, 5000, 1), 3);
  EXPECT_GT(weights.members[2], 0);
  EXPECT_GT(weights.of("NOUN")[2], 0);
}

}  // namespace
}  // namespace panarc
