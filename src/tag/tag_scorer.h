#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "scorer/linear/linear_learner.h"
#include "scorer/linear/linear_scorer.h"
#include "scorer/scorer.h"
#include "tag/tag_set.h"
#include "tag/tagging_features.h"

namespace panarc {

/// Computes the scores of tags from those of their parts.
template <class Score>
class PartSums {
 public:
  explicit PartSums(const TagSet& tags) : tags_(tags) {}

  /// Given the scores of parts for some states, the scores of all tags that their words may have.
  std::span<const Score* const> of(std::span<const TaggingState* const> states,
                                   std::span<const Score* const> parts) {
    if (tags_.are_parts()) return parts;
    sums_.resize(std::max(sums_.size(), states.size() * tags_.size()));
    rows_.resize(states.size());
    for (std::size_t i = 0; i < states.size(); ++i) {
      Score* const row = &sums_[i * tags_.size()];
      const std::span<const Tag> choices = TaggingTask::choices(*states[i]);
      const auto add = [&](Tag tag) {
        Score sum{};
        for (const Tag part : tags_.parts(tag)) sum += parts[i][part];
        row[tag] = sum;
      };
      if (choices.empty()) {
        for (std::size_t tag = 0; tag < tags_.size(); ++tag) add(static_cast<Tag>(tag));
      } else {
        for (const Tag tag : choices) add(tag);
      }
      rows_[i] = row;
    }
    return rows_;
  }

 private:
  const TagSet& tags_;
  std::vector<Score> sums_;
  std::vector<const Score*> rows_;
};

/// Scores tags with the weights of a table, whose classes are the parts of tags.
template <class Table>
class TagScorer {
 public:
  using Score = typename Table::Score;
  using Core = LinearScorer<TaggingFeatures, Table>;

  /// The arguments must outlive it.
  TagScorer(const TagSet& tags, const TaggingFeatures& features, const Table& table,
            std::size_t beam)
      : scorer_(features, table, Core::keep_for(beam)), sums_(tags) {}

  void begin(const TaggingInput& input) { scorer_.begin(input); }
  std::span<const Score* const> score(std::span<const TaggingState* const> states) {
    return sums_.of(states, scorer_.score(states));
  }

 private:
  Core scorer_;
  PartSums<Score> sums_;
};

/// Scores tags in training: what is learnt about a tag is learnt about its parts.
class TagLearningScorer final : public LearningScorer<TaggingState, TaggingInput> {
 public:
  /// The arguments must outlive it.
  TagLearningScorer(const TagSet& tags, const TaggingFeatures& features, const TrainingTable& table,
                    std::size_t beam)
      : tags_(tags), scorer_(features, table, beam), sums_(tags) {}

  void begin(const TaggingInput& input) override { scorer_.begin(input); }
  std::span<const float* const> score(std::span<const TaggingState* const> states) override {
    return sums_.of(states, scorer_.score(states));
  }
  void forget() override { scorer_.forget(); }
  void learn(const Update<TaggingState>& update, Changes& changes) override;

 private:
  /// Parts that would rise with one tag and fall with another stay unchanged.
  void add_parts(std::uint32_t state);

  const TagSet& tags_;
  LinearLearningScorer<TaggingFeatures> scorer_;
  PartSums<float> sums_;
  Update<TaggingState> of_parts_;
  std::vector<float> coefficients_;  // by part, for one state
};

}  // namespace panarc
