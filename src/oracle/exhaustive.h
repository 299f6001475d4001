#pragma once

#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "oracle/gold.h"
#include "transition/system.h"

namespace panarc {

/// All configurations that a system can reach for a sentence of some length, and how transitions
/// lead from one to another: the judge of every oracle.
///
/// It knows nothing but the definition: which transitions are legal, what they do, and what the
/// final configurations are worth. The size grows exponentially with the length.
template <TransitionSystem S>
class ConfigurationGraph {
 public:
  struct Edge {
    Action action;
    int target;
  };

  ConfigurationGraph(int words, const SystemOptions& options) {
    visit(Configuration(words, options));
  }

  /// In an order in which every configuration comes after all that it leads to.
  [[nodiscard]] int size() const { return static_cast<int>(configurations_.size()); }
  [[nodiscard]] const Configuration& configuration(int index) const {
    return configurations_[static_cast<std::size_t>(index)];
  }
  [[nodiscard]] const std::vector<Edge>& edges(int index) const {
    return edges_[static_cast<std::size_t>(index)];
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
      value = -1;
      for (const Edge& edge : edges(index)) {
        value = std::max(value, best[static_cast<std::size_t>(edge.target)]);
      }
    }
  }

 private:
  static int final_value(const Configuration& c, const Gold& gold) {
    int value = 0;
    for (Node word = 1; word <= c.words(); ++word) {
      value += c.attached(word) ? gold.value({c.head(word), word}, c.options().root)
                                : gold.none_value(word);
    }
    return value;
  }

  int visit(const Configuration& c) {
    const auto [place, inserted] = index_.try_emplace(key_of(c), -1);
    if (!inserted) return place->second;
    std::vector<Edge> edges;
    for (const Action action : legal_actions<S>(c)) {
      Configuration next = c;
      apply<S>(next, action);
      edges.push_back({action, visit(next)});
    }
    const int index = size();
    index_[key_of(c)] = index;
    configurations_.push_back(c);
    edges_.push_back(std::move(edges));
    return index;
  }

  static std::string key_of(const Configuration& c) {
    std::string key;
    for (const Node head : c.heads()) key += static_cast<char>(head);
    key += '|';
    for (const Node node : c.stack()) key += static_cast<char>(node);
    key += '|';
    for (const Node node : c.buffer()) key += static_cast<char>(node);
    return key;
  }

  std::vector<Configuration> configurations_;
  std::vector<std::vector<Edge>> edges_;
  std::unordered_map<std::string, int> index_;
};

}  // namespace panarc
