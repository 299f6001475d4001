#include <algorithm>
#include <array>
#include <chrono>
#include <utility>

#include "panarc/pipeline.h"
#include "pipeline/sentence_annotation.h"
#include "train/trainer.h"

namespace panarc {
namespace {

constexpr std::array kTagColumns{Field::kUpos, Field::kXpos, Field::kFeats, Field::kLemma};

bool is_recurrent(const TrainOptions& options) { return options.scorer == ScorerKind::kRecurrent; }

ScorerKind tagger_scorer(const PipelineOptions& options) {
  if (options.tagger) return *options.tagger;
  const bool recurrent = options.members.empty()
                             ? is_recurrent(options.parser)
                             : std::ranges::any_of(options.members, is_recurrent);
  return recurrent ? ScorerKind::kRecurrent : ScorerKind::kLinear;
}

/// What is the same for all parts.
TrainOptions common_options(const PipelineOptions& options) {
  TrainOptions common;
  common.seed = options.parser.seed;
  common.threads = options.parser.threads;
  return common;
}

TrainOptions tagger_options(const PipelineOptions& options) {
  TrainOptions tagger = common_options(options);
  tagger.scorer = tagger_scorer(options);
  if (tagger.scorer == ScorerKind::kRecurrent) tagger.embeddings = options.parser.embeddings;
  return tagger;
}

SegmenterOptions segmenter_options(const PipelineOptions& options) {
  SegmenterOptions segmenter;
  segmenter.seed = options.parser.seed.value_or(segmenter.seed);
  segmenter.threads = options.parser.threads;
  return segmenter;
}

bool has_tags(std::span<const Sentence> sentences) {
  return std::ranges::any_of(sentences, [](const Sentence& sentence) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      for (const Field column : kTagColumns) {
        if (sentence.field(word, column) != "_") return true;
      }
    }
    return false;
  });
}

/// Trains the parts one after the other, and says which it is at.
class PipelineTraining {
 public:
  PipelineTraining(const std::vector<Sentence>& training, const std::vector<Sentence>& dev,
                   const PipelineOptions& options, const PipelineProgress& progress)
      : training_(training), dev_(dev), options_(options), progress_(progress) {}

  Pipeline run() {
    Segmenter segmenter = train_segmenter();
    std::optional<Tagger> tagger;
    std::vector<Sentence> training = training_;
    std::vector<Sentence> dev = dev_;
    if (has_tags(training_)) {
      begin(PipelinePart::kTagger);
      tagger = train_tagger(training_, dev_, tagger_options(options_), progress_.tagger);
      begin(PipelinePart::kPredictedTags);
      training = jackknife_tags(training_, options_.jackknife, common_options(options_));
      for (Sentence& sentence : dev) tagger->tag(sentence);
    }
    return {train_parser(std::move(training), std::move(dev)), std::move(tagger),
            std::move(segmenter)};
  }

 private:
  void begin(PipelinePart part) const {
    if (progress_.on_part) progress_.on_part(part);
  }

  Segmenter train_segmenter() const {
    begin(PipelinePart::kSegmenter);
    SegmenterResult result = panarc::train_segmenter(training_, dev_, segmenter_options(options_),
                                                     progress_.on_segmenter_epoch);
    if (progress_.on_segmenter) progress_.on_segmenter(result);
    return std::move(result.segmenter);
  }

  Parser train_parser(std::vector<Sentence> training, std::vector<Sentence> dev) const {
    begin(PipelinePart::kParser);
    if (options_.parser.joint) {
      return train_with_tags(std::move(training), std::move(dev), options_.parser, progress_.parser,
                             {training_, dev_})
          .parser;
    }
    if (options_.members.empty()) {
      return train(std::move(training), std::move(dev), options_.parser, progress_.parser).parser;
    }
    return train_ensemble(training, dev, ensemble_options_of(options_), progress_.members).parser;
  }

  const std::vector<Sentence>& training_;
  const std::vector<Sentence>& dev_;
  const PipelineOptions& options_;
  const PipelineProgress& progress_;
};

void remove_annotation(Sentence& sentence) {
  for (Node word = 1; word <= sentence.size(); ++word) {
    for (const Field column : kTagColumns) sentence.set(word, column, "_");
  }
}

}  // namespace

EnsembleOptions ensemble_options_of(const PipelineOptions& options) {
  EnsembleOptions ensemble;
  ensemble.members = options.members;
  ensemble.votes = options.votes;
  ensemble.checkpoint = options.parser.checkpoint;
  ensemble.resume = options.parser.resume;
  return ensemble;
}

void check_pipeline_options(const PipelineOptions& options) {
  if (options.tagger == ScorerKind::kFeedForward) {
    throw OptionError("tagger", "a tagger is linear or recurrent");
  }
  if (options.parser.joint && !options.members.empty()) {
    throw OptionError("ensemble", "parsers that choose tags do not vote");
  }
  for (const TrainOptions& member : options.members) (void)CheckedOptions(member);
  if (options.members.empty()) (void)CheckedOptions(options.parser);
}

Pipeline train_pipeline(const std::vector<Sentence>& training, const std::vector<Sentence>& dev,
                        const PipelineOptions& options, const PipelineProgress& progress) {
  check_pipeline_options(options);
  return PipelineTraining(training, dev, options, progress).run();
}

PipelineScores score_pipeline(const Pipeline& pipeline, std::span<const Sentence> gold) {
  if (!pipeline.segmenter()) throw no_segmenter(pipeline);
  std::vector<Sentence> words(gold.begin(), gold.end());
  for (Sentence& sentence : words) remove_annotation(sentence);
  pipeline.annotate(words);
  const std::string text = reconstruct_text(gold);
  const auto start = std::chrono::steady_clock::now();
  const std::vector<Sentence> read = pipeline.read(text);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  PipelineScores scores{evaluate(gold, read), evaluate(gold, words)};
  std::size_t count = 0;
  for (const Sentence& sentence : read) count += static_cast<std::size_t>(sentence.size());
  constexpr double kLeastSeconds = 1e-9;
  scores.words_per_second = static_cast<double>(count) / std::max(elapsed.count(), kLeastSeconds);
  return scores;
}

}  // namespace panarc
