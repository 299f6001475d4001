#include "scorer/linear/training_table.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "panarc/error.h"

namespace panarc {
namespace {

constexpr std::size_t kFirstSlots = 256;

/// Whether sums of such weights, and averages over time, stay far from overflow.
bool makes_sense(const ClassWeight& weight, double sum) {
  constexpr float kMostWeight = 1e9F;
  constexpr double kMostSum = 1e30;
  return std::abs(weight.value) <= kMostWeight && std::abs(sum) <= kMostSum;
}

}  // namespace

TrainingTable::TrainingTable(std::size_t classes, unsigned key_bits)
    : classes_(classes), key_mask_(~std::uint64_t{0} << (64 - key_bits)) {
  for (Part& part : parts_) part.set_slots(kFirstSlots);
}

std::size_t TrainingTable::features() const {
  std::size_t count = 0;
  for (const Part& part : parts_) count += part.used;
  return count;
}

void TrainingTable::change(const WeightChange& change, double time) {
  const std::uint64_t key = change.key & key_mask_;
  // 0 marks an empty slot. No feature has it as its key, but a few bits of one may be 0.
  if (key == 0) return;
  Part& part = parts_[part_index(key)];
  Slot& slot = part.find_or_add(key);
  if (slot.changes < std::numeric_limits<std::uint8_t>::max()) ++slot.changes;
  const auto begin = part.weights.begin() + slot.row;
  const auto found = std::find_if(begin, begin + slot.size, [&](const ClassWeight& weight) {
    return weight.cls == change.cls;
  });
  const double sum = static_cast<double>(change.by) * time;
  if (found == begin + slot.size) {
    part.append(slot, {change.cls, change.by}, sum);
    return;
  }
  found->value += change.by;
  part.sums[static_cast<std::size_t>(found - part.weights.begin())] += sum;
}

TrainingTable::Image TrainingTable::image() const {
  Image image;
  for (const Part& part : parts_) {
    for (const Slot& slot : part.slots) {
      if (slot.key == 0) continue;
      image.keys.push_back(slot.key);
      image.sizes.push_back(slot.size);
      image.changes.push_back(slot.changes);
      const auto weights = std::span(part.weights).subspan(slot.row, slot.size);
      image.weights.insert(image.weights.end(), weights.begin(), weights.end());
      const auto sums = std::span(part.sums).subspan(slot.row, slot.size);
      image.sums.insert(image.sums.end(), sums.begin(), sums.end());
    }
  }
  return image;
}

void TrainingTable::add(const View& view) {
  if (view.keys.size() != view.sizes.size() || view.keys.size() != view.changes.size() ||
      view.weights.size() != view.sums.size()) {
    throw Error("the arrays of weights do not fit together");
  }
  std::size_t at = 0;
  for (std::size_t i = 0; i < view.keys.size(); ++i) {
    if (view.sizes[i] > view.weights.size() - at || view.sizes[i] > classes_) {
      throw Error("a row of weights is too long");
    }
    const std::uint64_t key = view.keys[i] & key_mask_;
    if (key == 0) {
      at += view.sizes[i];
      continue;
    }
    Part& part = parts_[part_index(key)];
    Slot& slot = part.find_or_add(key);
    // The bits of a key that tell features apart may be those of two.
    if (slot.size + view.sizes[i] > std::numeric_limits<decltype(slot.size)>::max()) {
      throw Error("a row of weights is too long");
    }
    slot.changes = view.changes[i];
    for (std::uint32_t j = 0; j < view.sizes[i]; ++j, ++at) {
      if (view.weights[at].cls >= classes_) {
        throw Error("a weight is for a class that does not exist");
      }
      if (!makes_sense(view.weights[at], view.sums[at])) throw Error("a weight is invalid");
      part.append(slot, view.weights[at], view.sums[at]);
    }
  }
}

TrainingTable::Slot& TrainingTable::Part::find_or_add(std::uint64_t key) {
  if (4 * (used + 1) > 3 * slots.size()) grow();
  const std::size_t mask = slots.size() - 1;
  std::size_t at = home_index(key);
  while (slots[at].key != 0 && slots[at].key != key) at = (at + 1) & mask;
  Slot& slot = slots[at];
  if (slot.key == 0) {
    slot = {key, new_row(0), 0, 0, 0};
    ++used;
  }
  return slot;
}

void TrainingTable::Part::set_slots(std::size_t count) {
  slots.assign(count, {});
  shift = 64 - static_cast<unsigned>(std::countr_zero(count));
}

void TrainingTable::Part::grow() {
  std::vector<Slot> old;
  old.swap(slots);
  set_slots(2 * old.size());
  const std::size_t mask = slots.size() - 1;
  for (const Slot& slot : old) {
    if (slot.key == 0) continue;
    std::size_t at = home_index(slot.key);
    while (slots[at].key != 0) at = (at + 1) & mask;
    slots[at] = slot;
  }
}

std::uint32_t TrainingTable::Part::new_row(std::uint8_t log_capacity) {
  auto& free = free_rows[log_capacity];
  if (!free.empty()) {
    const std::uint32_t row = free.back();
    free.pop_back();
    return row;
  }
  const auto row = static_cast<std::uint32_t>(weights.size());
  const std::size_t size = weights.size() + (std::size_t{1} << log_capacity);
  if (size > weights.capacity()) {
    // Doubling could take up to twice the memory needed; there are many weights.
    weights.reserve(size + size / 4);
    sums.reserve(size + size / 4);
  }
  weights.resize(size);
  sums.resize(size);
  return row;
}

void TrainingTable::Part::append(Slot& slot, const ClassWeight& weight, double sum) {
  if (slot.size == 1U << slot.log_capacity) enlarge(slot);
  weights[slot.row + slot.size] = weight;
  sums[slot.row + slot.size] = sum;
  ++slot.size;
}

void TrainingTable::Part::enlarge(Slot& slot) {
  const auto capacity = static_cast<std::uint8_t>(slot.log_capacity + 1);
  const std::uint32_t row = new_row(capacity);
  std::copy_n(weights.begin() + slot.row, slot.size, weights.begin() + row);
  std::copy_n(sums.begin() + slot.row, slot.size, sums.begin() + row);
  free_rows[slot.log_capacity].push_back(slot.row);
  slot.row = row;
  slot.log_capacity = capacity;
}

}  // namespace panarc
