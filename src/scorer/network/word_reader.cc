#include "scorer/network/word_reader.h"

#include <algorithm>

#include "scorer/network/dropout.h"
#include "scorer/network/kernels.h"

namespace panarc {
namespace {

void multiply(float by, float* values, std::size_t size) {
  for (std::size_t i = 0; i < size; ++i) values[i] *= by;
}

}  // namespace

const float* FormCache::find(std::uint64_t form) const {
  const auto found = vectors_.find(form);
  return found == vectors_.end() ? nullptr : found->second.data();
}

void FormCache::add(std::uint64_t form, std::span<const float> vector) {
  if (vectors_.size() >= kMost) vectors_.clear();
  vectors_.emplace(form, std::vector<float>(vector.begin(), vector.end()));
}

WordReader::WordReader(ParameterLayout& layout, const NetworkVocabulary& vocabulary,
                       const NetworkSizes& sizes, const Embeddings* given)
    : given_(given) {
  for (const NetworkVocabulary::Column& column : vocabulary.columns()) {
    const bool lexical = is_lexical(column.attribute);
    columns_.emplace_back(layout, column.values.size(), lexical ? sizes.form : sizes.tag);
    inputs_ += columns_.back().size();
    // Forms and lemmas come first, so tags are contiguous.
    if (lexical) {
      tags_.begin = inputs_;
      tags_.first_column = columns_.size();
    }
  }
  tags_.size = inputs_ - tags_.begin;
  characters_ = EmbeddingLayer(layout, vocabulary.characters().size(), sizes.character);
  character_layer_ = BiLstm(layout, sizes.character, sizes.character_units);
  inputs_ += character_layer_.outputs();
  if (given_ != nullptr) inputs_ += given_->dimension();
  if (tags_.size == 0) tags_ = {0, inputs_, 0};
  for (std::size_t i = 0; i < sizes.layers; ++i) {
    layers_.emplace_back(layout, i == 0 ? inputs_ : layers_.back().outputs(), sizes.units);
  }
}

void WordReader::forward(const Parameters& parameters,
                         std::span<const NetworkSentence* const> sentences,
                         std::span<const SentenceMasks* const> masks, FormCache* cache,
                         Trace& trace, const Interruption& interruption) const {
  trace.sentences.assign(sentences.begin(), sentences.end());
  trace.masks.assign(masks.begin(), masks.end());
  std::vector<std::size_t> lengths;
  for (const NetworkSentence* sentence : sentences) lengths.push_back(sentence->nodes);
  trace.sequences.set(lengths);
  read_forms(parameters, cache, trace, interruption);
  make_input(parameters, trace);
  trace.layers.resize(layers_.size());
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    const Matrix& input = i == 0 ? trace.input : trace.layers[i - 1].output;
    layers_[i].forward(parameters, input, trace.sequences, trace.layers[i].lstm,
                       trace.layers[i].output, interruption);
    apply_masks(trace, i, trace.layers[i].output);
  }
}

void WordReader::read_forms(const Parameters& parameters, FormCache* cache, Trace& trace,
                            const Interruption& interruption) const {
  std::unordered_map<std::uint64_t, std::size_t> numbers;
  std::vector<std::uint64_t> forms;
  std::vector<std::size_t> lengths;
  std::vector<std::size_t> to_read;  // forms that are not in the cache
  trace.form_of.clear();
  trace.characters.clear();
  for (const NetworkSentence* sentence : trace.sentences) {
    for (std::size_t node = 0; node < sentence->nodes; ++node) {
      const std::uint64_t form = sentence->forms[node];
      const auto [found, is_new] = numbers.emplace(form, forms.size());
      trace.form_of.push_back(found->second);
      if (!is_new) continue;
      if (cache == nullptr || cache->find(form) == nullptr) {
        const auto characters = sentence->characters.of(node);
        trace.characters.insert(trace.characters.end(), characters.begin(), characters.end());
        lengths.push_back(characters.size());
        to_read.push_back(forms.size());
      }
      forms.push_back(form);
    }
  }
  trace.form_sequences.set(lengths);
  trace.character_vectors.resize(trace.characters.size(), characters_.size());
  for (std::size_t i = 0; i < trace.characters.size(); ++i) {
    characters_.forward(parameters, std::span(trace.characters).subspan(i, 1),
                        trace.character_vectors.row(i));
  }
  Matrix& read = cache == nullptr ? trace.form_vectors : trace.read_forms;
  character_layer_.forward_to_ends(parameters, trace.character_vectors, trace.form_sequences,
                                   trace.character_lstm, read, interruption);
  if (cache == nullptr) return;
  const std::size_t size = character_layer_.outputs();
  trace.form_vectors.resize(forms.size(), size);
  for (std::size_t i = 0; i < forms.size(); ++i) {
    if (const float* const known = cache->find(forms[i])) {
      std::copy_n(known, size, trace.form_vectors.row(i));
    }
  }
  for (std::size_t i = 0; i < to_read.size(); ++i) {
    std::copy_n(read.row(i), size, trace.form_vectors.row(to_read[i]));
    cache->add(forms[to_read[i]], {read.row(i), size});
  }
}

