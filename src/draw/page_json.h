#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>

#include "draw/tree_layout.h"
#include "panarc/treebank.h"

/// Sentences as JSON for pages with trees. The keys are short, since there are thousands of them;
/// data/page/tree.js reads them.

namespace panarc {

using PageJson = nlohmann::ordered_json;

/// The number, the name, the forms and the tags of a sentence.
PageJson sentence_json(const Sentence& sentence, std::uint64_t number);

/// The values of a column, one per word.
PageJson column_json(const Sentence& sentence, Field field);

/// Adds the positions of words and arcs.
void add_layout(PageJson& json, const TreeLayout& layout);

}  // namespace panarc
