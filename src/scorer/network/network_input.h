#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "feature/embeddings.h"
#include "feature/template.h"
#include "io/model_file.h"
#include "panarc/choices.h"
#include "panarc/treebank.h"
#include "scorer/network/vocabulary.h"

namespace panarc {

/// The words of a sentence as input of a network: ROOT first, then the words in reading order.
struct NetworkSentence {
  /// The numbers of values: one per node or, for FEATS, any number.
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
  /// The hashes of forms, which identify them.
  std::vector<std::uint64_t> forms;
  /// The numbers of their pre-trained vectors, if there are any.
  std::vector<std::uint64_t> given;
};

/// What a network knows about words: which columns it uses, and the values and characters in them.
class NetworkVocabulary {
 public:
  struct Column {
    Attribute attribute = Attribute::kForm;
    Vocabulary values;
  };

  /// From what occurs often enough in the training data. FORM is always used, other columns if they
  /// are filled.
  static NetworkVocabulary of(std::span<const Sentence> sentences);
  /// A vocabulary with only these columns besides FORM.
  static NetworkVocabulary of(std::span<const Sentence> sentences,
                              std::span<const Attribute> others);
  /// The columns of this one, with the values of both.
  [[nodiscard]] NetworkVocabulary with(const NetworkVocabulary& other) const;
  /// Reads what save() has written. Throws Error if it is invalid.
  static NetworkVocabulary load(const ModelFile& file, const std::string& prefix);
  void save(ModelFileWriter& writer, const std::string& prefix) const;

  [[nodiscard]] std::span<const Column> columns() const { return columns_; }
  [[nodiscard]] const Vocabulary& characters() const { return characters_; }

  /// `given` may be null.
  void encode(const Sentence& sentence, Direction direction, const Embeddings* given,
              NetworkSentence& encoded) const;

 private:
  std::vector<Column> columns_;
  Vocabulary characters_;
};

}  // namespace panarc
