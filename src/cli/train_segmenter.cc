#include "cli/train_segmenter.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/json.h"
#include "cli/train_files.h"
#include "panarc/tagger.h"
#include "panarc/text.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

void print(const TrainArguments& arguments, const SegmenterEpoch& epoch) {
  if (arguments.json) {
    const Json json{{"model", epoch.model},
                    {"epoch", epoch.epoch},
                    {"dev", {{"Tokens", epoch.tokens}, {"Sentences", epoch.sentences}}},
                    {"best", epoch.best}};
    fmt::print("{}\n", dump_json(json));
  } else if (!arguments.treebank.quiet) {
    fmt::print("model {} of {}, epoch {:>2}", epoch.model, epoch.models, epoch.epoch);
    if (!arguments.dev.empty()) {
      fmt::print(": tokens {:.2f}, sentences {:.2f}{}", epoch.tokens, epoch.sentences,
                 epoch.best ? "  *" : "");
    }
    fmt::print("\n");
  }
  std::fflush(stdout);
}

void print_summary(const TrainArguments& arguments, const SegmenterResult& result, double seconds) {
  const std::uint64_t bytes = size_of(arguments.output);
  if (arguments.json) {
    Json json{{"model", arguments.output}};
    if (result.dev) {
      json["dev"] = {{"Tokens", result.dev->tokens},
                     {"Sentences", result.dev->sentences},
                     {"Words", result.dev->words}};
    }
    json["bytes"] = bytes;
    json["seconds"] = seconds;
    fmt::print("{}\n", dump_json(json));
    return;
  }
  if (arguments.treebank.quiet) return;
  if (result.dev) {
    fmt::print("tokens {:.2f}, sentences {:.2f}, words of tokens {:.2f} on {}\n",
               result.dev->tokens, result.dev->sentences, result.dev->words, arguments.dev);
  }
  constexpr double kMegabyte = 1e6;
  fmt::print("{}: {:.1f} MB, trained in {:.1f} s\n", arguments.output,
             static_cast<double>(bytes) / kMegabyte, seconds);
}

}  // namespace

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
  const auto start = std::chrono::steady_clock::now();
  check_output(arguments, {});
  const std::vector<Sentence> training = read_training(arguments);
  const std::vector<Sentence> dev = read_dev(arguments);
  print_notes(arguments, {});
  SegmenterOptions options;
  options.epochs = arguments.options.epochs.value_or(options.epochs);
  options.patience = arguments.options.patience.value_or(options.patience);
  options.seed = arguments.options.seed.value_or(options.seed);
  options.threads = arguments.options.threads;
  const SegmenterResult result = train_segmenter(
      training, dev, options, [&](const SegmenterEpoch& epoch) { print(arguments, epoch); });
  result.segmenter.save(arguments.output);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  print_summary(arguments, result, elapsed.count());
}

}  // namespace panarc::cli
