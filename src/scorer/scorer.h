#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "feature/plan.h"
#include "scorer/dense_add.h"

namespace panarc {

/// Scores the classes of a configuration: the sum of the weights of its features.
///
/// Keeps the sums of groups of features (see FeaturePlan) as long as the weights do not change; one
/// a thread. The sum over groups is taken in a fixed order, kept or not, so that scores do not
/// depend on what was scored before.
template <class Table>
class Scorer {
 public:
  using Score = typename Table::Score;

  Scorer(const FeaturePlan& plan, const Table& table, unsigned log_kept = 7)
      : plan_(plan),
        table_(table),
        stride_((table.classes() + kAlign - 1) / kAlign * kAlign),
        mask_((std::size_t{1} << log_kept) - 1),
        signatures_(plan.group_count() << log_kept),
        sums_(stride_ * (plan.group_count() << log_kept)),
        keys_(plan.key_count() + 1),
        misses_(plan.group_count()),
        slots_(plan.group_count()),
        scores_(stride_) {}

  /// The weights have changed.
  void forget() { std::fill(signatures_.begin(), signatures_.end(), 0); }

  [[nodiscard]] std::size_t classes() const { return table_.classes(); }
  [[nodiscard]] const FeaturePlan& plan() const { return plan_; }
  /// How many features were looked up in the table so far.
  [[nodiscard]] std::uint64_t lookups() const { return lookups_; }

  /// The scores of all classes, valid until the next call.
  const Score* score(const ParseState& state, const EncodedSentence& words) {
    const std::size_t groups = plan_.group_count();
    if (groups == 0) return scores_.data();
    plan_.gather(state, words, scratch_);
    std::size_t misses = 0;
    std::uint64_t* key = keys_.data();
    for (std::size_t group = 0; group < groups; ++group) {
      const std::uint64_t signature = plan_.signature(group, scratch_);
      const std::size_t slot = group * (mask_ + 1) + (signature & mask_);
      slots_[group] = slot;
      if (signatures_[slot] == signature) continue;
      signatures_[slot] = signature;
      const std::size_t count = plan_.keys(group, scratch_, key);
      for (std::size_t i = 0; i < count; ++i) table_.prefetch(key[i]);
      misses_[misses++] = {slot, count};
      key += count;
    }
    const std::uint64_t* const end = key;
    for (key = keys_.data(); key != end; ++key) table_.prefetch_row(*key);
    lookups_ += static_cast<std::uint64_t>(end - keys_.data());
    key = keys_.data();
    for (std::size_t i = 0; i < misses; ++i) {
      Score* const sums = &sums_[misses_[i].slot * stride_];
      std::fill_n(sums, stride_, Score{});
      for (std::size_t j = 0; j < misses_[i].keys; ++j) table_.add(*key++, sums);
    }
    std::copy_n(&sums_[slots_[0] * stride_], stride_, scores_.data());
    for (std::size_t group = 1; group < groups; ++group) {
      add_dense(&sums_[slots_[group] * stride_], scores_.data(), stride_);
    }
    return scores_.data();
  }

 private:
  static constexpr std::size_t kAlign = 8;
  struct Miss {
    std::size_t slot = 0;
    std::size_t keys = 0;
  };

  const FeaturePlan& plan_;
  const Table& table_;
  std::size_t stride_;
  std::size_t mask_;
  std::vector<std::uint64_t> signatures_;
  std::vector<Score> sums_;
  std::vector<std::uint64_t> keys_;
  std::vector<Miss> misses_;
  std::vector<std::size_t> slots_;
  std::vector<Score> scores_;
  FeaturePlan::Scratch scratch_;
  std::uint64_t lookups_ = 0;
};

}  // namespace panarc
