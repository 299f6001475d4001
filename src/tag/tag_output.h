#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "base/random.h"
#include "scorer/network/matrix.h"
#include "scorer/network/parameters.h"
#include "scorer/network/word_reader.h"

namespace panarc {

/// Maps word vectors to scores of the tags of several columns. Every column has hidden units of its
/// own, which see a word both in its context and by itself, and an output layer. The scores of all
/// columns are side by side.
class TagOutput {
 public:
  TagOutput(ParameterLayout& layout, const WordReader& words, std::size_t hidden,
            std::span<const std::size_t> tags);

  /// How many classes all columns have together.
  [[nodiscard]] std::size_t classes() const { return scores_bias_.columns; }
  /// Where the scores of a column start.
  [[nodiscard]] std::size_t first_class(std::size_t column) const { return columns_[column].first; }

  struct Trace {
    Matrix hidden;  ///< after the leaky ReLU and the mask
    Matrix scores;

    Matrix score_gradient;
    Matrix hidden_gradient;
    Matrix input_gradient;
  };

  /// For all nodes that were read.
  void forward(const Parameters& parameters, WordReader::Trace& words, Trace& trace) const;
  /// Adds to the gradient of a loss whose derivative by the scores is in `trace.score_gradient`.
  /// Sets the gradients of the vectors, `words.gradient`, and of words by themselves,
  /// `trace.input_gradient`.
  void backward(const Parameters& parameters, WordReader::Trace& words, Trace& trace,
                Gradient& gradient) const;

  /// Draws its dropout masks.
  void draw(double rate, Random& random, SentenceMasks& masks) const;

 private:
  struct Column {
    std::size_t first = 0;
    Block weights;
  };

  static void apply_masks(const WordReader::Trace& words, Matrix& values);
  /// The part of a matrix of hidden units that belongs to a column.
  [[nodiscard]] RowView hidden_of(const Matrix& all, std::size_t column) const {
    return {all.row(0) + column * hidden_, all.rows(), hidden_, all.columns()};
  }
  [[nodiscard]] RowView scores_of(const Matrix& all, const Column& column) const {
    return {all.row(0) + column.first, all.rows(), column.weights.columns, all.columns()};
  }

  std::size_t hidden_;
  Block from_vectors_;
  Block from_words_;
  Block hidden_bias_;
  std::vector<Column> columns_;
  Block scores_bias_;
};

}  // namespace panarc
