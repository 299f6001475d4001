#pragma once

#include <functional>
#include <string_view>

#include "oracle/gold.h"
#include "panarc/sentence.h"

namespace panarc {

/// Numbers a relation.
using LabelIds = std::function<Label(std::string_view)>;

/// The annotation of a sentence: its heads, known or not, and the labels of the known ones.
Gold gold_of(const Sentence& sentence, const LabelIds& labels);

/// What is known of a sentence beforehand (`Sentence::constraint`), and nothing else. Words without
/// a constraint may get any head.
Gold constraints_of(const Sentence& sentence, const LabelIds& labels);

}  // namespace panarc
