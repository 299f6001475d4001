#include "cli/train_segmenter.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "cli/stop_signal.h"
#include "cli/text.h"
#include "cli/train_files.h"
#include "panarc/tagger.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

Json dev_json(const SegmenterScores& scores) {
  return {{"Tokens", scores.tokens}, {"Sentences", scores.sentences}, {"Words", scores.words}};
}

/// Whether any token is followed by another without a space, so that there is something to learn.
bool has_tokens_without_spaces(const Sentence& sentence) {
  const auto says_so = [](std::string_view misc) {
    return std::ranges::count(split(misc, '|'), "SpaceAfter=No") > 0;
  };
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

void run_segmenter_training(const TrainArguments& arguments) {
  const auto start = Clock::now();
  check_output(arguments, {});
  const std::vector<Sentence> training = read_training(arguments);
  const std::vector<Sentence> dev = read_dev(arguments);
  print_notes(arguments, {});
  TrainLog log(arguments);
  SegmenterLog epochs(log);
  warn_of_spaces(training, log);
  const SegmenterResult result = train_until_stopped(log, {}, [&] {
    return train_segmenter(training, dev, arguments.options,
                           [&](const SegmenterEpoch& epoch) { epochs.print(epoch); });
  });
  result.segmenter.save(arguments.output);
  Json summary{{"model", arguments.output}};
  if (result.dev) summary["dev"] = dev_json(*result.dev);
  log.finish(std::move(summary), epochs.summary(result), seconds_since(start));
}

}  // namespace panarc::cli
