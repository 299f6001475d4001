#include "panarc/pipeline.h"

#include <utility>

#include "train/rules.h"
#include "train/trainer.h"

namespace panarc {

JointResult train_joint(const std::vector<Sentence>& training, const std::vector<Sentence>& dev,
                        const CheckedOptions& options, std::optional<std::size_t> parts,
                        const PipelineProgress& progress) {
  if (!options.options().joint) throw OptionError("joint", "it must be set for a joint parser");
  check_trees(training, dev);
  check_tags_to_choose(training);
  const PredictionOptions prediction{.tagger = common_options(options.options()), .parts = parts};
  PredictedTags tags = predict_tags(training, dev, prediction, progress);
  if (progress.on_part) progress.on_part(PipelinePart::kParser);
  TrainResult result = train_with_tags(std::move(tags.training), std::move(tags.dev), options,
                                       progress.parser, {training, dev});
  return {std::move(result), std::move(*tags.tagger)};
}

}  // namespace panarc
