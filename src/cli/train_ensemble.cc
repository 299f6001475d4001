#include "cli/train_ensemble.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/json.h"
#include "cli/pipeline_log.h"
#include "cli/stop_signal.h"
#include "cli/table.h"
#include "cli/train_files.h"
#include "cli/train_pipeline.h"
#include "panarc/train.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

/// The scores that matter most.
std::string main_scores(const Json& scores, bool labelled) {
  Json some{{"UAS", scores["UAS"]}};
  if (labelled) some["LAS"] = scores["LAS"];
  return scores_text(some);
}

std::size_t members_of(const ModelInfo& info) {
  return info.members.size() + info.action_votes.size();
}

}  // namespace

void finish_ensemble(const TrainArguments& arguments, const Parser& parser, double seconds,
                     const char* what, TrainLog& log) {
  Json json{{"model", arguments.output}, {"members", members_of(parser.info())}};
  if (const Json scores = dev_scores(parser); !scores.empty()) json["dev"] = scores;
  log.finish(std::move(json), votes_text(arguments, parser), seconds, what);
}

Json dev_scores(const Parser& parser) {
  const Json report = parse_ordered_json(parser.info().report).value_or(Json::object());
  return report.contains("scores") ? report["scores"] : Json::object();
}

std::string votes_text(const TrainArguments& arguments, const Parser& parser) {
  const Json scores = dev_scores(parser);
  if (scores.empty()) return {};
  const ModelInfo info = parser.info();
  return fmt::format("votes of {}: {} on {}\n", members_of(info),
                     main_scores(scores, info.label_mode != LabelMode::kNone), arguments.dev);
}

EnsembleProgress MemberLog::progress() {
  EnsembleProgress progress;
  progress.on_epoch = [this](std::size_t member, const EpochReport& report) {
    Json json{{"member", member + 1}};
    json.update(*parse_ordered_json(to_json(report)));
    log_.write(json);
  };
  progress.on_member = [this](std::size_t member, const TrainResult& result) {
    print(member, result);
  };
  progress.on_warning = [this](const std::string& message) { log_.warn(message); };
  return progress;
}

void MemberLog::print(std::size_t member, const TrainResult& result) {
  const EpochReport& best = result.best();
  const ModelInfo info = result.parser.info();
  std::string scores;
  if (best.dev) {
    const Json json = parse_ordered_json(to_json(best))->at("dev");
    scores = ", " + main_scores(json, info.label_mode != LabelMode::kNone);
  }
  log_.print(fmt::format("member {} of {}, {}: epoch {} of {}{}\n", member + 1, members_,
                         member_name(info), best.epoch, result.epochs.size(), scores));
}

CombineOptions votes_of(const TrainArguments& arguments) {
  CombineOptions votes = arguments.votes;
  votes.threads = arguments.options.threads;
  return votes;
}

void run_ensemble(const TrainArguments& arguments) {
  const auto start = Clock::now();
  EnsembleOptions options;
  options.members = ensemble_members(arguments.members(), arguments.options);
  options.votes = votes_of(arguments);
  options.checkpoint = checkpoint_of(arguments.output);
  options.resume = arguments.options.resume;
  const std::vector<std::string> checkpoints = checkpoints_of(options);
  check_output(arguments, checkpoints);
  std::vector<Sentence> training = read_training(arguments);
  std::vector<Sentence> dev = read_dev(arguments);
  print_notes(arguments, checkpoints);
  TrainLog log(arguments);
  PipelineLog parts(log, options.members.size());
  const PipelineProgress progress = parts.progress();
  const EnsembleResult result = train_until_stopped(log, checkpoints, [&] {
    learn_from_predicted_tags(arguments, progress, training, dev);
    return train_ensemble(training, dev, options, progress.members);
  });
  result.parser.save(arguments.output);
  remove_checkpoints(checkpoints);
  finish_ensemble(arguments, result.parser, seconds_since(start), "trained", log);
}

}  // namespace panarc::cli
