#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "feature/embeddings.h"
#include "feature/template.h"
#include "io/model_file.h"
#include "panarc/choices.h"
#include "panarc/sentence.h"
#include "scorer/network/vocabulary.h"

namespace panarc {

/// The words of a sentence as a network is given them: ROOT first, then the words in the order in
/// which they are read.
struct NetworkSentence {
  /// The numbers of values: one or, of FEATS, any number for each node.
  struct Column {
    std::vector<std::uint32_t> begins;
    std::vector<std::uint32_t> numbers;

    [[nodiscard]] std::span<const std::uint32_t> of(std::size_t node) const {
      return std::span(numbers).subspan(begins[node], begins[node + 1] - begins[node]);
    }
  };

  std::size_t nodes = 0;
  std::vector<Column> columns;
  /// The numbers of the characters of forms.
  Column characters;
  /// Which form it is: no two have the same hash.
  std::vector<std::uint64_t> forms;
  /// The numbers of their vectors among those that are given, if any are.
  std::vector<std::uint64_t> given;
};

/// What a network knows of words: which columns it looks at, and the values and characters in them.
class NetworkVocabulary {
 public:
  struct Column {
    Attribute attribute = Attribute::kForm;
    Vocabulary values;
  };

  /// Of what occurs often enough in training data. FORM is looked at always, other columns where
  /// they are filled.
  static NetworkVocabulary of(std::span<const Sentence> sentences);
  /// The same, of these other columns alone.
  static NetworkVocabulary of(std::span<const Sentence> sentences,
                              std::span<const Attribute> others);
  /// The columns of this one, with the values of both.
  [[nodiscard]] NetworkVocabulary with(const NetworkVocabulary& other) const;
  /// What save() has written. Throws Error if it makes no sense.
  static NetworkVocabulary load(const ModelFile& file, const std::string& prefix);
  void save(ModelFileWriter& writer, const std::string& prefix) const;

  [[nodiscard]] std::span<const Column> columns() const { return columns_; }
  [[nodiscard]] const Vocabulary& characters() const { return characters_; }

  /// `given` may be missing.
  void encode(const Sentence& sentence, Direction direction, const Embeddings* given,
              NetworkSentence& encoded) const;

 private:
  std::vector<Column> columns_;
  Vocabulary characters_;
};

}  // namespace panarc
