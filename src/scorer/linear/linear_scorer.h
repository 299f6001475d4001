#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "scorer/linear/class_loops.h"

namespace panarc {

/// How many sums are kept for a group that looks at one part of a configuration; see LinearScorer.
inline constexpr unsigned kLogKeptSums = 7;

/// The slot for sums with a signature. Multiplying makes its high bits depend on all others.
constexpr std::size_t slot_of_kept_sums(std::size_t group, std::uint64_t signature) {
  constexpr std::uint64_t kGoldenRatio = 0x9e3779b97f4a7c15ULL;
  return (group << kLogKeptSums) + ((signature * kGoldenRatio) >> (64 - kLogKeptSums));
}

/// Scores the classes of states: the sum of the weights of their features.
///
/// Keeps the sums of groups of features (see FeaturePlan) as long as the weights do not change; one
/// per thread. Groups are added up in a fixed order, so scores do not depend on what was scored
/// before. The features of a word's vector depend only on that word, so their sums are always kept.
/// Hypotheses of a beam often differ only in what templates no longer look at, so their scores are
/// kept, too.
///
/// `Features` turns states into keys: FeaturePlan, or a class with the same members.
template <class Features, class Table>
class LinearScorer {
 public:
  using State = typename Features::State;
  using Input = typename Features::Input;
  using Score = typename Table::Score;

  /// Which sums are kept: those of groups that look at one part of a configuration, for greedy
  /// search, where the others hardly ever recur; or those of all groups, for a beam.
  enum class Keep { kSimple, kAll };
  /// What is worth keeping in a search with this beam.
  static Keep keep_for(std::size_t beam) { return beam > 1 ? Keep::kAll : Keep::kSimple; }

  LinearScorer(const Features& features, const Table& table, Keep keep)
      : features_(features),
        table_(table),
        stride_((table.classes() + kRowAlignment - 1) / kRowAlignment * kRowAlignment),
        keys_(features.key_count()),
        passing_sums_(stride_),
        keeps_scores_(keep == Keep::kAll),
        kept_scores_(keeps_scores_ ? kKeptScores : 0),
        scores_(stride_ * kept_scores_.size()) {
    for (std::size_t group = 0; group < features.group_count(); ++group) {
      const bool is_kept = keep == Keep::kAll || features.is_simple(group);
      if (is_kept) kept_.push_back(group);
      has_passing_ = has_passing_ || !is_kept;
    }
    const std::size_t kept = kept_.size() + features.vector_count();
    signatures_.resize(kept << kLogKeptSums);
    sums_.resize(stride_ * (kept << kLogKeptSums));
    parts_.resize(kept + (has_passing_ ? 1 : 0), passing_sums_.data());
    misses_.resize(kept_.size());
    if (features.vector_count() > 0) {
      vector_sums_.resize(stride_);
      vector_limit_ = kVectorLimit / static_cast<float>(features.vector_count());
    }
  }

  /// The weights have changed.
  void forget() {
    std::fill(signatures_.begin(), signatures_.end(), 0);
    std::fill(kept_scores_.begin(), kept_scores_.end(), KeptScores{});
  }

  [[nodiscard]] const Features& features() const { return features_; }
  [[nodiscard]] const Input& input() const { return *input_; }
  /// The number of features looked up in the table so far.
  [[nodiscard]] std::uint64_t lookups() const { return lookups_; }

  void begin(const Input& input) { input_ = &input; }

  /// The scores of all classes, one row per state; all are valid until the next call.
  std::span<const Score* const> score(std::span<const State* const> states) {
    ++call_;
    rows_.resize(states.size());
    fresh_.resize(std::max(fresh_.size(), stride_ * states.size()));
    for (std::size_t i = 0; i < states.size(); ++i) {
      features_.gather(*states[i], *input_, scratch_);
      rows_[i] = keeps_scores_ ? find_scores(i) : add_up(&fresh_[i * stride_]);
    }
    return rows_;
  }

 private:
  /// A copy of a table that only has pointers cannot alias what is written, so they stay in
  /// registers.
  using TableHandle =
      std::conditional_t<std::is_trivially_copyable_v<Table>, const Table, const Table&>;
  static constexpr std::size_t kKeptScores = 256;
  /// Limit of the sums of all vectors together: half the range of an integer.
  static constexpr float kVectorLimit = 0x1p30F;
  struct Miss {
    std::size_t slot = 0;
    std::span<const std::uint64_t> keys;
  };
  /// Whose scores are in a slot, and the last call that returned them.
  struct KeptScores {
    std::uint64_t signature = 0;
    std::uint64_t call = 0;
  };

