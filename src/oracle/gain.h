#pragma once

#include "oracle/gold.h"
#include "transition/system.h"

namespace panarc {

/// What a legal transition settles for good, in value: an arc, or that a word stays without a head.
template <TransitionSystem S>
int gain(const Configuration& c, const Gold& gold, Transition transition) {
  const RootPosition root = c.options().root;
  if (const auto arc = settled_arc<S>(c, transition.action)) {
    const bool labelled_before = !added_arc<S>(c, transition.action).has_value();
    const Label label = labelled_before ? c.label(arc->dependent) : transition.label;
    return gold.value(*arc, root) - gold.label_penalty(*arc, label, root);
  }
  if (S::kPartial && transition.action == Action::kReduce && !c.attached(c.stack(0))) {
    return gold.none_value(c.stack(0));
  }
  return 0;
}

/// Whether it is settled for good which head a word has, or that it has none.
template <TransitionSystem S>
bool is_settled(const Configuration& c, Node word) {
  if (!c.in_stack(word) && !c.in_buffer(word)) return true;
  return c.attached(word) && !(S::Table::kHasTemporaryArcs && c.in_stack(word));
}

/// What all transitions so far have settled, in value: the sum of their gains.
template <TransitionSystem S>
int settled_value(const Configuration& c, const Gold& gold) {
  const RootPosition root = c.options().root;
  int value = 0;
  for (const Node word : gold.valued_words()) {
    if (!is_settled<S>(c, word)) continue;
    if (!c.attached(word)) {
      value += gold.none_value(word);
      continue;
    }
    const Arc arc{c.head(word), word};
    value += gold.value(arc, root) - gold.label_penalty(arc, c.label(word), root);
  }
  return value;
}

}  // namespace panarc
