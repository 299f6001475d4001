#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "scorer/linear/class_loops.h"
#include "scorer/linear/training_table.h"

namespace panarc {

/// A weight in a frozen table: 16 bits, in units known to its owner.
struct QuantizedWeight {
  std::uint16_t cls;
  std::int16_t value;
};
static_assert(sizeof(QuantizedWeight) == sizeof(std::uint32_t));  // rows are counted in words

/// The weights of a linear model for parsing: read-only, and the same bytes on disk and in memory.
///
/// Features are stored bucket after bucket without gaps; an index tells where each bucket begins.
/// The index is small and stays in cache, so that a feature costs one access to main memory. In a
/// bucket, each feature has a header with 24 bits of its key and 8 bits for the length of its row,
/// then the row: pairs of class and weight, or a weight for every class where that is faster to add
/// up. With the bits of a key that are kept (those of the bucket and of the header), a feature that
/// is not in the table is almost never mistaken for another.
class FrozenTable {
 public:
  using Score = std::int32_t;
  static constexpr unsigned kTagBits = 24;

  FrozenTable() = default;
  /// Uses the two arrays in place; they must outlive the table. Checks all their contents: throws
  /// Error if they are not valid for this number of classes.
  FrozenTable(std::span<const std::uint32_t> index, std::span<const std::uint32_t> words,
              std::size_t classes);

  [[nodiscard]] std::size_t classes() const { return classes_; }
  [[nodiscard]] std::span<const std::uint32_t> index() const { return index_; }
  [[nodiscard]] std::span<const std::uint32_t> words() const { return words_; }
  /// The largest absolute value of a weight.
  [[nodiscard]] int largest_weight() const { return largest_weight_; }
  /// How many of the high bits of a key identify features.
  [[nodiscard]] unsigned key_bits() const { return 64 - shift_ + kTagBits; }

  void prefetch(std::uint64_t key) const { __builtin_prefetch(&index_[key >> shift_]); }
  void prefetch_row(std::uint64_t key) const {
    __builtin_prefetch(words_.data() + index_[key >> shift_]);
  }

  /// Adds the weights of a feature to the scores of all classes.
  void add(std::uint64_t key, Score* scores) const {
    with_row(key, [&](const std::uint32_t* at, std::uint32_t size) {
      if (size == kDense) {
        add_dense(reinterpret_cast<const Value*>(at), scores, classes_);
      } else {
        const auto* const row = reinterpret_cast<const QuantizedWeight*>(at);
        for (std::uint32_t i = 0; i < size; ++i) scores[row[i].cls] += row[i].value;
      }
    });
  }

  /// Adds the weights of a feature where the sums are known to be in range. A row with a weight for
  /// every class is not added but passed to `take`.
  template <class Take>
  void add_narrow(std::uint64_t key, std::int16_t* sums, Take&& take) const {
    with_row(key, [&](const std::uint32_t* at, std::uint32_t size) {
      if (size == kDense) {
        take(reinterpret_cast<const Value*>(at));
        return;
      }
      const auto* const row = reinterpret_cast<const QuantizedWeight*>(at);
      for (std::uint32_t i = 0; i < size; ++i) {
        std::int16_t& sum = sums[row[i].cls];
        sum = static_cast<std::int16_t>(sum + row[i].value);
      }
    });
  }
  /// All words as 16-bit numbers, the content of rows with a weight for every class.
  [[nodiscard]] std::span<const std::int16_t> numbers() const {
    return {reinterpret_cast<const Value*>(words_.data()), 2 * words_.size()};
  }

  /// Adds the weights of a feature with a value. Sums are not rounded, although scores are
  /// integers: a caller who adds up many such features rounds once.
  void add_scaled(std::uint64_t key, float value, float* sums) const {
    with_row(key, [&](const std::uint32_t* at, std::uint32_t size) {
      if (size == kDense) {
        add_dense_scaled(reinterpret_cast<const Value*>(at), value, sums, classes_);
      } else {
        const auto* const row = reinterpret_cast<const QuantizedWeight*>(at);
        for (std::uint32_t i = 0; i < size; ++i) {
          sums[row[i].cls] += value * static_cast<float>(row[i].value);
        }
      }
    });
  }

