#include "cli/train_tasks.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <string_view>

#include "cli/json.h"
#include "cli/table.h"
#include "cli/text.h"
#include "cli/train_files.h"
#include "panarc/tagger.h"
#include "panarc/text.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

std::size_t members_of(const ModelInfo& info) {
  return info.members.size() + info.action_votes.size();
}

/// The scores of a parser on the development data it was trained with; empty if there was none.
Json dev_scores(const Parser& parser) {
  const Json report = parse_ordered_json(parser.info().report).value_or(Json::object());
  return report.contains("scores") ? report["scores"] : Json::object();
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

/// Warns about a treebank that does not mark where there are no spaces.
void warn_of_spaces(TrainRun& run) {
  if (std::ranges::any_of(run.training, has_tokens_without_spaces)) return;
  run.log.warn(
      "no token of TRAIN has SpaceAfter=No, so text will be divided at white space only, and marks "
      "such as full stops stay attached to words; --language divides by rules instead");
}

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

/// With the scores of what was trained, if there are any.
Json with_scores(const Json& scores) {
  Json summary = Json::object();
  if (!scores.empty()) summary["dev"] = scores;
  return summary;
}

}  // namespace

TrainRun::TrainRun(const TrainArguments& arguments, std::vector<std::string> checkpoints)
    : checkpoints_(std::move(checkpoints)),
      training(read_training(arguments)),
      dev(read_dev(arguments)),
      log(arguments) {
  print_notes(arguments, checkpoints_);
}

void TrainRun::remove_checkpoints() const { cli::remove_checkpoints(checkpoints_); }

void TrainRun::finish(const nlohmann::ordered_json& summary, const std::string& text) {
  log.finish(summary, text, seconds_since(start_));
}

void learn_from_predicted_tags(TrainRun& run, const TrainProgress& progress) {
  const TrainArguments& arguments = run.log.arguments();
  if (!arguments.jackknife) return;
  PredictionOptions options;
  options.tagger.seed = arguments.options.seed;
  options.tagger.threads = arguments.options.threads;
  options.tagger.stop = arguments.options.stop;
  options.parts = arguments.jackknife;
  options.needs_tagger = false;
  PredictedTags tags = predict_tags(run.training, run.dev, options, progress);
  run.training = std::move(tags.training);
  run.dev = std::move(tags.dev);
}

void run_tagger_training(TrainArguments& arguments) {
  TrainOptions& options = arguments.options;
  if (options.scorer == ScorerKind::kRecurrent) {
    options.checkpoint = checkpoint_of(arguments.output);
  }
  check_output(arguments, checkpoints_of(options));
  TrainRun run(arguments, checkpoints_of(options));
  const TrainProgress progress = run.log.progress();
  const Tagger tagger =
      run.until_stopped([&] { return train_tagger(run.training, run.dev, options, progress); });
  tagger.save(arguments.output);
  run.remove_checkpoints();
  run.finish(with_scores(run.log.scores()), run.log.summary());
}

void run_segmenter_training(const TrainArguments& arguments) {
  check_output(arguments, {});
  TrainRun run(arguments, {});
  warn_of_spaces(run);
  const TrainProgress progress = run.log.progress();
  const Segmenter segmenter = run.until_stopped(
      [&] { return train_segmenter(run.training, run.dev, arguments.options, progress); });
  segmenter.save(arguments.output);
  run.finish(with_scores(run.log.scores()), run.log.summary());
}

void run_ensemble_training(const TrainArguments& arguments) {
  EnsembleOptions options;
  options.members = ensemble_members(arguments.members(), arguments.options);
  options.votes = votes_of(arguments);
  options.checkpoint = checkpoint_of(arguments.output);
  options.resume = arguments.options.resume;
  check_output(arguments, checkpoints_of(options));
  TrainRun run(arguments, checkpoints_of(options));
  const TrainProgress progress = run.log.progress();
  const EnsembleResult result = run.until_stopped([&] {
    learn_from_predicted_tags(run, progress);
    return train_ensemble(run.training, run.dev, options, progress);
  });
  result.parser.save(arguments.output);
  run.remove_checkpoints();
  run.finish(votes_summary(result.parser), votes_text(arguments, result.parser));
}

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

void run_pipeline_training(const TrainArguments& arguments) {
  const PipelineOptions options = pipeline_options(arguments);
  check_output(arguments, checkpoints_of(options));
  TrainRun run(arguments, checkpoints_of(options));
  const std::vector<Sentence> test = read_scored(arguments, arguments.test);
  warn_of_spaces(run);
  const TrainProgress progress = run.log.progress();
  Pipeline pipeline =
      run.until_stopped([&] { return train_pipeline(run.training, run.dev, options, progress); });
  run.log.print(options.members.empty() ? run.log.summary()
                                        : votes_text(arguments, pipeline.parser()));
  // Saved before scoring, so that the model is not lost if anything is wrong with TEST.
  pipeline.save(arguments.output);
  run.remove_checkpoints();
  Json summary = with_scores(dev_scores(pipeline.parser()));
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
  run.finish(summary, text);
}

CombineOptions votes_of(const TrainArguments& arguments) {
  CombineOptions votes = arguments.votes;
  votes.threads = arguments.options.threads;
  return votes;
}

nlohmann::ordered_json votes_summary(const Parser& parser) {
  Json json{{"members", members_of(parser.info())}};
  json.update(with_scores(dev_scores(parser)));
  return json;
}

std::string votes_text(const TrainArguments& arguments, const Parser& parser) {
  const Json scores = dev_scores(parser);
  if (scores.empty()) return {};
  const ModelInfo info = parser.info();
  return fmt::format("votes of {}: {} on {}\n", members_of(info),
                     main_scores_text(scores, info.label_mode != LabelMode::kNone), arguments.dev);
}

}  // namespace panarc::cli
