#include "cli/train_pipeline.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "cli/table.h"
#include "cli/train_ensemble.h"
#include "cli/train_files.h"
#include "cli/train_log.h"
#include "cli/train_segmenter.h"
#include "cli/train_tagger.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

std::string name_of(PipelinePart part) {
  switch (part) {
    case PipelinePart::kSegmenter:
      return "segmenter";
    case PipelinePart::kTagger:
      return "tagger";
    case PipelinePart::kPredictedTags:
      return "predicted tags";
    case PipelinePart::kParser:
      return "parser";
  }
  return {};
}

/// Prints the progress of the parts, one after the other. For those before the parser, which
/// consist of many models, only the results are printed; the log has everything.
class PipelineLog {
 public:
  PipelineLog(TrainLog& log, std::size_t members)
      : log_(log), segmenter_(log), tagger_(log, false), parser_(log), members_(log, members) {}

  [[nodiscard]] PipelineProgress progress() {
    PipelineProgress progress;
    progress.on_part = [this](PipelinePart part) { begin(part); };
    progress.on_segmenter_epoch = [this](const SegmenterEpoch& epoch) { segmenter_.write(epoch); };
    progress.on_segmenter = [this](const SegmenterResult& result) {
      log_.print(segmenter_.summary(result));
    };
    progress.tagger = tagger_.progress();
    progress.parser = parser_.progress();
    progress.members = members_.progress();
    return progress;
  }
  /// Prints the last lines: the results of the parser.
  void end(const Parser& parser) {
    log_.begin_part("");
    const TrainArguments& arguments = log_.arguments();
    log_.print(arguments.members().empty() ? parser_.summary() : votes_text(arguments, parser));
  }

 private:
  void begin(PipelinePart part) {
    const bool predicts = part == PipelinePart::kPredictedTags;
    if (predicts) log_.print(tagger_.summary());
    log_.begin_part(name_of(part));
    log_.print((predicts ? "predicting the tags that the parser learns from" : name_of(part)) +
               "\n");
  }

  TrainLog& log_;
  SegmenterLog segmenter_;
  TaggerLog tagger_;
  EpochLog parser_;
  MemberLog members_;
};

bool has_card(const TrainArguments& arguments) {
  return !arguments.test.empty() || !arguments.about.empty() || !arguments.licence.empty();
}

std::string card_of(const TrainArguments& arguments, const Pipeline& pipeline,
                    const std::vector<Sentence>& test) {
  CardTexts texts;
  texts.about = arguments.about;
  texts.licence = arguments.licence;
  texts.date = fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr)));
  texts.test = std::filesystem::path(arguments.test).filename().string();
  std::optional<PipelineScores> scores;
  if (!test.empty()) scores = score_pipeline(pipeline, test);
  return make_card(texts, scores);
}

std::string card_text(const Json& card) {
  if (!card.contains("from_text")) return {};
  return fmt::format("from text: {}\nfrom words: {}\n", scores_text(card["from_text"]),
                     scores_text(card["from_words"]));
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

void run_pipeline_training(const TrainArguments& arguments) {
  const auto start = Clock::now();
  const PipelineOptions options = pipeline_options(arguments);
  std::vector<std::string> checkpoints;
  if (!options.members.empty()) {
    checkpoints = checkpoints_of(ensemble_options_of(options));
  } else if (!options.parser.checkpoint.empty()) {
    checkpoints.push_back(options.parser.checkpoint);
  }
  check_output(arguments, checkpoints);
  const std::vector<Sentence> training = read_training(arguments);
  const std::vector<Sentence> dev = read_dev(arguments);
  const std::vector<Sentence> test = read_scored(arguments, arguments.test);
  print_notes(arguments, checkpoints);
  TrainLog log(arguments);
  warn_of_spaces(training, log);
  PipelineLog parts(log, options.members.size());
  Pipeline pipeline = train_pipeline(training, dev, options, parts.progress());
  parts.end(pipeline.parser());
  // Saved before scoring, so that the model is not lost if anything is wrong with TEST.
  pipeline.save(arguments.output);
  remove_checkpoints(checkpoints);
  Json summary{{"model", arguments.output}};
  if (const Json scores = dev_scores(pipeline.parser()); !scores.empty()) summary["dev"] = scores;
  if (has_card(arguments)) {
    pipeline = pipeline.with_card(card_of(arguments, pipeline, test));
    pipeline.save(arguments.output);
    summary["card"] = *parse_ordered_json(pipeline.card());
  }
  const std::string text = summary.contains("card") ? card_text(summary["card"]) : "";
  log.finish(std::move(summary), text, seconds_since(start));
}

}  // namespace panarc::cli
