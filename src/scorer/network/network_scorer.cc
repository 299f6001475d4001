#include "scorer/network/network_scorer.h"

#include <algorithm>

#include "panarc/error.h"

namespace panarc {

void NetworkScorer::begin(const Input& words) {
  const auto* const vectors = static_cast<const NetworkVectors*>(words.vectors());
  if (vectors == nullptr) throw Error("the network has not read the words of the sentence");
  sentence_ = vectors->products;
}

std::span<const float* const> NetworkScorer::score(std::span<const State* const> states) {
  const TransitionClasses& classes = network_.shape().classes;
  const bool labelled = network_.states().labels() > 0;
  states_.resize(states.size());
  arcs_.clear();
  arcs_of_.clear();
  for (std::size_t i = 0; i < states.size(); ++i) {
    const Configuration& c = states[i]->configuration();
    StateRecord& record = states_[i];
    record.sentence = sentence_;
    network_.view().find(*states[i], record.seen);
    record.legal = network_.view().legal(c);
    if (!labelled) continue;
    for (const Action action : record.legal) {
      const auto arc = network_.view().arc(c, action);
      if (!arc) continue;
      arcs_.push_back({sentence_, *arc, i});
      arcs_of_.push_back({i, classes.of(action, 0)});
    }
  }
  network_.states().score_states(parameters_, states_, trace_);
  if (labelled) network_.states().score_arcs(parameters_, arcs_, trace_);

  scores_.resize_with_zeros(states.size(), classes.size());
  rows_.resize(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    rows_[i] = scores_.row(i);
    fill_row(i, scores_.row(i));
  }
  for (std::size_t i = 0; i < arcs_.size(); ++i) {
    std::copy_n(trace_.label_scores.row(i), network_.states().labels(),
                scores_.row(arcs_of_[i].state) + arcs_of_[i].first_class);
  }
  return rows_;
}

void NetworkScorer::fill_row(std::size_t state, float* row) const {
  for (const Action action : states_[state].legal) {
    row[network_.shape().classes.of(action)] =
        trace_.actions.row(state)[network_.states().column(action)];
  }
}

}  // namespace panarc
