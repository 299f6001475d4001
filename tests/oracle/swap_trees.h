#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <map>
#include <optional>
#include <random>
#include <span>
#include <utility>
#include <vector>

#include "support/trees.h"
#include "transition/swap.h"
#include "transition/systems.h"

/// Trees for the tests of the swap oracles, and a judge that knows the definitions alone.

namespace panarc::swap_test {

inline std::size_t index(Node node) { return static_cast<std::size_t>(node); }

inline Heads tree(std::initializer_list<Node> heads) {
  Heads all{kNoHead};
  all.insert(all.end(), heads);
  return all;
}

/// Calls `visit` with every tree of up to so many words, several children of ROOT included.
template <class Visitor>
void for_each_tree_up_to(int words, Visitor&& visit) {
  for (int n = 1; n <= words; ++n) test::for_each_tree(n, false, visit);
}

inline Heads random_tree(int words, unsigned seed) {
  std::mt19937 random(seed);
  return test::random_tree(random, words);
}

inline Configuration initial(const Heads& heads) {
  return {static_cast<int>(heads.size()) - 1, {.root = RootPosition::kFirst}};
}

/// The configuration after some transitions; empty if one of them is not legal.
inline std::optional<Configuration> after(const Heads& heads, std::span<const Action> actions) {
  Configuration c = initial(heads);
  for (const Action action : actions) {
    if (!is_legal<Swap>(c, action)) return std::nullopt;
    apply<Swap>(c, action);
  }
  return c;
}

/// Whether legal transitions lead to the gold tree and to a final configuration.
inline bool derives(const Heads& heads, std::span<const Action> actions) {
  const std::optional<Configuration> c = after(heads, actions);
  return c && Swap::is_final(*c) && std::equal(heads.begin(), heads.end(), c->heads().begin());
}

/// Exhaustive search over the ordered derivations of a tree, from the definition: legal
/// transitions, gold arcs, SWAP only against the in-order traversal.
class Judge {
 public:
  explicit Judge(const Heads& heads) : heads_(heads), rank_(heads.size(), 0) { visit(kRoot); }

  struct Rest {
    bool reachable = false;
    int min_swaps = 0;
    std::uint64_t derivations = 0;
  };

  [[nodiscard]] const std::vector<int>& rank() const { return rank_; }

  /// What can become of a configuration.
  const Rest& rest(const Configuration& c) {
    const auto [entry, is_new] = rests_.try_emplace(key(c));
    if (!is_new) return entry->second;
    Rest result;
    if (Swap::is_final(c)) {
      result = {true, 0, 1};
    } else {
      for (const Action action : legal_actions<Swap>(c)) {
        if (!is_ordered(c, action)) continue;
        Configuration next = c;
        apply<Swap>(next, action);
        const Rest& further = rest(next);
        if (!further.reachable) continue;
        const int swaps = further.min_swaps + (action == Action::kSwap ? 1 : 0);
        result.min_swaps = result.reachable ? std::min(result.min_swaps, swaps) : swaps;
        result.reachable = true;
        result.derivations += further.derivations;
      }
    }
    return rests_[key(c)] = result;
  }

  /// The transitions after which the gold tree is still reachable.
  ActionSet permissible(const Configuration& c) {
    ActionSet set;
    for (const Action action : legal_actions<Swap>(c)) {
      if (!is_ordered(c, action)) continue;
      Configuration next = c;
      apply<Swap>(next, action);
      if (rest(next).reachable) set.insert(action);
    }
    return set;
  }

  /// Calls `see` once with every configuration on an ordered derivation of the tree.
  template <class Visitor>
  void for_each_configuration(Visitor&& see) {
    std::map<Key, bool> seen;
    std::vector<Configuration> waiting{initial(heads_)};
    while (!waiting.empty()) {
      const Configuration c = waiting.back();
      waiting.pop_back();
      if (std::exchange(seen[key(c)], true)) continue;
      see(c);
      for (const Action action : permissible(c)) {
        waiting.push_back(c);
        apply<Swap>(waiting.back(), action);
      }
    }
  }

 private:
  using Key = std::pair<std::vector<Node>, std::vector<Node>>;

  static Key key(const Configuration& c) {
    return {{c.stack().begin(), c.stack().end()}, {c.buffer().begin(), c.buffer().end()}};
  }

  [[nodiscard]] bool is_ordered(const Configuration& c, Action action) const {
    if (action == Action::kSwap) return rank_[index(c.stack(0))] < rank_[index(c.stack(1))];
    const std::optional<Arc> arc = added_arc<Swap>(c, action);
    if (!arc) return true;
    if (heads_[index(arc->dependent)] != arc->head) return false;
    // What is gone cannot get children any more.
    for (Node word = 1; index(word) < heads_.size(); ++word) {
      if (heads_[index(word)] == arc->dependent && !c.attached(word)) return false;
    }
    return true;
  }

  void visit(Node node) {
    for (Node child = 1; child < node; ++child) {
      if (heads_[index(child)] == node) visit(child);
    }
    rank_[index(node)] = next_++;
    for (Node child = node + 1; index(child) < heads_.size(); ++child) {
      if (heads_[index(child)] == node) visit(child);
    }
  }

  Heads heads_;
  std::vector<int> rank_;
  int next_ = 0;
  std::map<Key, Rest> rests_;
};

}  // namespace panarc::swap_test