  /// The scores of what was gathered for state `i` of a call. A slot that another state of this
  /// call uses is left alone.
  const Score* find_scores(std::size_t i) {
    const std::uint64_t signature = features_.signature(scratch_);
    const std::size_t slot = signature % kKeptScores;
    KeptScores& kept = kept_scores_[slot];
    Score* const scores = &scores_[slot * stride_];
    if (kept.signature != signature) {
      if (kept.call == call_) return add_up(&fresh_[i * stride_]);
      kept.signature = signature;
      add_up(scores);
    }
    kept.call = call_;
    return scores;
  }

  /// Adds up all weights of the gathered features.
  const Score* add_up(Score* scores) {
    const TableHandle table = table_;
    std::span<const std::uint64_t> passing;
    if (has_passing_) passing = {keys_.data(), features_.passing_keys(scratch_, keys_.data())};
    prefetch(passing);
    std::uint64_t* end = keys_.data() + passing.size();
    std::size_t misses = 0;
    for (std::size_t i = 0; i < kept_.size(); ++i) {
      const std::uint64_t signature = features_.signature(kept_[i], scratch_);
      const std::size_t slot = slot_of_kept_sums(i, signature);
      parts_[i] = &sums_[slot * stride_];
      if (signatures_[slot] == signature) continue;
      signatures_[slot] = signature;
      const std::span missing(end, features_.keys(kept_[i], scratch_, end));
      prefetch(missing);
      misses_[misses++] = {slot, missing};
      end += missing.size();
    }
    const std::span keys(keys_.data(), end);
    for (const std::uint64_t key : keys) table.prefetch_row(key);
    lookups_ += keys.size();
    if (has_passing_) {
      std::fill_n(passing_sums_.data(), stride_, Score{});
      for (const std::uint64_t key : passing) table.add(key, passing_sums_.data());
    }
    for (const Miss& miss : std::span(misses_).first(misses)) {
      Score* const sums = &sums_[miss.slot * stride_];
      std::fill_n(sums, stride_, Score{});
      for (const std::uint64_t key : miss.keys) table.add(key, sums);
    }
    if (!vector_sums_.empty()) find_vector_sums();
    sum_rows(parts_.data(), parts_.size(), scores, stride_);
    return scores;
  }

  void prefetch(std::span<const std::uint64_t> keys) const {
    for (const std::uint64_t key : keys) table_.prefetch(key);
  }

  /// The slots of word vectors follow those of the kept groups. Vectors are identified by number,
  /// so no hash is needed.
  void find_vector_sums() {
    const Score** const parts = parts_.data() + parts_.size() - features_.vector_count();
    for (std::size_t i = 0; i < features_.vector_count(); ++i) {
      const std::uint64_t number = features_.vector_number(i, scratch_);
      const std::size_t slot = slot_of_kept_sums(kept_.size() + i, number);
      parts[i] = &sums_[slot * stride_];
      if (signatures_[slot] == number + 1) continue;
      signatures_[slot] = number + 1;
      add_up_vector(i, number, &sums_[slot * stride_]);
    }
  }

  void add_up_vector(std::size_t index, std::uint64_t number, Score* sums) {
    std::fill(vector_sums_.begin(), vector_sums_.end(), 0.0F);
    if (number != 0) {
      const auto keys = features_.vector_keys(index);
      const auto values = features_.vector(number);
      prefetch(keys);
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

  const Features& features_;
  const Table& table_;
  std::size_t stride_;
  const Input* input_ = nullptr;
  std::vector<std::size_t> kept_;  // groups
  bool has_passing_ = false;       // whether there are others
  std::vector<std::uint64_t> signatures_;
  std::vector<Score> sums_;
  std::vector<const Score*> parts_;  // sums for one state: of kept groups, others, vectors
  std::vector<Miss> misses_;
  std::vector<std::uint64_t> keys_;
  std::vector<Score> passing_sums_;
  bool keeps_scores_;
  std::vector<KeptScores> kept_scores_;
  std::vector<Score> scores_;  // of the slots
  std::vector<Score> fresh_;   // for the states of a call that have no slot
  std::vector<const Score*> rows_;
  std::uint64_t call_ = 0;
  std::vector<float> vector_sums_;  // empty if there are no vectors
  float vector_limit_ = 0;
  typename Features::Scratch scratch_;
  std::uint64_t lookups_ = 0;
};

}  // namespace panarc
