#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "panarc/sentence.h"
#include "text/alphabet.h"
#include "text/boundary_features.h"
#include "text/boundary_task.h"
#include "text/characters.h"

namespace panarc {

/// The text of sentences of a treebank, one after the other, and its boundaries.
struct GoldText {
  Characters text;
  std::vector<Boundary> boundaries;  ///< after each element; after white space, none
  std::vector<TextPart> sentences;   ///< elements
  std::vector<TextPart> tokens;
  /// Of each token, the words that it consists of; none if it is a word itself.
  std::vector<std::vector<std::string>> words;
  std::vector<std::uint32_t> first_chunks;  ///< of sentences: the first that begins after them

  /// The elements of some of the sentences. If it is closed, nothing else is seen.
  [[nodiscard]] TextSpan span(std::size_t first, std::size_t last, bool closed) const;
};

/// Sentences follow each other as MISC of their last token says, or with a space between. The
/// alphabet must outlive the text.
GoldText gold_text(std::span<const Sentence> sentences, const Alphabet& alphabet);

/// The same sentences with words or as a whole in letters that the alphabet does not know, some
/// with case and some without: what any text may have.
GoldText foreign_text(std::span<const Sentence> sentences, const Alphabet& alphabet);

/// The boundaries between each two classes.
BoundaryGate::Counts count_boundaries(const GoldText& gold);

/// The hashes of what is known of the words of a text.
std::vector<std::uint64_t> word_facts(const GoldText& gold);

}  // namespace panarc
