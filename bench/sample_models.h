#pragma once

#include <memory>
#include <vector>

#include "model/model.h"
#include "parse/tree_search.h"
#include "sample.h"

namespace panarc {

inline const Model& beam_model() {
  static const Model model = train_on_sample(default_options());
  return model;
}

inline std::unique_ptr<TreeSearch> search_of(const Model& model) {
  const ModelOptions& options = model.options();
  return make_search(options.system, options.labels, model.labels().set(), model.plan(),
                     model.table(), options.transitions, options.beam);
}

inline std::vector<EncodedSentence> encoded_sample(const Model& model) {
  const WordEncoder encoder(model.plan().columns(), model.words());
  std::vector<EncodedSentence> encoded;
  for (const Sentence& sentence : sample("test")) {
    encoder.encode(sentence, encoded.emplace_back());
  }
  return encoded;
}

}  // namespace panarc
