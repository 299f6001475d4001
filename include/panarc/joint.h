#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "panarc/pipeline.h"
#include "panarc/tagger.h"
#include "panarc/train.h"

/// Parsers that choose the tags of words while building the tree:
///
///     const panarc::JointResult result = panarc::train_joint(training, dev, options);
///     result.model().save("joint.model");
///     const auto pipeline = panarc::Pipeline::load("joint.model");
///     pipeline.annotate(sentence);  // sets UPOS, HEAD and DEPREL, and what its tagger fills

namespace panarc {

struct JointResult {
  TrainResult training;
  Tagger tagger;

  /// Parser and tagger in one model, without a segmenter.
  [[nodiscard]] Pipeline model() const { return {training.parser, tagger}; }
};

/// Trains a linear tagger, and a parser that starts from its tags and chooses the UPOS of each word
/// while building the tree (Bohnet & Nivre 2012): in one search, with one sum of scores. In
/// training, the initial tags are predicted in so many parts (see predict_tags()). The result is
/// from the epoch with the best trees on `dev`. Throws OptionError and Error as train() does.
JointResult train_joint(const std::vector<Sentence>& training, const std::vector<Sentence>& dev,
                        const CheckedOptions& options, std::optional<std::size_t> parts = {},
                        const PipelineProgress& progress = {});

}  // namespace panarc
