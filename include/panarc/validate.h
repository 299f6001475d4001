#pragma once

#include <functional>

#include "panarc/error.h"
#include "panarc/sentence.h"

namespace panarc {

/// Checks the annotation of a sentence against Universal Dependencies, version 2: one root, with
/// relation `root`; the 17 tags and 37 relations, with any subtype; form and order of features;
/// multiword tokens without annotation; form and order of enhanced dependencies.
///
/// Reports every problem except those that the reader already finds (columns, ids, the range of
/// heads, cycles).
void validate_ud(const Sentence& sentence, const std::function<void(const Error&)>& report);

}  // namespace panarc
