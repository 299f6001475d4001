#include <utility>

#include "panarc/pipeline.h"
#include "tag/jackknife.h"
#include "train/rules.h"
#include "train/trainer.h"

namespace panarc {

PredictedTags predict_tags(const std::vector<Sentence>& training, const std::vector<Sentence>& dev,
                           const PredictionOptions& options, const PipelineProgress& progress) {
  check_trees(training, dev);
  const std::size_t parts = options.parts.value_or(default_parts(training));
  check_parts(training, parts);
  const auto begin = [&](PipelinePart part) {
    if (progress.on_part) progress.on_part(part);
  };
  std::optional<Tagger> tagger;
  if (options.needs_tagger || !dev.empty()) {
    begin(PipelinePart::kTagger);
    tagger = train_tagger(training, dev, options.tagger, progress.tagger);
  }
  begin(PipelinePart::kPredictedTags);
  PredictedTags tags{jackknife_tags(training, parts, common_options(options.tagger)), dev,
                     std::move(tagger)};
  for (Sentence& sentence : tags.dev) tags.tagger->tag(sentence);
  return tags;
}

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
