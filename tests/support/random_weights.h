#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <string_view>
#include <vector>

#include "base/hash.h"
#include "feature/encoder.h"
#include "feature/plan.h"
#include "scorer/linear/linear_learner.h"

/// Models and sentences for tests that need any, and many.

namespace panarc::test {

/// A table that has a weight for every feature and class, made up from a seed. Weights are whole
/// numbers from -`range` to `range`, so that sums of them are exact in any order; with a range of 1
/// most scores have equals.
class RandomWeights {
 public:
  using Score = float;

  RandomWeights(std::size_t classes, std::uint64_t seed, int range = 100)
      : classes_(classes), seed_(seed), range_(range) {}

  [[nodiscard]] std::size_t classes() const { return classes_; }
  void prefetch(std::uint64_t /*key*/) const {}
  void prefetch_row(std::uint64_t /*key*/) const {}
  void add(std::uint64_t key, Score* scores) const {
    for (std::size_t cls = 0; cls < classes_; ++cls) scores[cls] += weight(key, cls);
  }
  void add_scaled(std::uint64_t key, float value, float* sums) const {
    for (std::size_t cls = 0; cls < classes_; ++cls) sums[cls] += value * weight(key, cls);
  }

  [[nodiscard]] Score weight(std::uint64_t key, std::size_t cls) const {
    const std::uint64_t hash = mix_bits(mix_bits(key + seed_) + cls);
    const auto values = 2 * static_cast<std::uint64_t>(range_) + 1;
    return static_cast<Score>(static_cast<int>(hash % values) - range_);
  }

 private:
  std::size_t classes_;
  std::uint64_t seed_;
  int range_;
};

/// Scores states by such weights.
using RandomScorer = LinearLearningScorer<FeaturePlan, RandomWeights>;

/// The scores of all classes, by the definition: the sum of the weights of all features.
template <class Table>
std::vector<typename Table::Score> plain_scores(const FeaturePlan& plan, const Table& table,
                                                const ParseState& state,
                                                const EncodedSentence& words) {
  std::vector<typename Table::Score> scores(table.classes());
  std::vector<std::uint64_t> keys(plan.key_count());
  FeaturePlan::Scratch scratch;
  plan.gather(state, words, scratch);
  for (std::size_t group = 0; group < plan.group_count(); ++group) {
    const std::size_t count = plan.keys(group, scratch, keys.data());
    for (std::size_t i = 0; i < count; ++i) table.add(keys[i], scores.data());
  }
  return scores;
}

inline FeaturePlan plan_of(std::string_view templates) {
  return FeaturePlan(parse_templates(templates, "templates"));
}

/// A sentence of random words, out of a handful for each column; some lack a value.
template <class Random>
EncodedSentence random_words(Random& random, int size, std::size_t columns) {
  EncodedSentence words;
  words.reset(size, columns);
  std::uniform_int_distribution<std::uint64_t> value(0, 6);
  for (Node node = 0; node <= size; ++node) {
    for (std::size_t column = 0; column < columns; ++column) {
      words.set(node, column, node == kRoot ? mix_bits(kUnknownWord) : mix_bits(value(random)));
    }
  }
  return words;
}

/// Templates that look at most of what there is, but are few.
inline constexpr std::string_view kVariedTemplates =
    "s0.form+b0.form s0.upos+b0.upos+s1.upos b0.form+b1.upos s0l.upos+s0.form s0.label+b0l.label "
    "s0.rval+s0.lval b0.lval+b0.upos s0h.form s0.rlabels+b0.llabels distance+s0.upos "
    "history1+history2 s0r2.form s0.feats b0p.form+b0n.form";

}  // namespace panarc::test
