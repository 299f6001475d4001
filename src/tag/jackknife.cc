#include "tag/jackknife.h"

#include <fmt/format.h>

#include <algorithm>
#include <mutex>
#include <optional>
#include <stop_token>

#include "base/interruption.h"
#include "base/jobs.h"
#include "io/text.h"
#include "panarc/error.h"
#include "panarc/scheme.h"
#include "train/progress.h"

namespace panarc {
namespace {

/// The number of each sentence. References of one sentence have the same.
std::vector<std::size_t> numbers_of(std::span<const Sentence> sentences) {
  std::vector<std::size_t> numbers;
  for (const Sentence& sentence : sentences) {
    const bool further = !numbers.empty() && is_further_reference(sentence);
    numbers.push_back(numbers.empty() ? 0 : numbers.back() + (further ? 0 : 1));
  }
  return numbers;
}

/// References of one sentence count once.
std::size_t count_sentences(std::span<const Sentence> sentences) {
  return sentences.empty() ? 0 : numbers_of(sentences).back() + 1;
}

}  // namespace

std::size_t default_parts(std::span<const Sentence> training) {
  return std::min(kJackknifeParts, count_sentences(training));
}

void check_parts(std::span<const Sentence> training, std::size_t parts) {
  const std::size_t sentences = count_sentences(training);
  if (parts >= std::min(kFewestParts, sentences) && parts <= sentences) return;
  throw OptionError("jackknife", sentences < kFewestParts
                                     ? fmt::format("the training data has {}, which cannot be "
                                                   "divided into {} parts",
                                                   counted(sentences, "sentence"), parts)
                                     : fmt::format("found {}, expected {} to {}, the number of "
                                                   "sentences",
                                                   parts, kFewestParts, sentences));
}

std::vector<Sentence> with_predicted_tags(std::span<const Sentence> training,
                                          const TaggerPlan& plan, std::size_t parts,
                                          const TrainProgress& progress) {
  check_parts(training, parts);
  if (parts < kFewestParts) return {training.begin(), training.end()};
  const std::vector<std::size_t> numbers = numbers_of(training);
  std::vector<Sentence> tagged(training.begin(), training.end());
  std::mutex callbacks;
  const auto tag_part = [&](std::size_t part, const std::stop_token& stop) {
    const Interruption interruption(std::nullopt, stop);
    TaggerPlan of_part = plan;
    of_part.threads = 1;
    of_part.stop = stop;
    if (is_large(training)) of_part.models = 1;
    std::vector<Sentence> others;
    for (std::size_t i = 0; i < training.size(); ++i) {
      if (numbers[i] % parts != part) others.push_back(training[i]);
    }
    const TrainProgress of_this =
        at_stage(progress, {TrainingPart::kPredictedTags, part + 1, parts}, &callbacks);
    for (const LinearTagger& tagger : train_linear_taggers(others, {}, of_part, of_this)) {
      LinearTagger::Worker worker(tagger);
      for (std::size_t i = 0; i < tagged.size(); ++i) {
        if (numbers[i] % parts != part) continue;
        interruption.throw_if_over();
        worker.tag(tagged[i]);
      }
    }
  };
  // One thread per part, since threads that share a part wait for each other.
  run_jobs(parts, plan.threads, plan.stop, tag_part);
  return tagged;
}

}  // namespace panarc
