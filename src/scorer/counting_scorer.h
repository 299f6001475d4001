#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "scorer/feature_counts.h"
#include "scorer/scorer.h"

namespace panarc {

/// Counts the features of states, except those of word vectors, whose keys do not identify words.
/// `Features` and counts must outlive it.
template <class Features>
class FeatureCounter {
 public:
  using State = typename Features::State;
  using Input = typename Features::Input;

  FeatureCounter(const Features& features, FeatureCounts& counts)
      : features_(features), counts_(counts), keys_(features.key_count()) {}

  void begin(const Input& input) { input_ = &input; }
  void count(std::span<const State* const> states) {
    for (const State* const state : states) {
      features_.gather(*state, *input_, scratch_);
      for (std::size_t group = 0; group < features_.group_count(); ++group) {
        const std::size_t count = features_.keys(group, scratch_, keys_.data());
        for (std::size_t i = 0; i < count; ++i) counts_.add(keys_[i]);
      }
    }
  }

 private:
  const Features& features_;
  FeatureCounts& counts_;
  const Input* input_ = nullptr;
  typename Features::Scratch scratch_;
  std::vector<std::uint64_t> keys_;
};

/// Wraps another scorer, and counts states each time they are scored.
template <class Features, class Score>
class CountingScorer final
    : public Scorer<typename Features::State, typename Features::Input, Score> {
 public:
  using State = typename Features::State;
  using Input = typename Features::Input;

  CountingScorer(std::unique_ptr<Scorer<State, Input, Score>> scorer, const Features& features,
                 FeatureCounts& counts)
      : scorer_(std::move(scorer)), counter_(features, counts) {}

  void begin(const Input& input) override {
    counter_.begin(input);
    scorer_->begin(input);
  }
  std::span<const Score* const> score(std::span<const State* const> states) override {
    counter_.count(states);
    return scorer_->score(states);
  }

 private:
  std::unique_ptr<Scorer<State, Input, Score>> scorer_;
  FeatureCounter<Features> counter_;
};

/// A scorer in training that counts the features of what is scored.
template <class Features>
class CountingLearningScorer final
    : public LearningScorer<typename Features::State, typename Features::Input> {
 public:
  using State = typename Features::State;
  using Input = typename Features::Input;

  CountingLearningScorer(std::unique_ptr<LearningScorer<State, Input>> scorer,
                         const Features& features, FeatureCounts& counts)
      : scorer_(std::move(scorer)), counter_(features, counts) {}

  void begin(const Input& input) override {
    counter_.begin(input);
    scorer_->begin(input);
  }
  std::span<const float* const> score(std::span<const State* const> states) override {
    counter_.count(states);
    return scorer_->score(states);
  }
  void forget() override { scorer_->forget(); }
  void learn(const Update<State>& update, Changes& changes) override {
    scorer_->learn(update, changes);
  }

 private:
  std::unique_ptr<LearningScorer<State, Input>> scorer_;
  FeatureCounter<Features> counter_;
};

}  // namespace panarc
