#include <utility>

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
  for (Sentence& sentence : tags.dev) tags.tagger->tag(sentence);
  return tags;
}

}  // namespace panarc
