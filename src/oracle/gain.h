#pragma once

#include "oracle/gold.h"
#include "transition/system.h"
#include "transition/user_system.h"

namespace panarc {

/// The value of what a legal transition settles for good: an arc, or that a word has no head.
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

/// Whether the head of a word, or that it has none, is settled for good.
template <TransitionSystem S>
bool is_settled(const Configuration& c, Node word) {
  if (!c.in_stack(word) && !c.in_buffer(word)) return true;
  return c.attached(word) && !(S::Table::kHasTemporaryArcs && c.in_stack(word));
}

/// A user's system may replace the arc of a word that is not done, and may end before all are.
template <>
inline bool is_settled<UserDefined>(const Configuration& c, Node word) {
  return (!c.in_stack(word) && !c.in_buffer(word)) || UserDefined::is_final(c);
}

/// The value of what all transitions so far have settled: the sum of their gains.
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
