#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "feature/embeddings.h"
#include "feature/template.h"
#include "feature/word_set.h"
#include "panarc/sentence.h"

namespace panarc {

/// An attribute of a word that is known before parsing.
struct WordColumn {
  Attribute attribute = Attribute::kForm;
  std::uint8_t number = 0;
  std::string name;

  friend bool operator==(const WordColumn&, const WordColumn&) = default;
};

/// The attributes of the words of a sentence as 64-bit numbers; 0 is "has none". Those of vectors
/// are their numbers in the Embeddings.
///
/// Row 0 is ROOT, rows 1 to n are the words, and row n+1 is a node that is not there.
class EncodedSentence {
 public:
  void reset(int words, std::size_t columns) {
    words_ = words;
    columns_ = columns;
    values_.assign((static_cast<std::size_t>(words) + 2) * columns, 0);
  }

  [[nodiscard]] int words() const { return words_; }
  [[nodiscard]] Node missing() const { return words_ + 1; }
  [[nodiscard]] std::uint64_t value(Node node, std::size_t column) const {
    return values_[static_cast<std::size_t>(node) * columns_ + column];
  }
  [[nodiscard]] const std::uint64_t* row(Node node) const {
    return values_.data() + static_cast<std::size_t>(node) * columns_;
  }
  [[nodiscard]] std::span<std::uint64_t> row(Node node) {
    return std::span(values_).subspan(static_cast<std::size_t>(node) * columns_, columns_);
  }

 private:
  int words_ = 0;
  std::size_t columns_ = 0;
  std::vector<std::uint64_t> values_;
};

/// What stands for a form or lemma that was not seen in training.
inline constexpr std::uint64_t kUnknownWord = 0x5bd1e995f00dcafeULL;

/// The number of a form or a lemma, whether known or not.
std::uint64_t word_hash(Attribute attribute, std::string_view text);

/// Whether a column holds the number of a whole word, for which kUnknownWord may stand.
constexpr bool names_a_word(Attribute attribute) {
  return attribute == Attribute::kForm || attribute == Attribute::kLemma;
}

/// Turns the words of sentences into numbers. Values are hashes of the text: no table of strings is
/// needed but that of the known words.
class WordEncoder {
 public:
  // The vectors, if there are any, and the known words must outlive the encoder.

  /// Every form and lemma is known.
  explicit WordEncoder(std::vector<WordColumn> columns, const Embeddings* embeddings = nullptr)
      : columns_(std::move(columns)), embeddings_(embeddings) {}
  /// Those that are not in `known` become kUnknownWord.
  WordEncoder(std::vector<WordColumn> columns, const WordSet& known,
              const Embeddings* embeddings = nullptr)
      : columns_(std::move(columns)), known_(&known), embeddings_(embeddings) {}

  void encode(const Sentence& sentence, EncodedSentence& encoded) const;

  [[nodiscard]] std::span<const WordColumn> columns() const { return columns_; }

 private:
  [[nodiscard]] std::uint64_t value(const Sentence& sentence, Node word,
                                    const WordColumn& column) const;

  std::vector<WordColumn> columns_;
  const WordSet* known_ = nullptr;
  const Embeddings* embeddings_ = nullptr;
};

}  // namespace panarc
