#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace panarc {

enum class ReadingOrder : unsigned char { kForwards, kBackwards };

/// Sequences of different lengths that are read together, one element of each at a time. Elements
/// are stored one sequence after the other. In step order, all first elements come first, those of
/// the longest sequences before others, then all second ones, and so on. So the sequences that have
/// not ended are always the first ones of a step.
class Sequences {
 public:
  void set(std::span<const std::size_t> lengths);

  /// The total number of elements.
  [[nodiscard]] std::size_t size() const { return elements_[0].size(); }
  [[nodiscard]] std::size_t count() const { return ranks_.size(); }
  [[nodiscard]] std::size_t steps() const { return begins_.size() - 1; }
  /// The first element of a step, in step order.
  [[nodiscard]] std::size_t begin(std::size_t step) const { return begins_[step]; }
  /// How many sequences reach this step.
  [[nodiscard]] std::size_t alive(std::size_t step) const {
    return begins_[step + 1] - begins_[step];
  }
  /// In step order, the positions of the elements.
  [[nodiscard]] std::span<const std::size_t> elements(ReadingOrder order) const {
    return elements_[static_cast<std::size_t>(order)];
  }
  /// The position of the last element read of a sequence, in step order.
  [[nodiscard]] std::size_t last(std::size_t sequence) const;

 private:
  std::vector<std::size_t> lengths_;
  std::vector<std::size_t> ranks_;   // of each sequence, longest first
  std::vector<std::size_t> begins_;  // of the steps, and the end of the last
  std::vector<std::size_t> elements_[2];
};

}  // namespace panarc
