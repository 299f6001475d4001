#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <utility>

#include "panarc/pipeline.h"
#include "pipeline/annotator.h"
#include "tag/jackknife.h"
#include "train/rules.h"
#include "train/trainer.h"

namespace panarc {
namespace {

bool is_recurrent(const TrainOptions& options) { return options.scorer == ScorerKind::kRecurrent; }

ScorerKind tagger_scorer(const PipelineOptions& options) {
  if (options.tagger) return *options.tagger;
  const bool recurrent = options.members.empty()
                             ? is_recurrent(options.parser)
                             : std::ranges::any_of(options.members, is_recurrent);
  return recurrent ? ScorerKind::kRecurrent : ScorerKind::kLinear;
}

TrainOptions tagger_options(const PipelineOptions& options) {
  TrainOptions tagger = common_options(options.parser);
  tagger.scorer = tagger_scorer(options);
  if (!is_recurrent(tagger)) return tagger;
  tagger.embeddings = options.parser.embeddings;
  if (options.parser.checkpoint.empty()) return tagger;
  tagger.checkpoint = options.parser.checkpoint + ".tagger";
  // The parser may be interrupted long after the tagger is complete.
  tagger.checkpoint_at_end = true;
  tagger.resume = options.parser.resume;
  return tagger;
}

bool has_tags(std::span<const Sentence> sentences) {
  return std::ranges::any_of(kTaggedColumns,
                             [&](Field column) { return is_in_use(column, sentences); });
}

/// See PipelineScores::without.
std::vector<Metric> unscored(const Pipeline& pipeline, std::span<const Sentence> gold) {
  const std::vector<Field> filled =
      pipeline.tagger() ? pipeline.tagger()->columns() : std::vector<Field>();
  const auto is_scored = [&](Field column) {
    return std::ranges::find(filled, column) != filled.end() && is_in_use(column, gold);
  };
  std::vector<Metric> metrics;
  for (const Field column : kTaggedColumns) {
    if (!is_scored(column)) metrics.push_back(metric_of(column));
  }
  const bool heads = std::ranges::any_of(gold, has_head);
  if (!heads) metrics.insert(metrics.end(), {Metric::kUas, Metric::kLas, Metric::kClas});
  if (!heads || !is_scored(Field::kUpos)) metrics.push_back(Metric::kMlas);
  if (!heads || !is_scored(Field::kLemma)) metrics.push_back(Metric::kBlex);
  return metrics;
}

/// Trains the parts one after the other.
class PipelineTraining {
 public:
  PipelineTraining(std::span<const Sentence> training, std::span<const Sentence> dev,
                   const PipelineOptions& options, const TrainProgress& progress)
      : training_(training), dev_(dev), options_(options), progress_(progress) {}

  Pipeline run() {
    // Find errors now that would otherwise end the training after hours.
    check_trees(training_, dev_);
    if (options_.parser.joint) check_tags_to_choose(training_);
    const bool tags = has_tags(training_);
    if (tags) check_parts(training_, options_.jackknife.value_or(default_parts(training_)));
    Segmenter segmenter =
        train_segmenter(training_, dev_, common_options(options_.parser), progress_);
    if (!tags) return {train_parser(training_, dev_), std::nullopt, std::move(segmenter)};
    PredictedTags predicted =
        predict_tags(training_, dev_,
                     {.tagger = tagger_options(options_), .parts = options_.jackknife}, progress_);
    Parser parser = train_parser(predicted.training, predicted.dev);
    return {std::move(parser), std::move(predicted.tagger), std::move(segmenter)};
  }

 private:
  [[nodiscard]] Parser train_parser(std::span<const Sentence> training,
                                    std::span<const Sentence> dev) const {
    if (options_.parser.joint) {
      return train_with_tags(training, dev, options_.parser, progress_, {training_, dev_}).parser;
    }
    if (options_.members.empty()) return train(training, dev, options_.parser, progress_).parser;
    return train_ensemble(training, dev, ensemble_options_of(options_), progress_).parser;
  }

  std::span<const Sentence> training_;
  std::span<const Sentence> dev_;
  const PipelineOptions& options_;
  const TrainProgress& progress_;
};

void remove_tags(Sentence& sentence) {
  for (Node word = 1; word <= sentence.size(); ++word) {
    for (const Field column : kTaggedColumns) sentence.set(word, column, "_");
  }
}

}  // namespace

EnsembleOptions ensemble_options_of(const PipelineOptions& options) {
  EnsembleOptions ensemble;
  ensemble.members = options.members;
  ensemble.votes = options.votes;
  if (!ensemble.votes.threads) ensemble.votes.threads = options.parser.threads;
  ensemble.checkpoint = options.parser.checkpoint;
  ensemble.resume = options.parser.resume;
  return ensemble;
}

std::vector<std::string> checkpoints_of(const PipelineOptions& options) {
  std::vector<std::string> files = checkpoints_of(ensemble_options_of(options));
  if (options.members.empty() && !options.parser.checkpoint.empty()) {
    files.push_back(options.parser.checkpoint);
  }
  const std::string tagger = tagger_options(options).checkpoint;
  if (!tagger.empty()) files.push_back(tagger);
  return files;
}

void check_pipeline_options(const PipelineOptions& options) {
  if (options.tagger == ScorerKind::kFeedForward) {
    throw OptionError("tagger", "a tagger is linear or recurrent");
  }
  if (options.jackknife && *options.jackknife < kFewestParts) {
    throw OptionError("jackknife", fmt::format("found {}, expected {} or more", *options.jackknife,
                                               kFewestParts));
  }
  if (options.parser.joint && !options.members.empty()) {
    throw OptionError("ensemble", "parsers that choose tags cannot vote");
  }
  for (const TrainOptions& member : options.members) (void)CheckedOptions(member);
  if (options.members.empty()) (void)CheckedOptions(options.parser);
}

Pipeline train_pipeline(std::span<const Sentence> training, std::span<const Sentence> dev,
                        const PipelineOptions& options, const TrainProgress& progress) {
  check_pipeline_options(options);
  return PipelineTraining(training, dev, options, progress).run();
}

PipelineScores score_pipeline(const Pipeline& pipeline, std::span<const Sentence> gold) {
  if (!pipeline.segmenter()) throw no_segmenter(pipeline);
  std::vector<Sentence> words(gold.begin(), gold.end());
  for (Sentence& sentence : words) remove_tags(sentence);
  pipeline.annotate(words);
  const std::string text = reconstruct_text(gold);
  const std::vector<Sentence> read = pipeline.read(text);
  PipelineScores scores{evaluate(gold, read), evaluate(gold, words), unscored(pipeline, gold)};
  std::size_t count = 0;
  for (const Sentence& sentence : read) count += static_cast<std::size_t>(sentence.size());
  // CPU time, so that other programs do not matter. The caches are warm by now.
  std::size_t words_read = 0;
  std::clock_t elapsed = 0;
  for (const std::clock_t start = std::clock(); elapsed < CLOCKS_PER_SEC && count > 0;
       elapsed = std::clock() - start) {
    (void)pipeline.read(text);
    words_read += count;
  }
  if (elapsed > 0) {
    scores.words_per_second =
        static_cast<double>(words_read) * CLOCKS_PER_SEC / static_cast<double>(elapsed);
  }
  return scores;
}

}  // namespace panarc
