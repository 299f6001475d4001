#include "tag/tag_output.h"

#include <cmath>

#include "scorer/network/dropout.h"
#include "scorer/network/kernels.h"

namespace panarc {

TagOutput::TagOutput(ParameterLayout& layout, const WordReader& words, std::size_t hidden,
                     std::span<const std::size_t> tags)
    : hidden_(hidden) {
  const std::size_t units = tags.size() * hidden_;
  const std::size_t summed = words.outputs() + words.inputs();
  const auto range = static_cast<float>(std::sqrt(6.0 / static_cast<double>(summed + hidden_)));
  from_vectors_ = layout.add_matrix(words.outputs(), units, range);
  from_words_ = layout.add_matrix(words.inputs(), units, range);
  hidden_bias_ = layout.add_vector(units);
  std::size_t first = 0;
  for (const std::size_t count : tags) {
    columns_.push_back({first, layout.add_matrix(hidden_, count)});
    first += count;
  }
  scores_bias_ = layout.add_vector(first);
}

void TagOutput::forward(const Parameters& parameters, WordReader::Trace& words,
                        Trace& trace) const {
  const Matrix& vectors = words.output();
  trace.hidden.resize(vectors.rows(), hidden_bias_.columns);
  set_rows(parameters.vector(hidden_bias_), trace.hidden);
  add_product(vectors, parameters.packed(from_vectors_), trace.hidden);
  add_product(words.input, parameters.packed(from_words_), trace.hidden);
  kernels().leaky_relu(trace.hidden.row(0), trace.hidden.values().size());
  apply_masks(words, trace.hidden);
  trace.scores.resize(vectors.rows(), classes());
  set_rows(parameters.vector(scores_bias_), trace.scores);
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    add_product(hidden_of(trace.hidden, i), parameters.packed(columns_[i].weights),
                {trace.scores.row(0) + columns_[i].first, classes()});
  }
}

void TagOutput::backward(const Parameters& parameters, WordReader::Trace& words, Trace& trace,
                         Gradient& gradient) const {
  add_row_sum(trace.score_gradient, gradient.of(scores_bias_));
  trace.hidden_gradient.resize_with_zeros(trace.hidden.rows(), trace.hidden.columns());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const RowView slope = scores_of(trace.score_gradient, columns_[i]);
    const Block& weights = columns_[i].weights;
    add_transposed_product(hidden_of(trace.hidden, i), slope, gradient.rows(weights),
                           gradient.work);
    add_product(slope, parameters.transposed(weights),
                {trace.hidden_gradient.row(0) + i * hidden_, trace.hidden_gradient.columns()});
  }
  apply_masks(words, trace.hidden_gradient);
  kernels().leaky_relu_backward(trace.hidden.row(0), trace.hidden_gradient.row(0),
                                trace.hidden.values().size());
  add_row_sum(trace.hidden_gradient, gradient.of(hidden_bias_));
  const Matrix& vectors = words.output();
  add_transposed_product(vectors, trace.hidden_gradient, gradient.rows(from_vectors_),
                         gradient.work);
  set_product(trace.hidden_gradient, parameters.transposed(from_vectors_), words.gradient);
  add_transposed_product(words.input, trace.hidden_gradient, gradient.rows(from_words_),
                         gradient.work);
  set_product(trace.hidden_gradient, parameters.transposed(from_words_), trace.input_gradient);
}

void TagOutput::apply_masks(const WordReader::Trace& words, Matrix& values) {
  if (words.masks.empty()) return;
  std::size_t row = 0;
  for (std::size_t i = 0; i < words.sentences.size(); ++i) {
    const float* const mask = words.masks[i]->state.data();
    for (std::size_t node = 0; node < words.sentences[i]->nodes; ++node, ++row) {
      kernels().scale(mask, values.row(row), values.columns());
    }
  }
}

void TagOutput::draw(double rate, Random& random, SentenceMasks& masks) const {
  masks.state.resize(hidden_bias_.columns);
  draw_mask(rate, random, masks.state);
}

}  // namespace panarc
