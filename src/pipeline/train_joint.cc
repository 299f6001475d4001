#include "panarc/joint.h"

#include <utility>

#include "tag/jackknife.h"
#include "train/trainer.h"

namespace panarc {

JointResult train_joint(const std::vector<Sentence>& training, const std::vector<Sentence>& dev,
                        const CheckedOptions& options, std::optional<std::size_t> parts,
                        const TrainProgress& progress) {
  if (!options.said().joint) throw OptionError("joint", "it must be set for a joint parser");
  check_trees(training, dev);
  check_tags_to_choose(training);
  const std::size_t used_parts = parts.value_or(default_parts(training));
  check_parts(training, used_parts);
  TrainOptions of_tagger;
  of_tagger.threads = options.said().threads;
  of_tagger.seed = options.said().seed;
  Tagger tagger = train_tagger(training, dev, of_tagger);
  std::vector<Sentence> tagged_dev = dev;
  for (Sentence& sentence : tagged_dev) tagger.tag(sentence);
  TrainResult result = train_with_tags(jackknife_tags(training, used_parts, of_tagger),
                                       std::move(tagged_dev), options, progress, {training, dev});
  return {std::move(result), std::move(tagger)};
}

}  // namespace panarc