void WordReader::make_input(const Parameters& parameters, Trace& trace) const {
  trace.input.resize(trace.sequences.size(), inputs_);
  std::size_t element = 0;
  for (std::size_t i = 0; i < trace.sentences.size(); ++i) {
    const NetworkSentence& sentence = *trace.sentences[i];
    for (std::size_t node = 0; node < sentence.nodes; ++node, ++element) {
      float* to = trace.input.row(element);
      const float* const mask =
          trace.masks.empty() ? nullptr : trace.masks[i]->columns.data() + node * parts();
      for (std::size_t column = 0; column < columns_.size(); ++column) {
        columns_[column].forward(parameters, sentence.columns[column].of(node), to);
        if (mask != nullptr) multiply(mask[column], to, columns_[column].size());
        to += columns_[column].size();
      }
      std::copy_n(trace.form_vectors.row(trace.form_of[element]), character_layer_.outputs(), to);
      if (mask != nullptr) multiply(mask[columns_.size()], to, character_layer_.outputs());
      if (given_ == nullptr) continue;
      to += character_layer_.outputs();
      const std::uint64_t number = sentence.given[node];
      std::fill_n(to, given_->dimension(), 0.0F);
      if (number != 0) std::ranges::copy(given_->vector(number), to);
      if (mask != nullptr) multiply(mask[columns_.size() + 1], to, given_->dimension());
    }
  }
}

void WordReader::apply_masks(const Trace& trace, std::size_t layer, Matrix& values) {
  if (trace.masks.empty()) return;
  std::size_t element = 0;
  for (std::size_t i = 0; i < trace.sentences.size(); ++i) {
    const float* const mask = trace.masks[i]->layers[layer].data();
    for (std::size_t node = 0; node < trace.sentences[i]->nodes; ++node, ++element) {
      kernels().scale(mask, values.row(element), values.columns());
    }
  }
}

void WordReader::backward(const Parameters& parameters, Trace& trace, Gradient& gradient,
                          const Matrix* of_input) const {
  for (std::size_t i = layers_.size(); i-- > 0;) {
    apply_masks(trace, i, trace.gradient);
    layers_[i].backward(parameters, trace.sequences, trace.layers[i].lstm, trace.gradient, gradient,
                        trace.input_gradient);
    std::swap(trace.gradient, trace.input_gradient);
  }
  if (of_input != nullptr) {
    kernels().add(of_input->row(0), trace.gradient.row(0), of_input->values().size());
  }
  trace.form_gradient.resize_with_zeros(trace.form_vectors.rows(), trace.form_vectors.columns());
  std::size_t element = 0;
  for (std::size_t i = 0; i < trace.sentences.size(); ++i) {
    const NetworkSentence& sentence = *trace.sentences[i];
    for (std::size_t node = 0; node < sentence.nodes; ++node, ++element) {
      float* of = trace.gradient.row(element);
      const float* const mask =
          trace.masks.empty() ? nullptr : trace.masks[i]->columns.data() + node * parts();
      for (std::size_t column = 0; column < columns_.size(); ++column) {
        if (mask != nullptr) multiply(mask[column], of, columns_[column].size());
        columns_[column].backward(sentence.columns[column].of(node), of, gradient);
        of += columns_[column].size();
      }
      if (mask != nullptr) multiply(mask[columns_.size()], of, character_layer_.outputs());
      kernels().add(of, trace.form_gradient.row(trace.form_of[element]),
                    character_layer_.outputs());
    }
  }
  character_layer_.backward_from_ends(parameters, trace.form_sequences, trace.character_lstm,
                                      trace.form_gradient, gradient, trace.character_gradient);
  for (std::size_t i = 0; i < trace.characters.size(); ++i) {
    characters_.backward(std::span(trace.characters).subspan(i, 1), trace.character_gradient.row(i),
                         gradient);
  }
}

void WordReader::draw(double vector_rate, double unit_rate, Random& random, std::size_t nodes,
                      SentenceMasks& masks) const {
  masks.columns.resize(nodes * parts());
  for (std::size_t node = 0; node < nodes; ++node) {
    const std::span<float> of = std::span(masks.columns).subspan(node * parts(), parts());
    float kept = 0;
    for (float& value : of) {
      value = random.real() < vector_rate ? 0.0F : 1.0F;
      kept += value;
    }
    // Parts that stay make up for those that are dropped (Dozat & Manning 2017).
    for (float& value : of) value *= kept == 0 ? 0 : static_cast<float>(parts()) / kept;
  }
  masks.layers.resize(layers_.size());
  for (std::size_t i = 0; i < layers_.size(); ++i) {
    masks.layers[i].resize(layers_[i].outputs());
    draw_mask(unit_rate, random, masks.layers[i]);
  }
}

}  // namespace panarc