  /// Calls `visit(key, row)` for every feature; the low bits of the key are unknown, and 0.
  template <class Visitor>
  void for_each(Visitor&& visit) const;

 private:
  friend class FrozenTableBuilder;
  using Value = std::int16_t;

  static constexpr std::uint32_t kTagMask = (1U << kTagBits) - 1;
  static constexpr std::uint32_t kSizeMask = 0xFF;
  static constexpr std::uint32_t kDense = 0xFF;

  [[nodiscard]] static std::uint32_t dense_words(std::size_t classes) {
    constexpr std::size_t kWord = sizeof(std::uint32_t);
    return static_cast<std::uint32_t>((classes * sizeof(Value) + kWord - 1) / kWord);
  }
  [[nodiscard]] std::uint32_t row_words(std::uint32_t size) const {
    return size == kDense ? dense_words_ : size;
  }
  /// Calls `visit` with the words and the size of the row of a feature, if it has one.
  template <class Visitor>
  void with_row(std::uint64_t key, Visitor&& visit) const {
    const std::uint64_t bucket = key >> shift_;
    const std::uint32_t* at = words_.data() + index_[bucket];
    const std::uint32_t* const end = words_.data() + index_[bucket + 1];
    const auto tag = static_cast<std::uint32_t>(key >> (shift_ - kTagBits)) & kTagMask;
    while (at < end) {
      const std::uint32_t header = *at++;
      const std::uint32_t size = header & kSizeMask;
      if (header >> 8U == tag) {
        visit(at, size);
        return;
      }
      at += row_words(size);
    }
  }
  /// Checks all rows, and finds the largest weight.
  void check();

  std::span<const std::uint32_t> index_;
  std::span<const std::uint32_t> words_;
  std::size_t classes_ = 0;
  std::uint32_t dense_words_ = 0;
  unsigned shift_ = 63;
  int largest_weight_ = 0;
};

/// The arrays of a frozen table.
struct FrozenArrays {
  std::vector<std::uint32_t> index;
  std::vector<std::uint32_t> words;
};

/// Options for freezing.
struct FreezeOptions {
  /// Weights no larger than this become 0, and are left out.
  float prune = 0;
  /// Features whose weights were changed less often are left out: most are noise from one sentence
  /// (Goldberg & Elhadad 2011).
  int min_changes = 0;
};

/// Takes the averages of the weights up to `time`, rounded to multiples of 1/scale.
FrozenArrays freeze_quantized(const TrainingTable& table, double time, const FreezeOptions& options,
                              float scale);

/// The largest scale with which no average is out of the range of 16 bits, or larger than
/// `largest`.
float quantization_scale(const TrainingTable& table, double time,
                         int largest = std::numeric_limits<std::int16_t>::max());

template <class Visitor>
void FrozenTable::for_each(Visitor&& visit) const {
  std::vector<QuantizedWeight> row;
  for (std::size_t bucket = 0; bucket + 1 < index_.size(); ++bucket) {
    const std::uint32_t* at = words_.data() + index_[bucket];
    const std::uint32_t* const end = words_.data() + index_[bucket + 1];
    while (at < end) {
      const std::uint32_t header = *at++;
      const std::uint32_t size = header & kSizeMask;
      row.clear();
      if (size == kDense) {
        const auto* const values = reinterpret_cast<const Value*>(at);
        for (std::size_t cls = 0; cls < classes_; ++cls) {
          if (values[cls] != 0) {
            row.push_back({static_cast<std::uint16_t>(cls), values[cls]});
          }
        }
      } else {
        const auto* const weights = reinterpret_cast<const QuantizedWeight*>(at);
        row.assign(weights, weights + size);
      }
      const std::uint64_t key =
          (std::uint64_t{bucket} << shift_) | (std::uint64_t{header >> 8U} << (shift_ - kTagBits));
      visit(key, std::span<const QuantizedWeight>(row));
      at += row_words(size);
    }
  }
}

}  // namespace panarc
