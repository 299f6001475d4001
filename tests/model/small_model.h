#pragma once

#include <string>
#include <utility>
#include <vector>

#include "panarc/treebank.h"
#include "train/trainer.h"
#include "treebank/test_text.h"

namespace panarc::test {

/// The text of a part of the sample treebank.
inline std::string sample_text(const std::string& part) {
  return read_bytes(std::string(PANARC_SOURCE_DIR) + "/data/sample/" + part + ".conllu");
}

inline std::vector<Sentence> read_sentences(const std::string& text) {
  std::vector<Sentence> sentences;
  auto reader = TreebankReader::from_text(text);
  for (Sentence sentence; reader.next(sentence);) sentences.push_back(sentence);
  return sentences;
}

/// A parser that has learnt a little, in a moment; with a beam.
inline Model small_model() {
  TrainingPlan options = standard_plan(Trained::kFast);
  options.strategy = *strategy_by_name("early");
  options.model.beam = 4;
  options.epochs = 2;
  return train_model(read_sentences(sample_text("dev")), {}, options);
}

}  // namespace panarc::test
