#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "panarc/sentence.h"

namespace panarc {

/// The format that a file's name says, with or without an ending of compression: `.conllu` and
/// `.conllx` do, others such as `.conll` do not.
std::optional<Format> format_of_name(std::string_view name);

/// The format of a sentence by what only one of them has: CoNLL-X a number in column 9, CoNLL-U
/// comments, multiword tokens and empty nodes. CoNLL-U in doubt.
Format format_of_text(std::string_view text);

/// Appends `sentence` in another format. CoNLL-X has no place for comments, multiword tokens, empty
/// nodes, enhanced dependencies and MISC but for the constraints; CoNLL-U none for PHEAD and
/// PDEPREL.
void append_converted(const Sentence& sentence, Format to, std::string& out);

}  // namespace panarc
