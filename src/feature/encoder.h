#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "feature/embeddings.h"
#include "feature/template.h"
#include "feature/word_set.h"
#include "panarc/choices.h"
#include "panarc/treebank.h"
#include "task/encoded_sentence.h"

namespace panarc {

/// An attribute of a word that is known before parsing. kFunction stands for the texts of all.
struct WordColumn {
  Attribute attribute = Attribute::kForm;
  std::uint8_t number = 0;
  std::string name;

  friend bool operator==(const WordColumn&, const WordColumn&) = default;
};

/// Stands for a form or lemma that was not seen in training.
inline constexpr std::uint64_t kUnknownWord = 0x5bd1e995f00dcafeULL;

/// The number of a form or a lemma, known or not.
std::uint64_t word_hash(Attribute attribute, std::string_view text);

/// The number of a value of LEMMA, UPOS, XPOS or FEATS; for an empty text, of the column itself.
inline std::uint64_t column_hash(Attribute attribute, std::string_view text) {
  return word_hash(attribute, text);
}

/// Whether a column has the number of a whole word, which may be kUnknownWord.
constexpr bool names_a_word(Attribute attribute) {
  return attribute == Attribute::kForm || attribute == Attribute::kLemma;
}

/// Turns the words of sentences into numbers. Values are hashes of the text: the only table needed
/// is that of known words.
class WordEncoder {
 public:
  // The vectors, if there are any, and the known words must outlive the encoder.

  /// Every form and lemma is known.
  explicit WordEncoder(std::vector<WordColumn> columns, const Embeddings* embeddings = nullptr,
                       Direction direction = Direction::kLeftToRight)
      : columns_(std::move(columns)), embeddings_(embeddings), direction_(direction) {}
  /// Forms and lemmas that are not in `known` become kUnknownWord.
  WordEncoder(std::vector<WordColumn> columns, const WordSet& known,
              const Embeddings* embeddings = nullptr, Direction direction = Direction::kLeftToRight)
      : columns_(std::move(columns)),
        known_(&known),
        embeddings_(embeddings),
        direction_(direction) {}

  /// Words may get one of these tags during parsing.
  void set_tags(std::span<const std::string> tags);

  /// Encodes the words in reading order.
  void encode(const Sentence& sentence, EncodedSentence& encoded) const;

  [[nodiscard]] std::span<const WordColumn> columns() const { return columns_; }

 private:
  [[nodiscard]] std::uint64_t value(const Sentence& sentence, Node word,
                                    const WordColumn& column) const;

  std::vector<WordColumn> columns_;
  const WordSet* known_ = nullptr;
  const Embeddings* embeddings_ = nullptr;
  Direction direction_;
  std::shared_ptr<const std::vector<std::uint64_t>> tag_values_;
};

}  // namespace panarc
