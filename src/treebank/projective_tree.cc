#include <algorithm>
#include <cstddef>
#include <limits>
#include <vector>

#include "treebank/arc_values.h"
#include "treebank/spanning_tree.h"

namespace panarc {
namespace {

/// The dynamic program of Eisner (1996), over ROOT at position 0 and the words. A span has its head
/// at one end. It is complete if the word at the other end has all its dependents in the span;
/// otherwise the two words are joined by an arc.
class EisnerTable {
 public:
  EisnerTable(int words, std::span<const WeightedArc> arcs, bool single_root)
      : size_(static_cast<std::size_t>(words) + 1),
        values_(size_ * size_),
        complete_(2 * size_ * size_, 0),
        joined_(2 * size_ * size_, 0),
        split_(4 * size_ * size_, 0) {
    const double total = total_value(arcs);
    std::fill(values_.begin(), values_.end(), -total);
    for (const WeightedArc& arc : arcs) value(at(arc.head), at(arc.dependent)) = arc.value;
    if (!single_root) return;
    // More than all missing arcs together.
    const double under_root = total * static_cast<double>(size_);
    for (std::size_t word = 1; word < size_; ++word) value(0, word) -= under_root;
  }

  Heads best(const Interruption& interruption) {
    for (std::size_t length = 1; length < size_; ++length) {
      interruption.throw_if_over();
      for (std::size_t left = 0; left + length < size_; ++left) fill(left, left + length);
    }
    Heads heads(size_, kNoHead);
    read(heads);
    return heads;
  }

 private:
  /// Which end of a span is its head.
  enum Head : std::size_t { kLeft, kRight };
  /// A span still to be traced back.
  struct Span {
    std::size_t left;
    std::size_t right;
    Head head;
    bool complete;
  };

  static std::size_t at(Node node) { return static_cast<std::size_t>(node); }
  double& value(std::size_t head, std::size_t dependent) {
    return values_[head * size_ + dependent];
  }
  [[nodiscard]] std::size_t index(std::size_t left, std::size_t right, Head head) const {
    return (left * size_ + right) * 2 + head;
  }
  std::size_t& split(std::size_t left, std::size_t right, Head head, bool complete) {
    return split_[2 * index(left, right, head) + (complete ? 1 : 0)];
  }

  void fill(std::size_t left, std::size_t right) {
    // An arc between the ends: below it, the right dependents of the left end, and the left ones of
    // the right end.
    double best = -std::numeric_limits<double>::infinity();
    std::size_t where = left;
    for (std::size_t middle = left; middle < right; ++middle) {
      const double sum =
          complete_[index(left, middle, kLeft)] + complete_[index(middle + 1, right, kRight)];
      if (sum > best) {
        best = sum;
        where = middle;
      }
    }
    for (const Head head : {kLeft, kRight}) {
      split(left, right, head, false) = where;
      // ROOT has no head.
      const bool possible = head == kLeft || left > 0;
      joined_[index(left, right, head)] =
          possible ? best + (head == kLeft ? value(left, right) : value(right, left))
                   : -std::numeric_limits<double>::infinity();
    }
    for (const Head head : {kLeft, kRight}) complete(left, right, head);
  }

  void complete(std::size_t left, std::size_t right, Head head) {
    double& best = complete_[index(left, right, head)];
    best = -std::numeric_limits<double>::infinity();
    const std::size_t first = head == kLeft ? left + 1 : left;
    const std::size_t last = head == kLeft ? right : right - 1;
    for (std::size_t middle = first; middle <= last; ++middle) {
      const double sum =
          head == kLeft
              ? joined_[index(left, middle, kLeft)] + complete_[index(middle, right, kLeft)]
              : complete_[index(left, middle, kRight)] + joined_[index(middle, right, kRight)];
      if (sum > best) {
        best = sum;
        split(left, right, head, true) = middle;
      }
    }
  }

  void read(Heads& heads) {
    std::vector<Span> spans{{0, size_ - 1, kLeft, true}};
    while (!spans.empty()) {
      const Span span = spans.back();
      spans.pop_back();
      const auto [left, right, head, is_complete] = span;
      if (left == right) continue;
      const std::size_t middle = split(left, right, head, is_complete);
      if (!is_complete) {
        heads[head == kLeft ? right : left] = static_cast<Node>(head == kLeft ? left : right);
        spans.push_back({left, middle, kLeft, true});
        spans.push_back({middle + 1, right, kRight, true});
      } else if (head == kLeft) {
        spans.push_back({left, middle, kLeft, false});
        spans.push_back({middle, right, kLeft, true});
      } else {
        spans.push_back({left, middle, kRight, true});
        spans.push_back({middle, right, kRight, false});
      }
    }
  }

  std::size_t size_;
  std::vector<double> values_;    // by head, then dependent
  std::vector<double> complete_;  // by index()
  std::vector<double> joined_;
  std::vector<std::size_t> split_;
};

}  // namespace

Heads best_projective_tree(int words, std::span<const WeightedArc> arcs, bool single_root,
                           const Interruption& interruption) {
  return EisnerTable(words, arcs, single_root).best(interruption);
}

}  // namespace panarc
