#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "scorer/linear/class_loops.h"
#include "scorer/linear/frozen_table.h"
#include "scorer/linear/linear_scorer.h"

namespace panarc {

/// The largest weight for which the sum of this many is never out of the range of 16 bits.
constexpr int largest_narrow_weight(std::size_t features) {
  constexpr std::size_t kLargest = std::numeric_limits<std::int16_t>::max();
  return static_cast<int>(kLargest / std::max<std::size_t>(features, 1));
}

/// A faster LinearScorer for greedy search: gives the same scores if weights are so small that all
/// sums fit in 16 bits.
///
/// Then a row with a weight for every class is like the kept sum of a group: an array of narrow
/// numbers. All of them are added up at once, in registers. Only rows of pairs are added one by
/// one, in a separate array.
template <class Features>
class GreedyScorer {
 public:
  using State = typename Features::State;
  using Input = typename Features::Input;
  using Score = FrozenTable::Score;

  /// Whether sums of weights fit into 16 bits, and there are no word vectors, which need more.
  static bool can_score(const Features& features, const FrozenTable& table) {
    return features.vector_count() == 0 &&
           table.largest_weight() <= largest_narrow_weight(features.key_count());
  }

  GreedyScorer(const Features& features, const FrozenTable& table)
      : features_(features),
        table_(table),
        stride_((table.classes() + kNarrowBlock - 1) / kNarrowBlock * kNarrowBlock),
        keys_(features.key_count()),
        pair_sums_(stride_),
        tail_(2 * stride_) {
    const std::span<const Sum> numbers = table.numbers();
    const auto tail = numbers.last(std::min(stride_, numbers.size()));
    tail_begin_ = tail.data();
    std::ranges::copy(tail, tail_.begin());
    for (std::size_t group = 0; group < features.group_count(); ++group) {
      if (features.is_simple(group)) kept_.push_back(group);
    }
    signatures_.resize(kept_.size() << kLogKeptSums);
    sums_.resize(stride_ * signatures_.size());
    parts_.resize(kept_.size() + features.key_count() + 1);
    misses_.resize(kept_.size());
  }

  void begin(const Input& input) { input_ = &input; }

  /// The scores of all classes, one row per state; all are valid until the next call.
  std::span<const Score* const> score(std::span<const State* const> states) {
    rows_.resize(states.size());
    scores_.resize(std::max(scores_.size(), stride_ * states.size()));
    for (std::size_t i = 0; i < states.size(); ++i) {
      features_.gather(*states[i], *input_, scratch_);
      add_up(&scores_[i * stride_]);
      rows_[i] = &scores_[i * stride_];
    }
    return rows_;
  }

 private:
  using Sum = std::int16_t;
  /// A group without kept sums: where they will be stored, and the end of its keys.
  struct Miss {
    Sum* sums = nullptr;
    const std::uint64_t* end = nullptr;
  };

  /// Adds up all weights of the gathered features.
  void add_up(Score* scores) {
    // Local copies cannot alias what is written, so they stay in registers.
    const FrozenTable table = table_;
    std::uint64_t* const keys = keys_.data();
    std::uint64_t* const passing_end = keys + features_.passing_keys(scratch_, keys);
    for (const std::uint64_t* key = keys; key != passing_end; ++key) table.prefetch(*key);
    const std::span<const Miss> misses = find_kept(table, passing_end);
    const std::uint64_t* const end = misses.empty() ? passing_end : misses.back().end;
    for (const std::uint64_t* key = keys; key != end; ++key) table.prefetch_row(*key);
    const std::size_t parts = add_passing(table, passing_end);
    add_missed(table, passing_end, misses);
    sum_narrow_rows(parts_.data(), parts, scores, stride_);
  }

  /// Finds the kept sums. Writes the keys of those that are missing.
  std::span<const Miss> find_kept(const FrozenTable& table, std::uint64_t* keys) {
    const std::span<const std::size_t> kept = kept_;
    std::uint64_t* const signatures = signatures_.data();
    const Sum** const parts = parts_.data();
    std::size_t misses = 0;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const std::uint64_t signature = features_.signature(kept[i], scratch_);
      const std::size_t slot = slot_of_kept_sums(i, signature);
      Sum* const sums = sums_.data() + slot * stride_;
      parts[i] = sums;
      if (signatures[slot] == signature) continue;
      signatures[slot] = signature;
      std::uint64_t* const end = keys + features_.keys(kept[i], scratch_, keys);
      for (; keys != end; ++keys) table.prefetch(*keys);
      misses_[misses++] = {sums, end};
    }
    return std::span(misses_).first(misses);
  }

  /// Adds the groups that are not kept. Returns how many parts the scores have.
  std::size_t add_passing(const FrozenTable& table, const std::uint64_t* end) {
    Sum* const sums = pair_sums_.data();
    const Sum* const tail = tail_begin_;
    const Sum** part = parts_.data() + kept_.size();
    std::fill_n(sums, stride_, Sum{});
    for (const std::uint64_t* key = keys_.data(); key != end; ++key) {
      table.add_narrow(*key, sums,
                       [&](const Sum* row) { *part++ = row < tail ? row : in_tail(row); });
    }
    // Last, when the writes are most likely to have completed.
    *part++ = sums;
    return static_cast<std::size_t>(part - parts_.data());
  }

  void add_missed(const FrozenTable& table, const std::uint64_t* key,
                  std::span<const Miss> misses) {
    const std::size_t stride = stride_;
    for (const Miss& miss : misses) {
      Sum* const sums = miss.sums;
      const std::uint64_t* const end = miss.end;
      std::fill_n(sums, stride, Sum{});
      for (; key != end; ++key) {
        table.add_narrow(*key, sums, [&](const Sum* row) {
          add_narrow_row(row < tail_begin_ ? row : in_tail(row), sums, stride);
        });
      }
    }
  }

  [[nodiscard]] const Sum* in_tail(const Sum* row) const {
    return tail_.data() + (row - tail_begin_);
  }

  const Features& features_;
  FrozenTable table_;
  std::size_t stride_;
  const Input* input_ = nullptr;
  std::vector<std::size_t> kept_;  // groups
  std::vector<std::uint64_t> signatures_;
  std::vector<Sum> sums_;
  std::vector<const Sum*> parts_;  // of one state: kept sums, rows, and the sum of pairs
  std::vector<Miss> misses_;
  std::vector<std::uint64_t> keys_;
  std::vector<Sum> pair_sums_;
  // A row has fewer numbers than are added up at a time. Those beyond its end belong to other rows,
  // and go into sums that are not used. There may be nothing beyond the last rows of the table:
  // rows from `tail_begin_` on are read from a copy, padded with zeros.
  const Sum* tail_begin_;
  std::vector<Sum> tail_;
  std::vector<Score> scores_;
  std::vector<const Score*> rows_;
  typename Features::Scratch scratch_;
};

}  // namespace panarc
