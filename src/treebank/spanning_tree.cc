#include "treebank/spanning_tree.h"

#include <cstddef>
#include <cstdint>

#include "treebank/arc_heaps.h"
#include "treebank/arc_values.h"

namespace panarc {
namespace {

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

}  // namespace

Heads best_tree(int words, std::span<const WeightedArc> arcs, bool single_root,
                const Interruption& interruption) {
  return Contraction(words, arcs, single_root ? total_value(arcs) : 0, interruption).heads(words);
}

}  // namespace panarc
