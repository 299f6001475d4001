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

/// How large the parts of a tagger's network are.
struct TagNetworkSizes {
  std::size_t form = 100;             ///< of the vector of a form
  std::size_t tag = 50;               ///< of that of a tag that is there already
  std::size_t character = 50;         ///< of that of a character
  std::size_t character_units = 100;  ///< that read characters, in each direction
  std::size_t units = 128;            ///< that read words, in each direction
  std::size_t layers = 2;             ///< of those
  std::size_t hidden = 100;           ///< units of each column that is filled

  friend bool operator==(const TagNetworkSizes&, const TagNetworkSizes&) = default;

  /// Those of the part that reads words.
  [[nodiscard]] NetworkSizes of_words() const;
};

/// What a network for a tagger is made from.
struct TagNetworkShape {
  NetworkVocabulary vocabulary;
  TagNetworkSizes sizes;
  /// How many tags each of the columns has that it fills.
  std::vector<std::size_t> tags;
  /// Vectors of words that it is given, and does not learn; may be missing.
  std::shared_ptr<const Embeddings> given = nullptr;

  /// What save() has written, except the given vectors. Throws Error if it makes no sense.
  static TagNetworkShape load(const ModelFile& file, const std::string& prefix,
                              std::shared_ptr<const Embeddings> given);
  void save(ModelFileWriter& writer, const std::string& prefix) const;
};

/// A network that reads a sentence in both directions, and gives every word scores for the tags of
/// all columns at once, so that what is learnt about one of them helps the others (Plank et al.
/// 2016; Straka 2018). It knows where its parameters lie, and how they are used, but not their
/// values. It never changes.
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

/// What the network has found out about the words of a sentence: their scores for all tags.
struct TagScores final : WordVectors {
  const Matrix* all = nullptr;
  std::size_t first = 0;  ///< the row of ROOT, which those of the words follow
  /// Where the scores lie, if nobody else keeps them.
  std::shared_ptr<const Matrix> kept = nullptr;
};

}  // namespace panarc
