#include "panarc/pipeline.h"

#include <utility>

#include "train/rules.h"
#include "train/trainer.h"

namespace panarc {

JointResult train_joint(std::span<const Sentence> training, std::span<const Sentence> dev,
                        const CheckedOptions& options, std::optional<std::size_t> parts,
                        const TrainProgress& progress) {
  if (!options.options().joint) throw OptionError("joint", "it must be set for a joint parser");
  check_trees(training, dev);
  check_tags_to_choose(training);
  const PredictionOptions prediction{.tagger = common_options(options.options()), .parts = parts};
  PredictedTags tags = predict_tags(training, dev, prediction, progress);
  TrainResult result = train_with_tags(tags.training, tags.dev, options, progress, {training, dev});
  return {std::move(result), std::move(*tags.tagger)};
}

}  // namespace panarc
