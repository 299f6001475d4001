#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "panarc/treebank.h"

namespace panarc {

/// The format according to a file's name, with or without a compression extension: `.conllu` and
/// `.conllx` tell it, others such as `.conll` do not.
std::optional<Format> format_of_name(std::string_view name);

/// The format of a sentence by what only one format has: CoNLL-X, a number in column 9; CoNLL-U,
/// comments, multiword tokens and empty nodes. CoNLL-U if in doubt.
Format format_of_text(std::string_view text);

/// Appends `sentence` in another format. CoNLL-X has no place for comments, multiword tokens, empty
/// nodes, enhanced dependencies, and MISC except constraints; CoNLL-U none for PHEAD and PDEPREL.
void append_converted(const Sentence& sentence, Format to, std::string& out);

}  // namespace panarc
