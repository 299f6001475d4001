#include "cli/train_pipeline.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/json.h"
#include "cli/pipeline_log.h"
#include "cli/stop_signal.h"
#include "cli/table.h"
#include "cli/train_ensemble.h"
#include "cli/train_files.h"
#include "cli/train_log.h"
#include "cli/train_segmenter.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

bool has_card(const TrainArguments& arguments) {
  return !arguments.test.empty() || !arguments.about.empty() || !arguments.licence.empty();
}

/// A card has no date and no speed: the same training gives the same model, whenever and wherever.
std::string card_of(const TrainArguments& arguments, const std::optional<PipelineScores>& scores) {
  CardTexts texts;
  texts.about = arguments.about;
  texts.licence = arguments.licence;
  texts.test = std::filesystem::path(arguments.test).filename().string();
  return make_card(texts, scores);
}

std::string test_text(const Json& card, const PipelineScores& scores) {
  return fmt::format("from text: {}\nfrom words: {}\nspeed: {:.0f} words per second\n",
                     scores_text(card["from_text"]), scores_text(card["from_words"]),
                     scores.words_per_second);
}

}  // namespace

PipelineOptions pipeline_options(const TrainArguments& arguments) {
  PipelineOptions options;
  options.parser = arguments.options;
  options.parser.checkpoint = checkpoint_of(arguments.output);
  if (!arguments.members().empty()) {
    options.members = ensemble_members(arguments.members(), arguments.options);
  }
  options.votes = votes_of(arguments);
  options.tagger = arguments.tagger;
  options.jackknife = arguments.jackknife;
  return options;
}

void learn_from_predicted_tags(const TrainArguments& arguments, const PipelineProgress& progress,
                               std::vector<Sentence>& training, std::vector<Sentence>& dev) {
  if (!arguments.jackknife) return;
  PredictionOptions options;
  options.tagger.seed = arguments.options.seed;
  options.tagger.threads = arguments.options.threads;
  options.tagger.stop = arguments.options.stop;
  options.parts = arguments.jackknife;
  options.needs_tagger = false;
  PredictedTags tags = predict_tags(training, dev, options, progress);
  training = std::move(tags.training);
  dev = std::move(tags.dev);
  progress.on_part(PipelinePart::kParser);
}

void run_pipeline_training(const TrainArguments& arguments) {
  const auto start = Clock::now();
  const PipelineOptions options = pipeline_options(arguments);
  const std::vector<std::string> checkpoints = checkpoints_of(options);
  check_output(arguments, checkpoints);
  const std::vector<Sentence> training = read_training(arguments);
  const std::vector<Sentence> dev = read_dev(arguments);
  const std::vector<Sentence> test = read_scored(arguments, arguments.test);
  print_notes(arguments, checkpoints);
  TrainLog log(arguments);
  warn_of_spaces(training, log);
  PipelineLog parts(log, options.members.size());
  Pipeline pipeline = train_until_stopped(
      log, checkpoints, [&] { return train_pipeline(training, dev, options, parts.progress()); });
  log.print(parts.summary(pipeline.parser()));
  // Saved before scoring, so that the model is not lost if anything is wrong with TEST.
  pipeline.save(arguments.output);
  remove_checkpoints(checkpoints);
  Json summary{{"model", arguments.output}};
  if (const Json scores = dev_scores(pipeline.parser()); !scores.empty()) summary["dev"] = scores;
  std::string text;
  if (has_card(arguments)) {
    std::optional<PipelineScores> scores;
    if (!test.empty()) scores = score_pipeline(pipeline, test);
    pipeline = pipeline.with_card(card_of(arguments, scores));
    pipeline.save(arguments.output);
    summary["card"] = *parse_ordered_json(pipeline.card());
    if (scores) {
      summary["words_per_second"] = std::round(scores->words_per_second);
      text = test_text(summary["card"], *scores);
    }
  }
  log.finish(std::move(summary), text, seconds_since(start));
}

}  // namespace panarc::cli
