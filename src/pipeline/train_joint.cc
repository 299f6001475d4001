#include <optional>
#include <utility>

#include "base/interruption.h"
#include "panarc/pipeline.h"
#include "tag/jackknife.h"
#include "train/rules.h"
#include "train/trainer.h"

namespace panarc {

PredictedTags predict_tags(std::span<const Sentence> training, std::span<const Sentence> dev,
                           const PredictionOptions& options, const TrainProgress& progress) {
  check_trees(training, dev);
  const std::size_t parts = options.parts.value_or(default_parts(training));
  check_parts(training, parts);
  std::optional<Tagger> tagger;
  if (options.needs_tagger || !dev.empty()) {
    tagger = train_tagger(training, dev, options.tagger, progress);
  }
  PredictedTags tags{jackknife_tags(training, parts, common_options(options.tagger), progress),
                     {dev.begin(), dev.end()},
                     std::move(tagger)};
  const Interruption interruption(std::nullopt, options.tagger.stop);
  for (Sentence& sentence : tags.dev) {
    interruption.throw_if_over();
    tags.tagger->tag(sentence);
  }
  return tags;
}

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
