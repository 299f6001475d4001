#pragma once

#include <memory>
#include <vector>

#include "model/model.h"
#include "parse/model_parser.h"
#include "sample.h"
#include "scorer/linear/linear_weights.h"

namespace panarc {

inline const Model& beam_model() {
  static const Model model = train_on_sample(standard_plan(Trained::kLinear));
  return model;
}

inline std::unique_ptr<TreeSearch> search_of(const Model& model) {
  const ModelOptions& options = model.options();
  return make_tree_search(options.system, classes_of(options, model.labels()), options.transitions,
                          model.weights().make_scorer(options.beam), options.beam);
}

inline const LinearWeights& weights_of(const Model& model) {
  return dynamic_cast<const LinearWeights&>(model.weights());
}

inline std::vector<EncodedSentence> encoded_sample(const Model& model) {
  const auto columns = model.weights().columns();
  const WordEncoder encoder({columns.begin(), columns.end()}, model.words());
  std::vector<EncodedSentence> encoded;
  for (const Sentence& sentence : sample("test")) {
    encoder.encode(sentence, encoded.emplace_back());
  }
  return encoded;
}

}  // namespace panarc
