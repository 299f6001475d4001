#include "cli/train_ensemble.h"

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/json.h"
#include "cli/train_files.h"
#include "panarc/ensemble.h"
#include "panarc/error.h"

namespace panarc::cli {

namespace {

using Json = nlohmann::ordered_json;
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// E.g. `UAS 90.12, LAS 88.34`.
std::string scores_text(const Json& scores, bool labelled) {
  std::string text = fmt::format("UAS {:.2f}", scores["UAS"].get<double>());
  if (labelled) text += fmt::format(", LAS {:.2f}", scores["LAS"].get<double>());
  return text;
}

/// Prints what becomes of the members, and writes it into the log.
class MemberLog {
 public:
  MemberLog(const TrainArguments& arguments, std::size_t members)
      : arguments_(arguments), members_(members) {
    if (arguments.log.empty()) return;
    log_.open(arguments.log);
    if (!log_) throw Error({arguments.log, 0, 0}, "cannot be written");
  }

  EnsembleProgress progress() {
    EnsembleProgress progress;
    progress.on_epoch = [this](std::size_t member, const EpochReport& report) {
      Json json{{"member", member + 1}};
      json.update(*parse_ordered_json(to_json(report)));
      write(json);
    };
    progress.on_member = [this](std::size_t member, const TrainResult& result) {
      print(member, result);
    };
    progress.on_warning = [this](const std::string& message) {
      if (!arguments_.treebank.quiet) fmt::print(stderr, "panarc: warning: {}\n", message);
    };
    return progress;
  }

  /// A line of JSON, at once: others may follow a training by it.
  void write(const Json& json) {
    const std::string line = dump_json(json);
    if (log_.is_open()) log_ << line << std::endl;
    if (!arguments_.json) return;
    fmt::print("{}\n", line);
    std::fflush(stdout);
  }

 private:
  void print(std::size_t member, const TrainResult& result) const {
    if (arguments_.json || arguments_.treebank.quiet) return;
    const EpochReport& best = result.best();
    const ModelInfo info = result.parser.info();
    std::string scores;
    if (best.dev) {
      const Json json = parse_ordered_json(to_json(best))->at("dev");
      scores = ", " + scores_text(json, info.label_mode != LabelMode::kNone);
    }
    fmt::print("member {} of {}, {}: epoch {} of {}{}\n", member + 1, members_, member_name(info),
               best.epoch, result.epochs.size(), scores);
    std::fflush(stdout);
  }

  const TrainArguments& arguments_;
  std::size_t members_;
  std::ofstream log_;
};

void print_summary(const TrainArguments& arguments, const Parser& parser, double seconds,
                   const char* what, MemberLog& log) {
  const ModelInfo info = parser.info();
  const std::uint64_t bytes = size_of(arguments.output);
  const Json report = parse_ordered_json(info.report).value_or(Json::object());
  Json json;
  json["model"] = arguments.output;
  const std::size_t members = info.members.size() + info.action_votes.size();
  json["members"] = members;
  if (report.contains("scores")) json["dev"] = report["scores"];
  json["bytes"] = bytes;
  json["seconds"] = seconds;
  log.write(json);
  if (arguments.json || arguments.treebank.quiet) return;
  if (report.contains("scores")) {
    fmt::print("votes of {}: {} on {}\n", members,
               scores_text(report["scores"], info.label_mode != LabelMode::kNone), arguments.dev);
  }
  constexpr double kMegabyte = 1e6;
  fmt::print("{}: {:.1f} MB, {} in {:.1f} s\n", arguments.output,
             static_cast<double>(bytes) / kMegabyte, what, seconds);
}

CombineOptions votes_of(const TrainArguments& arguments) {
  CombineOptions votes = arguments.votes;
  votes.threads = arguments.options.threads;
  return votes;
}

}  // namespace

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
  MemberLog log(arguments, options.members.size());
  const EnsembleResult result = train_ensemble(training, dev, options, log.progress());
  result.parser.save(arguments.output);
  remove_checkpoints(checkpoints);
  print_summary(arguments, result.parser, seconds_since(start), "trained", log);
}

void run_combination(const TrainArguments& arguments) {
  const auto start = Clock::now();
  check_output(arguments, {});
  const std::vector<Sentence> dev = read_dev(arguments);
  std::vector<Parser> members;
  for (const std::string& model : arguments.combine) members.push_back(Parser::load(model));
  MemberLog log(arguments, members.size());
  const Parser parser = combine(members, dev, votes_of(arguments));
  parser.save(arguments.output);
  print_summary(arguments, parser, seconds_since(start), "combined", log);
}

}  // namespace panarc::cli
