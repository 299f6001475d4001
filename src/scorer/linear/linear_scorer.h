#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/hash.h"
#include "feature/plan.h"
#include "scorer/linear/class_loops.h"

namespace panarc {

/// Scores the classes of a configuration: the sum of the weights of its features.
///
/// Keeps the sums of groups of features (see FeaturePlan) as long as the weights do not change; one
/// a thread. The sum over groups is taken in a fixed order, so that scores do not depend on what
/// was scored before. The features of a word's vector depend on that word alone, so that their sums
/// are always kept. Hypotheses of a beam often differ only in what no template looks at any more,
/// so that their scores are kept too.
template <class Table>
class Scorer {
 public:
  using Score = typename Table::Score;

  /// Which sums are kept: of groups that look at one part of a configuration, for greedy search,
  /// where the others hardly ever come again; or of all groups, for a beam.
  enum class Keep { kSimple, kAll };

  Scorer(const FeaturePlan& plan, const Table& table, Keep keep)
      : plan_(plan),
        table_(table),
        stride_((table.classes() + kRowAlignment - 1) / kRowAlignment * kRowAlignment),
        keys_(plan.key_count() + 1),
        passing_sums_(stride_),
        keeps_scores_(keep == Keep::kAll),
        score_signatures_(keeps_scores_ ? kKeptScores : 0),
        scores_(stride_ * (keeps_scores_ ? kKeptScores : 1)) {
    for (std::size_t group = 0; group < plan.group_count(); ++group) {
      (keep == Keep::kAll || plan.is_simple(group) ? kept_ : passing_).push_back(group);
    }
    const std::size_t kept = kept_.size() + plan.vector_count();
    signatures_.resize(kept << kLogSlots);
    sums_.resize(stride_ * (kept << kLogSlots));
    rows_.resize(kept + (passing_.empty() ? 0 : 1), passing_sums_.data());
    misses_.resize(kept_.size());
    if (plan.vector_count() > 0) {
      vector_sums_.resize(stride_);
      vector_limit_ = kVectorLimit / static_cast<float>(plan.vector_count());
    }
  }

  /// The weights have changed.
  void forget() {
    std::fill(signatures_.begin(), signatures_.end(), 0);
    std::fill(score_signatures_.begin(), score_signatures_.end(), 0);
  }

  [[nodiscard]] std::size_t classes() const { return table_.classes(); }
  [[nodiscard]] const FeaturePlan& plan() const { return plan_; }
  /// How many features were looked up in the table so far.
  [[nodiscard]] std::uint64_t lookups() const { return lookups_; }

  /// The scores of all classes, valid until the next call.
  const Score* score(const ParseState& state, const EncodedSentence& words) {
    plan_.gather(state, words, scratch_);
    Score* scores = scores_.data();
    if (keeps_scores_) {
      const std::uint64_t signature = plan_.signature(scratch_);
      const std::size_t slot = signature % kKeptScores;
      scores += slot * stride_;
      if (score_signatures_[slot] == signature) return scores;
      score_signatures_[slot] = signature;
    }
    add_up(scores);
    return scores;
  }

 private:
  static constexpr unsigned kLogSlots = 7;
  static constexpr std::size_t kSlotMask = (std::size_t{1} << kLogSlots) - 1;
  static constexpr std::size_t kKeptScores = 256;
  /// What the sums of all vectors together may come to: half of what an integer can hold.
  static constexpr float kVectorLimit = 0x1p30F;
  struct Miss {
    std::size_t slot = 0;
    std::size_t keys = 0;
  };

