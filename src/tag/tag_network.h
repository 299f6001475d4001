#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/model_file.h"
#include "scorer/network/network_input.h"
#include "scorer/network/network_sizes.h"
#include "scorer/network/parameters.h"
#include "scorer/network/word_reader.h"
#include "tag/tag_output.h"
#include "task/encoded_sentence.h"

namespace panarc {

/// The sizes of the parts of a tagger's network.
struct TagNetworkSizes {
  std::size_t form = 100;             ///< of a form vector
  std::size_t character = 50;         ///< of a character vector
  std::size_t character_units = 100;  ///< that read characters, in each direction
  std::size_t units = 128;            ///< that read words, in each direction
  std::size_t layers = 2;             ///< of those units
  std::size_t hidden = 100;           ///< hidden units for each predicted column

  friend bool operator==(const TagNetworkSizes&, const TagNetworkSizes&) = default;

  /// The sizes of the part that reads words.
  [[nodiscard]] NetworkSizes of_words() const;
};

/// All that defines a tagger's network.
struct TagNetworkShape {
  NetworkVocabulary vocabulary;
  TagNetworkSizes sizes;
  /// The number of tags of each predicted column.
  std::vector<std::size_t> tags;
  /// Pre-trained word vectors, which are not learnt; may be missing.
  std::shared_ptr<const Embeddings> given = nullptr;

  /// Reads what save() has written, except the given vectors. Throws Error if it is invalid.
  static TagNetworkShape load(const ModelFile& file, const std::string& prefix,
                              std::shared_ptr<const Embeddings> given);
  void save(ModelFileWriter& writer, const std::string& prefix) const;
};

/// A network that reads a sentence in both directions and scores the tags of all columns for every
/// word at once, so that what is learnt about one column helps the others (Plank et al. 2016;
/// Straka 2018). It knows the layout and use of its parameters, but not their values. Immutable.
class TagNetwork {
 public:
  explicit TagNetwork(TagNetworkShape shape);

  [[nodiscard]] const TagNetworkShape& shape() const { return shape_; }
  [[nodiscard]] const ParameterLayout& layout() const { return layout_; }
  [[nodiscard]] const WordReader& words() const { return words_; }
  [[nodiscard]] const TagOutput& output() const { return output_; }

  void encode(const Sentence& sentence, NetworkSentence& encoded) const {
    shape_.vocabulary.encode(sentence, Direction::kLeftToRight, shape_.given.get(), encoded);
  }

 private:
  TagNetworkShape shape_;
  ParameterLayout layout_;
  WordReader words_;
  TagOutput output_;
};

/// The network's result for the words of a sentence: the scores of all tags.
struct TagScores final : WordVectors {
  const Matrix* all = nullptr;
  std::size_t first = 0;  ///< the row of ROOT; those of the words follow
  /// Owns the scores, if nothing else does.
  std::shared_ptr<const Matrix> kept = nullptr;
};

}  // namespace panarc
