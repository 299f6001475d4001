#pragma once

#include <optional>
#include <vector>

#include "base/interruption.h"
#include "oracle/gold.h"
#include "panarc/choices.h"
#include "transition/system_options.h"

namespace panarc {

/// Whether an arc contradicts nothing that is known of its dependent's head; spans apart.
inline bool may_agree(Arc arc, const Gold& gold, RootPosition root) {
  return !gold.knows_head(arc.dependent) || gold.agrees(arc, root);
}

inline constexpr int kLeavesSpan = -1;

/// By head, the number of spans that an arc to a word enters, or kLeavesSpan.
std::vector<int> entered_spans(Node word, const Gold& gold);

/// A projective tree that meets all that is known, if there is one. Takes cubic time.
std::optional<Heads> projective_tree_that_meets_all(const Gold& gold, const SystemOptions& options,
                                                    const Interruption& interruption = kNeverOver);

}  // namespace panarc