  /// Adds up all weights of what was gathered.
  void add_up(Score* scores) {
    std::uint64_t* end = keys_.data();
    for (const std::size_t group : passing_) end += add_keys(group, end);
    const std::uint64_t* const passing_end = end;
    std::size_t misses = 0;
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      const std::uint64_t signature = plan_.signature(kept_[i], scratch_);
      const std::size_t slot = (i << kLogSlots) + (signature & kSlotMask);
      rows_[i] = &sums_[slot * stride_];
      if (signatures_[slot] == signature) continue;
      signatures_[slot] = signature;
      const std::size_t count = add_keys(kept_[i], end);
      misses_[misses++] = {slot, count};
      end += count;
    }
    const std::uint64_t* key = keys_.data();
    for (; key != end; ++key) table_.prefetch_row(*key);
    lookups_ += static_cast<std::uint64_t>(end - keys_.data());
    key = keys_.data();
    if (!passing_.empty()) {
      std::fill_n(passing_sums_.data(), stride_, Score{});
      for (; key != passing_end; ++key) table_.add(*key, passing_sums_.data());
    }
    for (std::size_t i = 0; i < misses; ++i) {
      Score* const sums = &sums_[misses_[i].slot * stride_];
      std::fill_n(sums, stride_, Score{});
      for (std::size_t j = 0; j < misses_[i].keys; ++j) table_.add(*key++, sums);
    }
    if (!vector_sums_.empty()) find_vector_sums();
    sum_rows(rows_.data(), rows_.size(), scores, stride_);
  }

  std::size_t add_keys(std::size_t group, std::uint64_t* keys) {
    const std::size_t count = plan_.keys(group, scratch_, keys);
    for (std::size_t i = 0; i < count; ++i) table_.prefetch(keys[i]);
    return count;
  }

  /// Their slots follow those of the kept groups. A vector is told by its number, so that no hash
  /// is needed.
  void find_vector_sums() {
    const Score** const rows = rows_.data() + rows_.size() - plan_.vector_count();
    for (std::size_t i = 0; i < plan_.vector_count(); ++i) {
      const std::uint64_t number = plan_.vector_number(i, scratch_);
      const std::size_t slot = ((kept_.size() + i) << kLogSlots) + (mix_bits(number) & kSlotMask);
      rows[i] = &sums_[slot * stride_];
      if (signatures_[slot] == number + 1) continue;
      signatures_[slot] = number + 1;
      add_up_vector(i, number, &sums_[slot * stride_]);
    }
  }

  void add_up_vector(std::size_t index, std::uint64_t number, Score* sums) {
    std::fill(vector_sums_.begin(), vector_sums_.end(), 0.0F);
    if (number != 0) {
      const auto keys = plan_.vector_keys(index);
      const auto values = plan_.vector(number);
      for (const std::uint64_t key : keys) table_.prefetch(key);
      for (const std::uint64_t key : keys) table_.prefetch_row(key);
      for (std::size_t i = 0; i < keys.size(); ++i) {
        table_.add_scaled(keys[i], values[i], vector_sums_.data());
      }
      lookups_ += keys.size();
    }
    std::transform(vector_sums_.begin(), vector_sums_.end(), sums,
                   [&](float sum) { return to_score(sum); });
  }

  [[nodiscard]] Score to_score(float sum) const {
    if constexpr (std::is_same_v<Score, float>) {
      return sum;
    } else {
      return static_cast<Score>(std::lrint(std::clamp(sum, -vector_limit_, vector_limit_)));
    }
  }

  const FeaturePlan& plan_;
  const Table& table_;
  std::size_t stride_;
  std::vector<std::size_t> kept_;     // groups
  std::vector<std::size_t> passing_;  // the other groups
  std::vector<std::uint64_t> signatures_;
  std::vector<Score> sums_;
  std::vector<const Score*> rows_;  // sums in this configuration: of kept groups, others, vectors
  std::vector<Miss> misses_;
  std::vector<std::uint64_t> keys_;
  std::vector<Score> passing_sums_;
  bool keeps_scores_;
  std::vector<std::uint64_t> score_signatures_;
  std::vector<Score> scores_;
  std::vector<float> vector_sums_;  // empty if there are no vectors
  float vector_limit_ = 0;
  FeaturePlan::Scratch scratch_;
  std::uint64_t lookups_ = 0;
};

/// What is worth keeping in a search with so many hypotheses.
template <class Table>
typename Scorer<Table>::Keep keep_for(std::size_t beam) {
  return beam > 1 ? Scorer<Table>::Keep::kAll : Scorer<Table>::Keep::kSimple;
}

}  // namespace panarc
