#pragma once

#include <functional>

#include "panarc/error.h"
#include "panarc/sentence.h"

namespace panarc {

/// Checks the annotation of a sentence against Universal Dependencies, version 2: one root, of
/// relation `root`; the 17 tags and 37 relations, with any subtype; features in their form and
/// order; multiword tokens without annotation; enhanced dependencies in their form and order.
///
/// Reports every problem. What the reader checks already (columns, ids, the range of heads,
/// cycles) is not repeated.
void validate_ud(const Sentence& sentence, const std::function<void(const Error&)>& report);

}  // namespace panarc
