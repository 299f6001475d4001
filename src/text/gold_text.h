#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "panarc/treebank.h"
#include "text/alphabet.h"
#include "text/boundary_features.h"
#include "text/boundary_task.h"
#include "text/characters.h"

namespace panarc {

/// The text of sentences of a treebank, one after the other, and its boundaries.
struct GoldText {
  Characters text;
  std::vector<Boundary> boundaries;  ///< after each element; meaningless after white space
  std::vector<TextPart> sentences;   ///< ranges of elements
  std::vector<TextPart> tokens;
  /// The words that each token consists of; none if it is a word itself.
  std::vector<std::vector<std::string>> words;
  std::vector<std::uint32_t> first_chunks;  ///< of sentences: the first that begins after them

  /// A range of sentences. If `closed`, the text around it is not visible.
  [[nodiscard]] TextSpan span(std::size_t first, std::size_t last, bool closed) const;
};

/// Sentences are separated as MISC of their last token says; by default, by a space. The alphabet
/// must outlive the text.
GoldText gold_text(std::span<const Sentence> sentences, const Alphabet& alphabet);

/// The text of sentences with some words, or all, in letters unknown to the alphabet, with and
/// without case, as they may occur in any text.
GoldText foreign_text(std::span<const Sentence> sentences, const Alphabet& alphabet);

/// Counts the boundaries between each two classes.
BoundaryGate::Counts count_boundaries(const GoldText& gold);

/// What is a single token in the text, or would probably be if there were more of it.
WholeTokens whole_tokens(const GoldText& gold);

/// The hashes of the known facts about the words of a text.
std::vector<std::uint64_t> word_facts(const GoldText& gold);

}  // namespace panarc
