#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "oracle/exhaustive.h"
#include "oracle/oracle.h"
#include "oracle/static_oracle.h"
#include "oracle/system_service.h"
#include "panarc/oracle.h"

namespace panarc {

/// The kinds of gold annotation that costs are checked for.
enum class GoldKind : std::uint8_t {
  kHeads,
  kConstraints,
  kAmbiguous,
  kSides,
  kForbidden,
  kSpans,
  kLabels,
  kLabelSets,
  kMixed,  ///< constraints of all these kinds
};

/// Gold annotation number `code`: any combination of one head per word, or none; a tree or not.
Heads numbered_heads(int words, std::uint64_t code);
std::uint64_t numbered_heads_count(int words);

/// A random annotation of a kind, based on `heads`. Labels are numbers below `labels`.
Gold random_gold(std::mt19937_64& random, const Heads& heads, GoldKind kind, Label labels,
                 const SystemOptions& options = {}, bool partial = false);

std::string describe(const Gold& gold);
std::string describe(const Configuration& c, const std::vector<Transition>& path);

/// Compares the costs of a system with exhaustive search, for all lengths up to the limit, both
/// positions of ROOT, single root or not, and every kind of gold annotation; and the static
/// derivation with the best tree. Stops at the first difference.
template <TransitionSystem S>
class Verifier {
 public:
  Verifier(const SystemRecord& system, const VerifyOptions& options)
      : system_(system), options_(options), random_(options.seed) {
    report_.system = system.name;
  }

  VerifyReport run() {
    for (int words = 1; words <= options_.max_length; ++words) {
      for (const RootPosition root : {RootPosition::kFirst, RootPosition::kLast}) {
        if (!system_.allows(root)) continue;
        for (const bool single_root : {false, true}) {
          for (int span = system_.span ? 1 : 0; span <= (system_.span ? words : 0); ++span) {
            verify({.root = root, .single_root = single_root, .span = span, .user = system_.user},
                   words);
            if (report_.counter_example) return report_;
          }
        }
      }
    }
    return report_;
  }

 private:
  using Graph = ConfigurationGraph<S>;

  void verify(const SystemOptions& system, int words) {
    const Graph graph(words, system);
    report_.configurations += static_cast<std::uint64_t>(graph.size());
    report_.transitions += graph.edge_count();
    for (const GoldKind kind :
         {GoldKind::kHeads, GoldKind::kConstraints, GoldKind::kAmbiguous, GoldKind::kSides,
          GoldKind::kForbidden, GoldKind::kSpans, GoldKind::kMixed}) {
      if (kind == GoldKind::kConstraints && !system_.partial) continue;
      verify_kind(graph, kind, 0);
      if (report_.counter_example) return;
    }
    // Every label doubles the configurations of an arc: short sentences are enough.
    constexpr int kMaxLabelledWords = 3;
    constexpr Label kLabels = 2;
    if (words <= kMaxLabelledWords) {
      const Graph labelled(words, system, kLabels);
      for (const GoldKind kind : {GoldKind::kLabels, GoldKind::kLabelSets, GoldKind::kMixed}) {
        verify_kind(labelled, kind, kLabels);
        if (report_.counter_example) return;
      }
    }
  }

  void verify_kind(const Graph& graph, GoldKind kind, Label labels) {
    const Configuration& initial = graph.configuration(graph.size() - 1);
    const std::uint64_t all = numbered_heads_count(initial.words());
    const bool exhaustive = all <= options_.golds;
    for (std::uint64_t i = 0; i < std::min(all, options_.golds); ++i) {
      const Heads heads = numbered_heads(initial.words(), exhaustive ? i : random_() % all);
      compare(graph, random_gold(random_, heads, kind, labels, initial.options(), system_.partial));
      if (report_.counter_example) return;
    }
  }

  void compare(const Graph& graph, const Gold& gold) {
    ++report_.golds;
    graph.best_values(gold, best_);
    for (int index = 0; index < graph.size(); ++index) {
      const auto& edges = graph.edges(index);
      const Configuration& c = graph.configuration(index);
      if (S::is_final(c) != edges.empty()) {
        report_.counter_example = "a configuration that is not final has no legal transition: " +
                                  describe(c, graph.path_to(index));
        return;
      }
      if (edges.empty()) continue;
      report_.comparisons += edges.size();
      const Costs costs = oracle_.costs(c, gold);
      if (!costs.exact) {
        report_.counter_example = "costs are not proved exact: gold " + describe(gold) + ", " +
                                  describe(c, graph.path_to(index));
        return;
      }
      for (const auto& edge : edges) {
        const int given = edge.transition.label == kNoLabel
                              ? costs.of(edge.transition.action)
                              : oracle_.cost(c, gold, edge.transition, costs);
        if (given != true_cost(index, edge.target)) {
          report_.counter_example = counter_example(graph, index, gold);
          return;
        }
      }
    }
    check_static_derivation(graph, gold);
  }

  void check_static_derivation(const Graph& graph, const Gold& gold) {
    const Configuration& initial = graph.configuration(graph.size() - 1);
    Configuration c = initial;
    for (const Action action : static_derivation<S>(oracle_, gold, initial.options())) {
      apply<S>(c, action);
    }
    const int value = settled_value<S>(c, gold);
    if (value != best_.back()) {
      report_.counter_example = "the static derivation for gold " + describe(gold) + " brings " +
                                std::to_string(value) + ", the best is " +
                                std::to_string(best_.back());
    }
  }

  [[nodiscard]] int true_cost(int index, int target) const {
    return best_[static_cast<std::size_t>(index)] - best_[static_cast<std::size_t>(target)];
  }

  std::string counter_example(const Graph& graph, int index, const Gold& gold) {
    const Configuration& c = graph.configuration(index);
    std::string text = "gold " + describe(gold) + ", " + describe(c, graph.path_to(index));
    for (const auto& edge : graph.edges(index)) {
      const Transition t = edge.transition;
      text += "\n    " + std::string(action_name(t.action));
      if (t.label != kNoLabel) text += ":" + std::to_string(t.label);
      text += " costs " + std::to_string(true_cost(index, edge.target)) + ", computed " +
              std::to_string(oracle_.cost(c, gold, t));
    }
    return text;
  }

  SystemRecord system_;
  VerifyOptions options_;
  std::mt19937_64 random_;
  VerifyReport report_;
  Oracle<S> oracle_;
  std::vector<int> best_;
};

template <TransitionSystem S>
VerifyReport VerifierOf<S>::run(const SystemRecord& system, const VerifyOptions& options) {
  return Verifier<S>(system, options).run();
}

}  // namespace panarc
