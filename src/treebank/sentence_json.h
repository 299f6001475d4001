#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "panarc/treebank.h"

namespace panarc {

/// What a parser says about a tree. Without it, the sentence itself may say it, in comments and in
/// MISC, as `panarc parse` writes it.
struct TreeNotes {
  std::optional<std::size_t> rank;  ///< among the trees of the sentence, from 1
  std::optional<double> score;
  std::span<const double> confidence;  ///< element 0 is unused; may be empty
};

/// Appends a sentence as a JSON object on one line, without the line break: see to_json() in
/// panarc/json.h. Takes no library, since a parser should not wait for its output.
void append_json(const Sentence& sentence, std::string& out, const TreeNotes& notes = {});

/// Appends UTF-8 as a JSON string.
void append_json_string(std::string_view text, std::string& out);

}  // namespace panarc
