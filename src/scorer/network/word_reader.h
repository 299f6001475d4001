#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "base/interruption.h"
#include "base/random.h"
#include "scorer/network/bilstm.h"
#include "scorer/network/embedding_layer.h"
#include "scorer/network/network_input.h"
#include "scorer/network/network_sizes.h"
#include "scorer/network/parameters.h"

namespace panarc {

/// The dropout masks of a sentence in training, drawn at random.
struct SentenceMasks {
  /// For every node, the factors of the vectors of its columns, of its characters, and of the given
  /// vector.
  std::vector<float> columns;
  /// For every layer, the factors of its output.
  std::vector<std::vector<float>> layers;
  std::vector<float> state;
  std::vector<float> label;
};

/// Vectors of forms, made from their characters; valid as long as the parameters do not change.
class FormCache {
 public:
  /// The vector of a form; null if there is none.
  [[nodiscard]] const float* find(std::uint64_t form) const;
  void add(std::uint64_t form, std::span<const float> vector);

 private:
  /// A few megabytes; it is cleared when full.
  static constexpr std::size_t kMost = 10'000;

  std::unordered_map<std::uint64_t, std::vector<float>> vectors_;
};

/// Maps words to vectors: those of their columns and characters, and given ones, if any. If there
/// are layers that read the sentence in both directions, the vectors pass through them and then
/// also depend on the context.
class WordReader {
 public:
  /// `given` may be null; otherwise it must outlive this.
  WordReader(ParameterLayout& layout, const NetworkVocabulary& vocabulary,
             const NetworkSizes& sizes, const Embeddings* given = nullptr);

  /// The size of the vectors.
  [[nodiscard]] std::size_t outputs() const {
    return layers_.empty() ? inputs_ : layers_.back().outputs();
  }
  /// The size of the layers' input: columns, characters and given vectors together.
  [[nodiscard]] std::size_t inputs() const { return inputs_; }
  [[nodiscard]] std::size_t layers() const { return layers_.size(); }
  /// Which part of a vector of columns and characters comes from tags; all of it if there are none.
  struct Tags {
    std::size_t begin = 0;
    std::size_t size = 0;
    std::size_t first_column = 0;
  };
  [[nodiscard]] Tags tags() const { return tags_; }
  /// Columns, characters, and vectors that are given.
  [[nodiscard]] std::size_t parts() const { return columns_.size() + (given_ == nullptr ? 1 : 2); }

  struct Trace {
    std::vector<const NetworkSentence*> sentences;
    std::vector<const SentenceMasks*> masks;  ///< empty in parsing
    Sequences sequences;

    // Each distinct form once.
    std::vector<std::size_t> form_of;       ///< by element, its number
    std::vector<std::uint32_t> characters;  ///< of all forms that are read
    Sequences form_sequences;
    Matrix character_vectors;
    BiLstm::Trace character_lstm;
    Matrix read_forms;
    Matrix form_vectors;

    Matrix input;
    struct Layer {
      BiLstm::Trace lstm;
      Matrix output;  ///< masked
    };
    std::vector<Layer> layers;
    /// The vectors of all nodes of all sentences.
    [[nodiscard]] Matrix& output() { return layers.empty() ? input : layers.back().output; }

    Matrix gradient;
    Matrix input_gradient;
    Matrix form_gradient;
    Matrix character_gradient;
  };

  /// Masks and cache may be missing; with a cache, backward() is not possible. Throws once the
  /// interruption is over.
  void forward(const Parameters& parameters, std::span<const NetworkSentence* const> sentences,
               std::span<const SentenceMasks* const> masks, FormCache* cache, Trace& trace,
               const Interruption& interruption = kNeverOver) const;
  /// Adds to the gradient; that of the output is in `trace.gradient`, and is overwritten. If others
  /// use `trace.input` besides the layers, `of_input` is their gradient.
  void backward(const Parameters& parameters, Trace& trace, Gradient& gradient,
                const Matrix* of_input = nullptr) const;

  /// Draws its dropout masks: for the vectors of words, and for units of layers.
  void draw(double vector_rate, double unit_rate, Random& random, std::size_t nodes,
            SentenceMasks& masks) const;

 private:
  void read_forms(const Parameters& parameters, FormCache* cache, Trace& trace,
                  const Interruption& interruption) const;
  void make_input(const Parameters& parameters, Trace& trace) const;
  static void apply_masks(const Trace& trace, std::size_t layer, Matrix& values);

  const Embeddings* given_ = nullptr;
  std::size_t inputs_ = 0;  // all parts together
  Tags tags_;
  std::vector<EmbeddingLayer> columns_;
  EmbeddingLayer characters_;
  BiLstm character_layer_;
  std::vector<BiLstm> layers_;
};

}  // namespace panarc
