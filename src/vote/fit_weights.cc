#include "vote/fit_weights.h"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/linear_equations.h"

namespace panarc {
namespace {

/// Words to fit weights to.
using Words = std::vector<const ObservedVotes*>;

/// The different heads voted for, and their probabilities.
struct Candidates {
  std::vector<Node> heads;
  std::vector<double> probabilities;

  void set(const ObservedVotes& word, std::span<const double> weights) {
    heads.assign(word.votes.begin(), word.votes.end());
    std::sort(heads.begin(), heads.end());
    heads.erase(std::unique(heads.begin(), heads.end()), heads.end());
    probabilities.assign(heads.size(), 0);
    for (std::size_t i = 0; i < heads.size(); ++i) {
      for (std::size_t member = 0; member < weights.size(); ++member) {
        if (word.votes[member] == heads[i]) probabilities[i] += weights[member];
      }
    }
    const double most = *std::max_element(probabilities.begin(), probabilities.end());
    double sum = 0;
    for (double& value : probabilities) sum += value = std::exp(value - most);
    for (double& value : probabilities) value /= sum;
  }
  [[nodiscard]] double probability(Node head) const {
    const auto found = std::lower_bound(heads.begin(), heads.end(), head);
    return probabilities[static_cast<std::size_t>(found - heads.begin())];
  }
};

/// Words on which the members agree, or which none gets right, are not informative.
bool says_something(const ObservedVotes& word) {
  const bool some_right =
      std::find(word.votes.begin(), word.votes.end(), word.head) != word.votes.end();
  const bool agree = std::all_of(word.votes.begin(), word.votes.end(),
                                 [&](Node head) { return head == word.votes.front(); });
  return some_right && !agree;
}

/// Newton's method. The weights are drawn towards `towards`, more strongly the larger `ridge`.
std::vector<double> fit(const Words& words, const std::vector<double>& towards, double ridge) {
  constexpr int kSteps = 20;
  constexpr double kLongestStep = 1;
  const std::size_t size = towards.size();
  std::vector<double> weights = towards;
  std::vector<double> gradient(size);
  std::vector<double> curvature(size * size);
  Candidates candidates;
  for (int step = 0; step < kSteps; ++step) {
    std::fill(curvature.begin(), curvature.end(), 0);
    for (std::size_t i = 0; i < size; ++i) {
      gradient[i] = ridge * (towards[i] - weights[i]);
      curvature[i * size + i] = ridge;
    }
    for (const ObservedVotes* word : words) {
      candidates.set(*word, weights);
      for (std::size_t i = 0; i < size; ++i) {
        const double expected = candidates.probability(word->votes[i]);
        gradient[i] += (word->votes[i] == word->head ? 1 : 0) - expected;
        for (std::size_t j = 0; j < size; ++j) {
          const double both = word->votes[i] == word->votes[j] ? expected : 0;
          curvature[i * size + j] += both - expected * candidates.probability(word->votes[j]);
        }
      }
    }
    solve_equations(curvature, gradient);
    for (std::size_t i = 0; i < size; ++i) {
      weights[i] += std::clamp(gradient[i], -kLongestStep, kLongestStep);
    }
  }
  return weights;
}

/// A vote must not count against its own choice.
void make_positive(std::vector<double>& weights) {
  constexpr double kLeast = 0.01;
  for (double& weight : weights) weight = std::max(weight, kLeast);
}

}  // namespace

VoteWeights equal_weights(std::size_t members) { return {std::vector<double>(members, 1)}; }

VoteWeights fit_vote_weights(std::span<const ObservedVotes> words, std::size_t members) {
  constexpr double kRidge = 1;
  constexpr double kRidgeOfTags = 10;
  Words all;
  std::map<std::string, Words> by_tag;
  for (const ObservedVotes& word : words) {
    if (!says_something(word)) continue;
    all.push_back(&word);
    by_tag[word.tag].push_back(&word);
  }
  VoteWeights weights = equal_weights(members);
  if (all.empty()) return weights;
  weights.members = fit(all, weights.members, kRidge);
  for (const auto& [tag, of_tag] : by_tag) {
    weights.by_tag[tag] = fit(of_tag, weights.members, kRidgeOfTags);
    make_positive(weights.by_tag[tag]);
  }
  make_positive(weights.members);
  return weights;
}

}  // namespace panarc
