#include "cli/train_segmenter.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/train_files.h"
#include "panarc/tagger.h"
#include "treebank/misc_field.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

Json dev_json(const SegmenterScores& scores) {
  return {{"Tokens", scores.tokens}, {"Sentences", scores.sentences}, {"Words", scores.words}};
}

/// Whether any token is followed by another without a space, so that there is something to learn.
bool has_tokens_without_spaces(const Sentence& sentence) {
  const auto says_so = [](std::string_view misc) { return misc_value(misc, "SpaceAfter") == "No"; };
  for (Node word = 1; word <= sentence.size(); ++word) {
    if (says_so(sentence.misc(word))) return true;
  }
  for (std::size_t i = 0; i < sentence.multiword_count(); ++i) {
    if (says_so(sentence.multiword(i).fields[static_cast<std::size_t>(Field::kMisc)])) return true;
  }
  return false;
}

}  // namespace

void warn_of_spaces(const std::vector<Sentence>& training, TrainLog& log) {
  if (std::ranges::any_of(training, has_tokens_without_spaces)) return;
  log.warn(
      "no token of TRAIN has SpaceAfter=No, so text will be divided at white space only, and marks "
      "such as full stops stay attached to words; --language divides by rules instead");
}

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
  // A segmenter takes the options of a tagger, except those about features, search and updates.
  check_tagger_options(options);
  const std::initializer_list<std::pair<const char*, bool>> others{
      {"scorer", options.scorer.has_value()},
      {"features", options.features.has_value()},
      {"embeddings", options.embeddings.has_value()},
      {"strategy", options.strategy.has_value()},
      {"oracle", options.oracle.has_value()},
      {"violation", options.violation.has_value()},
      {"restart", options.restart.has_value()},
      {"explore", options.explore.has_value()},
      {"explore_after", options.explore_after.has_value()},
      {"positive", options.positive.has_value()},
      {"negative", options.negative.has_value()},
      {"time_limit", options.time_limit.has_value()},
      {"reset_every", options.reset_every.has_value()},
      {"beam", options.beam.has_value()},
      {"loss", options.loss.has_value()},
      {"aggressiveness", options.aggressiveness.has_value()},
      {"batch", options.batch.has_value()},
      {"rare_count", options.rare_count.has_value()},
      {"rare_rate", options.rare_rate.has_value()},
      {"prune", options.prune.has_value()},
      {"min_changes", options.min_changes.has_value()},
  };
  for (const auto& [option, said] : others) {
    if (said) throw OptionError(option, "not for segmenters");
  }
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
  warn_of_spaces(training, log);
  const SegmenterResult result = train_segmenter(
      training, dev, options, [&](const SegmenterEpoch& epoch) { epochs.print(epoch); });
  result.segmenter.save(arguments.output);
  Json summary{{"model", arguments.output}};
  if (result.dev) summary["dev"] = dev_json(*result.dev);
  log.finish(std::move(summary), epochs.summary(result), seconds_since(start));
}

}  // namespace panarc::cli
