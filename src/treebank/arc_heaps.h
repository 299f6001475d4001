#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace panarc {

/// Heaps of arcs with the most valuable on top. Merging two heaps and changing all values of one
/// take logarithmic time (leftist heaps; Crane 1972). An arc is in one heap at a time; a heap is
/// identified by its top arc.
class ArcHeaps {
 public:
  static constexpr std::uint32_t kEmpty = static_cast<std::uint32_t>(-1);

  explicit ArcHeaps(std::size_t arcs) : arcs_(arcs) {}

  /// A heap of one arc.
  std::uint32_t add(std::uint32_t arc, double value) {
    arcs_[arc] = {value, 0, kEmpty, kEmpty, 1};
    return arc;
  }
  /// The value of the arc on top.
  [[nodiscard]] double value(std::uint32_t top) const { return arcs_[top].value; }

  void change_all(std::uint32_t heap, double by) {
    if (heap == kEmpty) return;
    arcs_[heap].value += by;
    arcs_[heap].change_below += by;
  }

  /// Merges both. If several are equal, the arc with the lowest number is on top.
  std::uint32_t merge(std::uint32_t a, std::uint32_t b) {
    if (a == kEmpty) return b;
    if (b == kEmpty) return a;
    const bool b_is_first =
        arcs_[b].value > arcs_[a].value || (arcs_[b].value == arcs_[a].value && b < a);
    if (b_is_first) std::swap(a, b);
    pass_down(a);
    const std::uint32_t right = merge(arcs_[a].right, b);
    arcs_[a].right = right;
    if (rank(arcs_[a].left) < rank(right)) std::swap(arcs_[a].left, arcs_[a].right);
    arcs_[a].rank = rank(arcs_[a].right) + 1;
    return a;
  }

  /// Removes the top arc, and returns the rest.
  std::uint32_t pop(std::uint32_t top) {
    pass_down(top);
    return merge(arcs_[top].left, arcs_[top].right);
  }

 private:
  struct Arc {
    double value = 0;
    double change_below = 0;  // pending change of all arcs below
    std::uint32_t left = kEmpty;
    std::uint32_t right = kEmpty;
    std::uint32_t rank = 1;  // number of steps to the right
  };

  [[nodiscard]] std::uint32_t rank(std::uint32_t heap) const {
    return heap == kEmpty ? 0 : arcs_[heap].rank;
  }
  void pass_down(std::uint32_t heap) {
    change_all(arcs_[heap].left, arcs_[heap].change_below);
    change_all(arcs_[heap].right, arcs_[heap].change_below);
    arcs_[heap].change_below = 0;
  }

  std::vector<Arc> arcs_;
};

}  // namespace panarc
