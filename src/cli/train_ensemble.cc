#include "cli/train_ensemble.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "cli/train_files.h"
#include "panarc/ensemble.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;

/// E.g. `UAS 90.12, LAS 88.34`.
std::string scores_text(const Json& scores, bool labelled) {
  std::string text = fmt::format("UAS {:.2f}", scores["UAS"].get<double>());
  if (labelled) text += fmt::format(", LAS {:.2f}", scores["LAS"].get<double>());
  return text;
}

void finish(const TrainArguments& arguments, const Parser& parser, double seconds, const char* what,
            TrainLog& log) {
  const ModelInfo info = parser.info();
  const Json report = parse_ordered_json(info.report).value_or(Json::object());
  const std::size_t members = info.members.size() + info.action_votes.size();
  Json json{{"model", arguments.output}, {"members", members}};
  std::string text;
  if (report.contains("scores")) {
    json["dev"] = report["scores"];
    text = fmt::format("votes of {}: {} on {}\n", members,
                       scores_text(report["scores"], info.label_mode != LabelMode::kNone),
                       arguments.dev);
  }
  log.finish(std::move(json), text, seconds, what);
}

}  // namespace

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
    scores = ", " + scores_text(json, info.label_mode != LabelMode::kNone);
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
  predict_tags(arguments, training, dev);
  print_notes(arguments, checkpoints);
  TrainLog log(arguments);
  MemberLog members(log, options.members.size());
  const EnsembleResult result = train_ensemble(training, dev, options, members.progress());
  result.parser.save(arguments.output);
  remove_checkpoints(checkpoints);
  finish(arguments, result.parser, seconds_since(start), "trained", log);
}

void run_combination(const TrainArguments& arguments) {
  const auto start = Clock::now();
  check_output(arguments, {});
  const std::vector<Sentence> dev = read_dev(arguments);
  std::vector<Parser> members;
  for (const std::string& model : arguments.combine) members.push_back(Parser::load(model));
  TrainLog log(arguments);
  const Parser parser = combine(members, dev, votes_of(arguments));
  parser.save(arguments.output);
  finish(arguments, parser, seconds_since(start), "combined", log);
}

}  // namespace panarc::cli
