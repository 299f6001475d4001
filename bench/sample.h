#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "io/file_content.h"
#include "panarc/error.h"
#include "panarc/treebank.h"
#include "train/trainer.h"

namespace panarc {

/// A part of the sample treebank: train, dev or test.
inline std::string_view sample_text(std::string_view part) {
  const std::string name = "data/sample/" + std::string(part) + ".conllu";
  for (const EmbeddedFile& file : embedded_files()) {
    if (file.name == name) return file.bytes;
  }
  throw Error("there is no " + name);
}

inline std::vector<Sentence> sample(std::string_view part) {
  return read_treebank(Input::from_text(sample_text(part), std::string(part)));
}

/// Enough for weights like those of a finished model.
inline constexpr int kSampleEpochs = 5;

inline Model train_on_sample(TrainingPlan options) {
  options.epochs = kSampleEpochs;
  return train_model(sample("train"), {}, options);
}

}  // namespace panarc
