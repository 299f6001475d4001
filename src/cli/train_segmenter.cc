#include "cli/train_segmenter.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/train_files.h"
#include "panarc/tagger.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

Json dev_json(const SegmenterScores& scores) {
  return {{"Tokens", scores.tokens}, {"Sentences", scores.sentences}, {"Words", scores.words}};
}

}  // namespace

void SegmenterLog::write(const SegmenterEpoch& epoch) {
  Json json{{"model", epoch.model}, {"epoch", epoch.epoch}};
  if (!log_.arguments().dev.empty()) {
    json["dev"] = {{"Tokens", epoch.tokens}, {"Sentences", epoch.sentences}};
  }
  json["best"] = epoch.best;
  log_.write(json);
}

void SegmenterLog::print(const SegmenterEpoch& epoch) {
  write(epoch);
  std::string text =
      fmt::format("model {} of {}, epoch {:>2}", epoch.model, epoch.models, epoch.epoch);
  if (!log_.arguments().dev.empty()) {
    text += fmt::format(": tokens {:.2f}, sentences {:.2f}{}", epoch.tokens, epoch.sentences,
                        epoch.best ? "  *" : "");
  }
  log_.print(text + "\n");
}

std::string SegmenterLog::summary(const SegmenterResult& result) const {
  if (!result.dev) return {};
  return fmt::format("tokens {:.2f}, sentences {:.2f}, words of tokens {:.2f} on {}\n",
                     result.dev->tokens, result.dev->sentences, result.dev->words,
                     log_.arguments().dev);
}

void check_segmenter_options(const TrainOptions& options) {
  // It has the options of a tagger that are not about features, search and updates.
  check_tagger_options(options);
  const auto refuse_if = [](bool said, const char* option) {
    if (said) throw OptionError(option, "it is not for segmenters");
  };
  refuse_if(options.scorer.has_value(), "scorer");
  refuse_if(options.features.has_value(), "features");
  refuse_if(options.embeddings.has_value(), "embeddings");
  refuse_if(options.strategy.has_value(), "strategy");
  refuse_if(options.beam.has_value(), "beam");
  refuse_if(options.loss.has_value(), "loss");
  refuse_if(options.batch.has_value(), "batch");
}

void run_segmenter_training(const TrainArguments& arguments) {
  const auto start = Clock::now();
  check_output(arguments, {});
  const std::vector<Sentence> training = read_training(arguments);
  const std::vector<Sentence> dev = read_dev(arguments);
  print_notes(arguments, {});
  SegmenterOptions options;
  options.epochs = arguments.options.epochs.value_or(options.epochs);
  options.patience = arguments.options.patience.value_or(options.patience);
  options.seed = arguments.options.seed.value_or(options.seed);
  options.threads = arguments.options.threads;
  TrainLog log(arguments);
  SegmenterLog epochs(log);
  const SegmenterResult result = train_segmenter(
      training, dev, options, [&](const SegmenterEpoch& epoch) { epochs.print(epoch); });
  result.segmenter.save(arguments.output);
  Json summary{{"model", arguments.output}};
  if (result.dev) summary["dev"] = dev_json(*result.dev);
  log.finish(std::move(summary), epochs.summary(result), seconds_since(start));
}

}  // namespace panarc::cli
