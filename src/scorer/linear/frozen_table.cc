#include "scorer/linear/frozen_table.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>

#include "panarc/error.h"

namespace panarc {
namespace {

/// Many look-ups are for features that are not in the table, and an empty bucket ends them at the
/// index. So there are two to four buckets per feature, as long as their index, at four bytes each,
/// stays in cache; larger tables have one bucket for one to two features.
std::size_t buckets_for(std::size_t features) {
  constexpr std::size_t kMostNear = std::size_t{1} << 19U;
  const std::size_t many = std::bit_ceil(std::max<std::size_t>(1, 2 * features));
  return many <= kMostNear ? std::max<std::size_t>(2, many) : std::bit_ceil(features / 2);
}

constexpr float kLargest = std::numeric_limits<std::int16_t>::max();

[[noreturn]] void damaged(const char* what) {
  throw Error(std::string("the table of weights is damaged: ") + what);
}

}  // namespace

FrozenTable::FrozenTable(std::span<const std::uint32_t> index, std::span<const std::uint32_t> words,
                         std::size_t classes)
    : index_(index), words_(words), classes_(classes), dense_words_(dense_words(classes)) {
  const std::size_t buckets = index.empty() ? 0 : index.size() - 1;
  if (buckets < 2 || !std::has_single_bit(buckets) || buckets > (std::size_t{1} << 32U)) {
    damaged("the number of buckets is not a power of two");
  }
  shift_ = 64 - static_cast<unsigned>(std::countr_zero(buckets));
  check();
}

void FrozenTable::check() {
  int largest = 0;
  if (index_.front() != 0 || index_.back() != words_.size()) damaged("its index does not fit");
  for (std::size_t bucket = 0; bucket + 1 < index_.size(); ++bucket) {
    std::size_t at = index_[bucket];
    const std::size_t end = index_[bucket + 1];
    if (at > end || end > words_.size()) damaged("its index is not in order");
    while (at < end) {
      const std::uint32_t size = words_[at] & kSizeMask;
      ++at;
      if (row_words(size) > end - at) damaged("a row is longer than its bucket");
      if (size == kDense) {
        const auto* const row = reinterpret_cast<const Value*>(words_.data() + at);
        for (std::size_t i = 0; i < classes_; ++i)
          largest = std::max(largest, std::abs(int{row[i]}));
      } else {
        const auto* const row = reinterpret_cast<const QuantizedWeight*>(words_.data() + at);
        for (std::uint32_t i = 0; i < size; ++i) {
          if (row[i].cls >= classes_) damaged("a weight is for a class that does not exist");
          largest = std::max(largest, std::abs(int{row[i].value}));
        }
      }
      at += row_words(size);
    }
  }
  largest_weight_ = largest;
}

/// Lays out rows in buckets.
class FrozenTableBuilder {
 public:
  FrozenTableBuilder(std::size_t classes, unsigned key_bits)
      : classes_(classes), key_bits_(key_bits) {}

  void add(std::uint64_t key, std::span<const QuantizedWeight> row) {
    if (row.empty()) return;
    features_.push_back({key, rows_.size(), row.size()});
    rows_.insert(rows_.end(), row.begin(), row.end());
  }

  FrozenArrays build() {
    std::sort(features_.begin(), features_.end(),
              [](const Feature& a, const Feature& b) { return a.key < b.key; });
    // Do not use more bits of a key than it has.
    const std::size_t most = std::size_t{1} << (key_bits_ - FrozenTable::kTagBits);
    const std::size_t buckets = std::min(most, buckets_for(features_.size()));
    const unsigned shift = 64 - static_cast<unsigned>(std::countr_zero(buckets));
    FrozenArrays arrays;
    arrays.index.reserve(buckets + 1);
    for (const Feature& feature : features_) {
      const std::uint64_t bucket = feature.key >> shift;
      while (arrays.index.size() <= bucket) start_bucket(arrays);
      append(arrays.words, feature, shift);
    }
    while (arrays.index.size() <= buckets) start_bucket(arrays);
    return arrays;
  }

 private:
  struct Feature {
    std::uint64_t key;
    std::size_t row;
    std::size_t size;
  };

  static void start_bucket(FrozenArrays& arrays) {
    if (arrays.words.size() > std::numeric_limits<std::uint32_t>::max()) {
      throw Error("the model has too many weights to be stored");
    }
    arrays.index.push_back(static_cast<std::uint32_t>(arrays.words.size()));
  }

  void append(std::vector<std::uint32_t>& words, const Feature& feature, unsigned shift) const {
    const auto tag = static_cast<std::uint32_t>(feature.key >> (shift - FrozenTable::kTagBits)) &
                     FrozenTable::kTagMask;
    // A weight for every class is faster to add than about 16 pairs. Only frequent features have so
    // many, so the model grows little.
    const bool dense = feature.size >= std::max<std::size_t>(16, classes_ / 6) ||
                       feature.size >= FrozenTable::kDense;
    const auto size = dense ? FrozenTable::kDense : static_cast<std::uint32_t>(feature.size);
    words.push_back((tag << 8U) | size);
    const std::span row(&rows_[feature.row], feature.size);
    const std::size_t at = words.size();
    if (!dense) {
      words.resize(at + feature.size);
      std::memcpy(&words[at], row.data(), row.size_bytes());
      return;
    }
    words.resize(at + FrozenTable::dense_words(classes_));
    auto* const values = reinterpret_cast<std::byte*>(&words[at]);
    for (const QuantizedWeight& weight : row) {
      std::memcpy(values + weight.cls * sizeof(weight.value), &weight.value, sizeof(weight.value));
    }
  }

  std::size_t classes_;
  unsigned key_bits_;
  std::vector<Feature> features_;
  std::vector<QuantizedWeight> rows_;
};

FrozenArrays freeze_quantized(const TrainingTable& table, double time, const FreezeOptions& options,
                              float scale) {
  FrozenTableBuilder builder(table.classes(), table.key_bits());
  std::vector<QuantizedWeight> row;
  table.for_each_average(
      time, [&](std::uint64_t key, int changes, std::span<const ClassWeight> weights) {
        if (changes < options.min_changes) return;
        row.clear();
        for (const ClassWeight& weight : weights) {
          if (std::abs(weight.value) <= options.prune) continue;
          const float scaled = std::clamp(std::round(weight.value * scale), -kLargest, kLargest);
          const auto value = static_cast<std::int16_t>(scaled);
          if (value != 0) row.push_back({static_cast<std::uint16_t>(weight.cls), value});
        }
        std::sort(row.begin(), row.end(),
                  [](const QuantizedWeight& a, const QuantizedWeight& b) { return a.cls < b.cls; });
        builder.add(key, row);
      });
  return builder.build();
}

float quantization_scale(const TrainingTable& table, double time, int largest) {
  float found = 0;
  table.for_each_average(
      time, [&](std::uint64_t /*key*/, int /*changes*/, std::span<const ClassWeight> row) {
        for (const ClassWeight& weight : row) found = std::max(found, std::abs(weight.value));
      });
  if (found == 0) return 1;
  return std::min(static_cast<float>(largest) / found, std::numeric_limits<float>::max());
}

}  // namespace panarc
