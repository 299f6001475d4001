#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace panarc {

/// A weight of a feature, for one class.
struct ClassWeight {
  std::uint32_t cls = 0;
  float value = 0;
};

/// A change of a weight.
struct WeightChange {
  std::uint64_t key = 0;
  std::uint32_t cls = 0;
  float by = 0;
};

/// The weights of a linear model in training: a growing table from feature keys to short rows of
/// weights, with lazy averaging.
///
/// The average of a weight over time is w - u/T, where u is the sum of every change times its time
/// (Daumé 2006, section 2.1.1); a weight that does not change takes no work. The table is split
/// into parts by the high bits of keys. A part depends only on the order of the changes to its own
/// keys, so several threads may each change some parts, with the same result for any number of
/// them.
class TrainingTable {
 public:
  using Score = float;
  static constexpr unsigned kPartBits = 4;
  static constexpr std::size_t kParts = std::size_t{1} << kPartBits;

  /// Features are identified by the highest `key_bits` of 64.
  explicit TrainingTable(std::size_t classes, unsigned key_bits = 64);

  [[nodiscard]] std::size_t classes() const { return classes_; }
  /// How many of the high bits of a key identify features.
  [[nodiscard]] unsigned key_bits() const {
    return static_cast<unsigned>(std::popcount(key_mask_));
  }
  [[nodiscard]] std::size_t features() const;

  // Scoring, in three passes over a batch of keys, so that their memory accesses overlap.
  void prefetch(std::uint64_t key) const { __builtin_prefetch(&part_of(key).home(key)); }
  void prefetch_row(std::uint64_t key) const {
    const Part& part = part_of(key);
    const Slot& slot = part.home(key);
    if (slot.key == (key & key_mask_)) __builtin_prefetch(part.weights.data() + slot.row);
  }
  /// Adds the weights of a feature to the scores of all classes.
  void add(std::uint64_t key, Score* scores) const {
    const Part& part = part_of(key);
    const Slot* const slot = part.find(key & key_mask_);
    if (slot == nullptr) return;
    const ClassWeight* const row = part.weights.data() + slot->row;
    for (std::uint32_t i = 0; i < slot->size; ++i) scores[row[i].cls] += row[i].value;
  }
  /// Adds the weights of a feature with a value.
  void add_scaled(std::uint64_t key, float value, float* sums) const {
    const Part& part = part_of(key);
    const Slot* const slot = part.find(key & key_mask_);
    if (slot == nullptr) return;
    const ClassWeight* const row = part.weights.data() + slot->row;
    for (std::uint32_t i = 0; i < slot->size; ++i) sums[row[i].cls] += value * row[i].value;
  }

  static std::size_t part_index(std::uint64_t key) { return key >> (64 - kPartBits); }

  /// Changes a weight at a time, which is at least 1 and does not decrease.
  void change(const WeightChange& change, double time);

  /// The contents of a table as arrays: for each key, the size of its row, how often it was
  /// changed, and the weights.
  struct Image {
    std::vector<std::uint64_t> keys;
    std::vector<std::uint32_t> sizes;
    std::vector<std::uint8_t> changes;
    std::vector<ClassWeight> weights;
    std::vector<double> sums;
  };
  [[nodiscard]] Image image() const;
  /// An image whose arrays are stored elsewhere.
  struct View {
    std::span<const std::uint64_t> keys;
    std::span<const std::uint32_t> sizes;
    std::span<const std::uint8_t> changes;
    std::span<const ClassWeight> weights;
    std::span<const double> sums;
  };
  /// Adds new features. Throws Error if the arrays do not fit together.
  void add(const View& view);

  /// Calls `visit(key, changes, row)` for every feature, with the number of changes and the average
  /// weights up to `time`.
  template <class Visitor>
  void for_each_average(double time, Visitor&& visit) const {
    std::vector<ClassWeight> row;
    for (const Part& part : parts_) {
      for (const Slot& slot : part.slots) {
        if (slot.key == 0) continue;
        row.clear();
        for (std::size_t i = slot.row; i < slot.row + slot.size; ++i) {
          row.push_back({part.weights[i].cls, part.average(i, time)});
        }
        visit(slot.key, slot.changes, std::span<const ClassWeight>(row));
      }
    }
  }

 private:
  struct Slot {
    std::uint64_t key = 0;
    std::uint32_t row = 0;
    std::uint16_t size = 0;
    std::uint8_t log_capacity = 0;
    std::uint8_t changes = 0;  // counted up to 255
  };

  struct Part {
    std::vector<Slot> slots;  // a power of two
    std::size_t used = 0;
    std::vector<ClassWeight> weights;
    std::vector<double> sums;  // of changes times their times, parallel to the weights
    std::array<std::vector<std::uint32_t>, 17> free_rows;

    unsigned shift = 0;

    /// The high bits of a key select the part, the following ones the place in it.
    [[nodiscard]] std::size_t home_index(std::uint64_t key) const {
      return (key << kPartBits) >> shift;
    }
    [[nodiscard]] const Slot& home(std::uint64_t key) const { return slots[home_index(key)]; }
    [[nodiscard]] const Slot* find(std::uint64_t key) const {
      const std::size_t mask = slots.size() - 1;
      for (std::size_t at = home_index(key); slots[at].key != 0; at = (at + 1) & mask) {
        if (slots[at].key == key) return &slots[at];
      }
      return nullptr;
    }
    [[nodiscard]] float average(std::size_t at, double time) const {
      return static_cast<float>(static_cast<double>(weights[at].value) - sums[at] / time);
    }
    Slot& find_or_add(std::uint64_t key);
    void set_slots(std::size_t count);
    void grow();
    std::uint32_t new_row(std::uint8_t log_capacity);
    void enlarge(Slot& slot);
    void append(Slot& slot, const ClassWeight& weight, double sum);
  };

  [[nodiscard]] const Part& part_of(std::uint64_t key) const { return parts_[part_index(key)]; }

  std::size_t classes_;
  std::uint64_t key_mask_;
  std::array<Part, kParts> parts_;
};

}  // namespace panarc
