#include "treebank/spanning_tree.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

namespace panarc {
namespace {

/// More than the difference between any two choices of these arcs.
double total_value(std::span<const WeightedArc> arcs) {
  double total = 1;
  for (const WeightedArc& arc : arcs) total += std::abs(arc.value);
  return total;
}

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

/// Nodes, and groups of nodes that form a cycle, which are nodes themselves. Each has a heap of the
/// arcs that enter it, and the best of them, once chosen.
///
/// A path is followed backwards from a node along best arcs. If it meets itself, the cycle becomes
/// one node, from which the path goes on; if it meets ROOT or an earlier path, it ends (Tarjan
/// 1977; Gabow, Galil, Spencer and Tarjan 1986).
class Contraction {
 public:
  Contraction(int words, std::span<const WeightedArc> arcs, double less_under_root,
              const Interruption& interruption)
      : interruption_(interruption), arcs_(arcs), heaps_(arcs.size()) {
    const std::size_t nodes = static_cast<std::size_t>(words) + 1;
    for (std::size_t i = 0; i < nodes; ++i) add_node();
    for (std::uint32_t i = 0; i < arcs.size(); ++i) {
      interruption_.throw_if_over();
      std::uint32_t& heap = nodes_[static_cast<std::size_t>(arcs[i].dependent)].entering;
      const bool under_root = arcs[i].head == kRoot;
      heap = heaps_.merge(heap, heaps_.add(i, arcs[i].value - (under_root ? less_under_root : 0)));
    }
    nodes_[kRoot].state = State::kDone;
    for (std::uint32_t word = 1; word < nodes; ++word) {
      if (nodes_[word].state == State::kNew) follow(word);
    }
  }

  /// Opens the groups, the last one first, each where its arc enters the cycle.
  Heads heads(int words) {
    for (std::size_t group = nodes_.size(); group-- > static_cast<std::size_t>(words) + 1;) {
      if (nodes_[group].open) continue;
      const std::uint32_t arc = nodes_[group].best;
      auto node = static_cast<std::size_t>(arcs_[arc].dependent);
      for (; node != group; node = nodes_[node].group) {
        nodes_[node].best = arc;
        nodes_[node].open = true;
      }
    }
    Heads heads(static_cast<std::size_t>(words) + 1, kNoHead);
    for (std::size_t word = 1; word < heads.size(); ++word) {
      heads[word] = arcs_[nodes_[word].best].head;
    }
    return heads;
  }

 private:
  enum class State : std::uint8_t { kNew, kOnPath, kDone };
  struct Node {
    State state = State::kNew;
    bool open = false;
    std::uint32_t entering = ArcHeaps::kEmpty;
    std::uint32_t best = 0;
    /// The group it is part of; itself if there is none.
    std::uint32_t group = 0;
    /// A shortcut to the outermost one.
    std::uint32_t outermost = 0;
  };

  std::uint32_t add_node() {
    const auto number = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({.group = number, .outermost = number});
    return number;
  }

  std::uint32_t outermost(std::uint32_t node) {
    while (nodes_[node].outermost != node) {
      nodes_[node].outermost = nodes_[nodes_[node].outermost].outermost;
      node = nodes_[node].outermost;
    }
    return node;
  }

  void follow(std::uint32_t node) {
    path_.clear();
    while (nodes_[node].state != State::kDone) {
      if (nodes_[node].state == State::kOnPath) {
        node = contract(node);
        continue;
      }
      nodes_[node].state = State::kOnPath;
      path_.push_back(node);
      node = choose(node);
    }
    for (const std::uint32_t visited : path_) nodes_[visited].state = State::kDone;
  }

  /// Chooses the best arc that enters a node from outside. Returns where it comes from.
  std::uint32_t choose(std::uint32_t node) {
    std::uint32_t& entering = nodes_[node].entering;
    while (true) {
      interruption_.throw_if_over();
      const std::uint32_t arc = entering;
      nodes_[node].best = arc;
      const double value = heaps_.value(arc);
      entering = heaps_.pop(arc);
      const std::uint32_t from = outermost(static_cast<std::uint32_t>(arcs_[arc].head));
      if (from == node) continue;
      // Any other arc that enters replaces this one.
      heaps_.change_all(entering, -value);
      return from;
    }
  }

  /// Contracts the end of the path, from a node on, into one node.
  std::uint32_t contract(std::uint32_t first) {
    const std::uint32_t group = add_node();
    std::uint32_t member = 0;
    do {
      member = path_.back();
      path_.pop_back();
      nodes_[member].group = group;
      nodes_[member].outermost = group;
      nodes_[group].entering = heaps_.merge(nodes_[group].entering, nodes_[member].entering);
    } while (member != first);
    return group;
  }

  const Interruption& interruption_;
  std::span<const WeightedArc> arcs_;
  ArcHeaps heaps_;
  std::vector<Node> nodes_;
  std::vector<std::uint32_t> path_;
};

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

Heads best_tree(int words, std::span<const WeightedArc> arcs, bool single_root,
                const Interruption& interruption) {
  return Contraction(words, arcs, single_root ? total_value(arcs) : 0, interruption).heads(words);
}

Heads best_projective_tree(int words, std::span<const WeightedArc> arcs, bool single_root,
                           const Interruption& interruption) {
  return EisnerTable(words, arcs, single_root).best(interruption);
}

}  // namespace panarc
