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

}  // namespace panarc
