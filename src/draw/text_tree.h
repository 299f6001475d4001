#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "panarc/sentence.h"

namespace panarc {

/// How trees are drawn in characters.
struct TextStyle {
  /// The number of columns; without it, as many as it takes.
  std::optional<std::size_t> width;
  /// With the control sequences of a terminal.
  bool colour = false;
};

/// A word that is marked in a drawing, and what is said of it.
struct WordNote {
  Node word = 0;
  std::vector<std::string> parts;
};

/// A tree for the terminal: one word per line, arcs to its left, an arrow at the dependent.
std::string draw_tree(const Sentence& sentence);

/// The same with the words' numbers. `notes` are in the order of the words. Where there is no room
/// for all arcs, the longest ones are left out, and the number of the head stands after the
/// relation.
std::string draw_numbered_tree(const Sentence& sentence, const TextStyle& style,
                               std::span<const WordNote> notes = {});

/// A line above a tree: the sentence's number, its `sent_id` if it has one, and its text.
std::string sentence_heading(const Sentence& sentence, std::uint64_t number,
                             const TextStyle& style);

/// The comment `text`, or else the forms with spaces between.
std::string text_of_sentence(const Sentence& sentence);

}  // namespace panarc
