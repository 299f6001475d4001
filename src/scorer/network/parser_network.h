#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "feature/encoder.h"
#include "scorer/network/network_input.h"
#include "scorer/network/network_sizes.h"
#include "scorer/network/parameters.h"
#include "scorer/network/state_network.h"
#include "scorer/network/state_view.h"
#include "scorer/network/word_reader.h"
#include "task/encoded_sentence.h"
#include "task/transition_classes.h"

namespace panarc {

/// All that defines a parser's network.
struct NetworkShape {
  NetworkVocabulary vocabulary;
  NetworkSizes sizes;
  std::string system;
  TransitionClasses classes;
  Direction direction = Direction::kLeftToRight;
  /// Pre-trained word vectors, which are not learnt; may be missing.
  std::shared_ptr<const Embeddings> given = nullptr;
  /// Whether the scores of actions are log probabilities in each state. They are not if whole
  /// derivations have probabilities.
  bool normalized = true;
};

/// A network that reads a sentence in both directions, and scores states by the resulting vectors
/// of a few of their nodes (Kiperwasser & Goldberg 2016); or, without layers that read, by the
/// vectors of more nodes and labels (Chen & Manning 2014). It knows the layout and use of its
/// parameters, but not their values. Immutable.
class ParserNetwork {
 public:
  explicit ParserNetwork(NetworkShape shape);

  [[nodiscard]] const NetworkShape& shape() const { return shape_; }
  [[nodiscard]] const ParameterLayout& layout() const { return layout_; }
  [[nodiscard]] const StateView& view() const { return view_; }
  void encode(const Sentence& sentence, NetworkSentence& encoded) const {
    shape_.vocabulary.encode(sentence, shape_.direction, shape_.given.get(), encoded);
  }
  [[nodiscard]] const WordReader& words() const { return words_; }
  [[nodiscard]] const StateNetwork& states() const { return states_; }
  /// Copies values from another network with the same sizes, system and columns. This one may have
  /// more column values and labels. Column values that only this one has start like the unknown
  /// one; labels come last, and stay as they are.
  void take_over(const ParserNetwork& before, std::span<const float> from,
                 std::span<float> to) const;
  /// The columns it uses.
  [[nodiscard]] std::span<const WordColumn> columns() const { return columns_; }

 private:
  NetworkShape shape_;
  StateView view_;
  ParameterLayout layout_;
  WordReader words_;
  StateNetwork states_;
  std::vector<WordColumn> columns_;
};

/// The network's results for the words of a sentence.
struct NetworkVectors final : WordVectors {
  SentenceProducts products;
  /// Own the products and their rows, if nothing else does.
  std::shared_ptr<const NodeProducts> kept;
  std::vector<std::uint32_t> rows;
  std::vector<std::uint32_t> tag_rows;
};

}  // namespace panarc
