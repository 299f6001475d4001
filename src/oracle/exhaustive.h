#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "oracle/gold.h"
#include "transition/system.h"

namespace panarc {

/// All configurations that a system can reach for a sentence of some length, and the transitions
/// between them: the reference for every oracle.
///
/// It uses only the definition: which transitions are legal, what they do, and what the final
/// configurations are worth. The size grows exponentially with the length.
template <TransitionSystem S>
class ConfigurationGraph {
 public:
  struct Edge {
    Transition transition;
    int target;
  };

  /// Transitions that add an arc occur once with each of `labels` labels; if 0, without one.
  ConfigurationGraph(int words, const SystemOptions& options, Label labels = 0) : labels_(labels) {
    visit(Configuration(words, options));
  }

  /// Every configuration comes after all those that it leads to; the initial one is last.
  [[nodiscard]] int size() const { return static_cast<int>(configurations_.size()); }
  [[nodiscard]] const Configuration& configuration(int index) const {
    return configurations_[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] const std::vector<Edge>& edges(int index) const {
    return edges_[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] std::size_t edge_count() const {
    std::size_t count = 0;
    for (const auto& edges : edges_) count += edges.size();
    return count;
  }

  /// For every configuration, the largest attachment count of the final configurations it leads to.
  void best_values(const Gold& gold, std::vector<int>& best) const {
    best.resize(configurations_.size());
    for (int index = 0; index < size(); ++index) {
      int& value = best[static_cast<std::size_t>(index)];
      if (edges(index).empty()) {
        value = final_value(configuration(index), gold);
        continue;
      }
      bool first = true;
      for (const Edge& edge : edges(index)) {
        const int after = best[static_cast<std::size_t>(edge.target)];
        value = first ? after : std::max(value, after);
        first = false;
      }
    }
  }

  /// Transitions that lead from the initial configuration to this one.
  [[nodiscard]] std::vector<Transition> path_to(int index) const {
    std::vector<Transition> path;
    for (int at = index; at != size() - 1;) {
      // Whatever leads to a configuration comes after it.
      int before = at + 1;
      for (;; ++before) {
        const auto& out = edges(before);
        const auto found = std::find_if(out.begin(), out.end(),
                                        [&](const Edge& edge) { return edge.target == at; });
        if (found == out.end()) continue;
        path.push_back(found->transition);
        break;
      }
      at = before;
    }
    std::reverse(path.begin(), path.end());
    return path;
  }

 private:
  static int final_value(const Configuration& c, const Gold& gold) {
    int value = 0;
    for (Node word = 1; word <= c.words(); ++word) {
      if (!c.attached(word)) {
        value += gold.none_value(word);
        continue;
      }
      const Arc arc{c.head(word), word};
      const RootPosition root = c.options().root;
      value += gold.value(arc, root) - gold.label_penalty(arc, c.label(word), root);
    }
    return value;
  }

  int visit(const Configuration& c) {
    const auto [place, inserted] = index_.try_emplace(key_of(c), -1);
    if (!inserted) return place->second;
    std::vector<Edge> edges;
    for (const Action action : legal_actions<S>(c)) {
      const bool labelled = labels_ > 0 && added_arc<S>(c, action).has_value();
      for (Label label = 0; label < (labelled ? labels_ : 1); ++label) {
        const Transition transition{action, labelled ? label : kNoLabel};
        Configuration next = c;
        apply<S>(next, transition);
        edges.push_back({transition, visit(next)});
      }
    }
    const int index = size();
    index_[key_of(c)] = index;
    configurations_.push_back(c);
    edges_.push_back(std::move(edges));
    return index;
  }

  static std::string key_of(const Configuration& c) {
    std::string key;
    for (Node word = 1; word <= c.words(); ++word) {
      key += static_cast<char>(c.head(word));
      key += static_cast<char>(c.label(word));
    }
    key += '|';
    for (const Node node : c.stack()) key += static_cast<char>(node);
    key += '|';
    for (const Node node : c.buffer()) key += static_cast<char>(node);
    return key;
  }

  Label labels_;
  std::vector<Configuration> configurations_;
  std::vector<std::vector<Edge>> edges_;
  std::unordered_map<std::string, int> index_;
};

}  // namespace panarc
