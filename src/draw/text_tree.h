#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "panarc/sentence.h"

namespace panarc {

/// How trees are drawn as text.
struct TextStyle {
  /// The number of columns; by default, as many as needed.
  std::optional<std::size_t> width;
  /// Use terminal control sequences.
  bool colour = false;
};

/// A marked word in a drawing, and a note on it.
struct WordNote {
  Node word = 0;
  std::vector<std::string> parts;
};

/// A tree for the terminal: one word per line, with arcs to its left and an arrow at the dependent.
std::string draw_tree(const Sentence& sentence);

/// A tree with word numbers. `notes` are in word order. If there is no room for all arcs, the
/// longest ones are left out, and the number of the head follows the relation.
std::string draw_numbered_tree(const Sentence& sentence, const TextStyle& style,
                               std::span<const WordNote> notes = {});

/// A line above a tree: the sentence's number, its `sent_id` if it has one, and its text.
std::string sentence_heading(const Sentence& sentence, std::uint64_t number,
                             const TextStyle& style);

}  // namespace panarc
