#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <string_view>
#include <utility>

#include "oracle/oracle_query.h"
#include "oracle/swap_lattice.h"
#include "oracle/swap_oracle.h"
#include "panarc/error.h"
#include "panarc/oracle.h"
#include "transition/system_record.h"

namespace panarc {

namespace {

void check_lattice_query(const OracleQuery& query, const LatticeOptions& options) {
  if (!system_record(query.system).swap_oracle) {
    std::vector<std::string_view> others;
    for (const SystemRecord& system : system_records()) {
      if (system.swap_oracle) others.push_back(system.name);
    }
    throw Error(fmt::format("there is no lattice of derivations for {}; expected {}", query.system,
                            fmt::join(others, " or ")));
  }
  if (is_static(options.oracle)) {
    throw Error(
        fmt::format("the oracle {} has one derivation, which is not a lattice; expected {} or {}",
                    kSwapOracleNames.of(options.oracle), kSwapOracleNames.of(SwapOracle::kNdSw),
                    kSwapOracleNames.of(SwapOracle::kNdAll)));
  }
  if (!query.after.empty()) {
    throw Error("a lattice shows all derivations from the beginning; expected no transitions");
  }
}

Heads tree_of(const Gold& gold, const SystemOptions& options) {
  if (!swap_oracles_apply(gold, options)) {
    throw Error(fmt::format("a lattice of derivations needs a full tree: one head for every word{}",
                            options.single_root ? ", and one word under ROOT" : ""));
  }
  Heads heads{kNoHead};
  for (Node word = 1; word <= gold.words(); ++word) heads.push_back(gold.head(word));
  return heads;
}

LatticeConfiguration configuration_of(const SwapState& state) {
  LatticeConfiguration configuration;
  const auto stack = state.stack();
  const auto buffer = state.reversed_buffer();
  configuration.stack.assign(stack.begin(), stack.end());
  configuration.buffer.assign(buffer.rbegin(), buffer.rend());
  // Nodes neither on the stack nor in the buffer have been attached.
  const Heads& gold = state.tree().heads;
  configuration.heads = gold;
  for (const auto& nodes : {stack, buffer}) {
    for (const Node node : nodes) {
      if (node != kRoot) configuration.heads[static_cast<std::size_t>(node)] = kNoHead;
    }
  }
  return configuration;
}

/// The word that a transition attaches; ROOT if it attaches none.
Node attached_by(Action action, const SwapState& state) {
  const auto stack = state.stack();
  if (action == Action::kRight) return stack.back();
  return action == Action::kLeft ? stack[stack.size() - 2] : kRoot;
}

/// Converts a lattice, with its states in topological order.
class LatticeWriter {
 public:
  LatticeWriter(const SwapLattice& lattice, const Gold& gold,
                const std::vector<std::string>& label_names)
      : lattice_(lattice), gold_(gold), label_names_(label_names), places_(lattice.states()) {
    result_.derivations = lattice.derivations();
    result_.min_swaps = lattice.min_swaps();
    result_.max_swaps = lattice.max_swaps();
    add_configurations();
    add_edges();
  }

  /// Marks the edges of a static oracle's derivation.
  void mark(SwapOracle oracle, std::span<const Action> derivation) {
    int state = 0;
    for (const Action action : derivation) {
      const std::size_t edge = edges_.at({state, action});
      result_.edges[edge].oracles.push_back(oracle);
      state = lattice_.edges()[edge].to;
    }
  }

  DerivationLattice take() { return std::move(result_); }

 private:
  void add_configurations() {
    int last = -1;
    const auto add = [&](int state) {
      if (state == std::exchange(last, state)) return;
      places_[static_cast<std::size_t>(state)] = result_.configurations.size();
      result_.configurations.push_back(configuration_of(lattice_.state(state)));
    };
    for (const SwapLattice::Edge& edge : lattice_.edges()) add(edge.from);
    add(lattice_.final_state());
  }

  void add_edges() {
    for (const SwapLattice::Edge& edge : lattice_.edges()) {
      edges_.emplace(std::pair(edge.from, edge.action), edges_.size());
      std::string transition(action_name(edge.action));
      const Node word = attached_by(edge.action, lattice_.state(edge.from));
      const Label label = word == kRoot ? kNoLabel : gold_.label(word);
      if (label != kNoLabel) transition += ':' + label_names_[static_cast<std::size_t>(label)];
      result_.edges.push_back({places_[static_cast<std::size_t>(edge.from)],
                               places_[static_cast<std::size_t>(edge.to)],
                               std::move(transition),
                               {}});
    }
  }

  const SwapLattice& lattice_;
  const Gold& gold_;
  const std::vector<std::string>& label_names_;
  std::vector<std::size_t> places_;  // of the states, in topological order
  std::map<std::pair<int, Action>, std::size_t> edges_;
  DerivationLattice result_;
};

}  // namespace

DerivationLattice derivation_lattice(const OracleQuery& query, const LatticeOptions& options) {
  check_lattice_query(query, options);
  const SystemOptions system_options = options_of(query);
  QueryLabels labels;
  const Gold gold = gold_of(query, system_options, labels);
  const bool all = options.oracle == SwapOracle::kNdAll;
  const SwapLattice lattice(tree_of(gold, system_options),
                            all ? SwapAmbiguity::kAll : SwapAmbiguity::kShiftSwap,
                            options.most_configurations);
  LatticeWriter writer(lattice, gold, labels.names());
  const SwapState start(lattice.tree());
  writer.mark(SwapOracle::kEager, static_derivation(start, SwapTime::kEager));
  writer.mark(SwapOracle::kLazy, static_derivation(start, SwapTime::kLazy));
  writer.mark(SwapOracle::kMinimal, lattice.shortest());
  return writer.take();
}

}  // namespace panarc
