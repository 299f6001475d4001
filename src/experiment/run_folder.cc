#include "experiment/run_folder.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>

#include "base/json.h"
#include "experiment/plan.h"
#include "experiment/run_figures.h"
#include "io/file_content.h"
#include "io/file_descriptor.h"
#include "panarc/error.h"

namespace panarc {

namespace {

namespace fs = std::filesystem;
using Record = nlohmann::ordered_json;

constexpr const char* kStateFile = "run.json";
constexpr const char* kResultFile = "result.json";
constexpr const char* kCommandsFile = "commands.sh";

/// Nothing if there is no such file, or it is not ours.
std::optional<Record> read_record(const std::string& path) {
  std::error_code failure;
  if (!fs::is_regular_file(path, failure)) return std::nullopt;
  std::optional<Record> json = parse_ordered_json(read_file(path));
  if (!json || !json->is_object()) return std::nullopt;
  return json;
}

Record header_of(const Run& run) {
  Record json;
  json["fingerprint"] = run.fingerprint;
  json["version"] = version();
  json["setting"] = run.planned.setting;
  json["treebank"] = run.planned.treebank;
  json["seed"] = run.planned.seed;
  return json;
}

Record to_record(const std::vector<StepRecord>& steps) {
  Record list = Record::array();
  for (const StepRecord& step : steps) {
    list.push_back({{"name", step.name},
                    {"cpu_seconds", step.cpu_seconds},
                    {"seconds", step.seconds},
                    {"peak_bytes", step.peak_bytes}});
  }
  return list;
}

std::vector<StepRecord> steps_from(const Record& json) {
  std::vector<StepRecord> steps;
  for (const Record& step : json.value("steps", Record::array())) {
    steps.push_back(
        {step.at("name"), step.at("cpu_seconds"), step.at("seconds"), step.at("peak_bytes")});
  }
  return steps;
}

bool has_fingerprint(const std::optional<Record>& json, const std::string& fingerprint) {
  return json && json->value("fingerprint", "") == fingerprint;
}

void add_training(const std::vector<StepRecord>& done, const RunFolder& folder, RunResult& result) {
  result.epochs = figures_of_epochs(read_file(folder.path(kEpochsFile)));
  Figures& figures = result.figures;
  figures = figures_of_json(read_file(folder.path(kScoresFile)));
  for (const StepRecord& step : done) {
    if (step.name == "eval" || step.name == "convert") continue;
    figures[step.name + "_seconds"] = step.cpu_seconds;
    figures[step.name + "_peak_bytes"] = step.peak_bytes;
  }
  figures["words_per_second"] = words_per_second(read_file(folder.path(kParseLog)));
  figures["model_bytes"] = static_cast<double>(fs::file_size(folder.path(kModelFile)));
  figures["epochs"] = static_cast<double>(result.epochs.size());
  if (result.epochs.empty()) return;
  // An interrupted training used more than its last process.
  const Figures& last = result.epochs.back();
  const auto cpu = last.find("cpu_seconds");
  if (cpu != last.end()) {
    figures["train_seconds"] = std::max(figures["train_seconds"], cpu->second);
  }
  for (const Figures& epoch : result.epochs) {
    if (epoch.at("best") > 0) figures["best_epoch"] = epoch.at("epoch");
  }
}

}  // namespace

std::string RunFolder::path(const std::string& file) const {
  return (fs::path(run_.planned.folder) / file).string();
}

std::string RunFolder::log_of(const RunStep& step) const { return path(step.name + ".log"); }

bool RunFolder::is_done() const {
  return has_fingerprint(read_record(path(kResultFile)), run_.fingerprint);
}

std::vector<StepRecord> RunFolder::open() const {
  const std::optional<Record> state = read_record(path(kStateFile));
  if (!has_fingerprint(state, run_.fingerprint)) {
    fs::remove_all(run_.planned.folder);
    fs::create_directories(run_.planned.folder);
    std::string commands = "#!/bin/sh\n";
    for (const std::string& command : run_.planned.commands) commands += command + '\n';
    write_file(path(kCommandsFile), commands);
    record({});
    return {};
  }
  std::vector<StepRecord> done = steps_from(*state);
  std::vector<std::string> kept{kStateFile, kCommandsFile, kCheckpointFile};
  for (std::size_t i = 0; i < done.size() && i < run_.steps.size(); ++i) {
    const RunStep& step = run_.steps[i];
    kept.push_back(step.output);
    kept.push_back(step.name + ".log");
    kept.insert(kept.end(), step.products.begin(), step.products.end());
  }
  for (const auto& entry : fs::directory_iterator(run_.planned.folder)) {
    const std::string name = entry.path().filename().string();
    if (std::find(kept.begin(), kept.end(), name) == kept.end()) fs::remove_all(entry.path());
  }
  return done;
}

void RunFolder::record(const std::vector<StepRecord>& done) const {
  // Make sure the results are on disk before recording them.
  if (!done.empty()) {
    const RunStep& last = run_.steps.at(done.size() - 1);
    open_input(path(last.output)).sync();
    for (const std::string& product : last.products) open_input(path(product)).sync();
  }
  Record json = header_of(run_);
  json["steps"] = to_record(done);
  write_file(path(kStateFile), dump_json(json, 1) + '\n');
}

void RunFolder::finish(const std::vector<StepRecord>& done) const {
  RunResult result;
  switch (run_.command) {
    case PartCommand::kTrain:
      add_training(done, *this, result);
      break;
    case PartCommand::kSchemes:
      add_schemes(read_file(path(kScoresFile)), result);
      break;
    case PartCommand::kStats:
      result.figures = figures_of_stats(read_file(path(kScoresFile)));
      break;
  }
  Record json = header_of(run_);
  json["commands"] = run_.planned.commands;
  json["steps"] = to_record(done);
  json["figures"] = result.figures;
  json["groups"] = Record::array();
  for (const NamedFigures& group : result.groups) {
    json["groups"].push_back({{"name", group.name}, {"figures", group.figures}});
  }
  json["epochs"] = result.epochs;
  write_file(path(kResultFile), dump_json(json, 1) + '\n');
}

void RunFolder::remove_model() const {
  std::error_code ignored;
  fs::remove(path(kModelFile), ignored);
}

RunResult RunFolder::result() const {
  const std::optional<Record> json = read_record(path(kResultFile));
  if (!json) throw Error({path(kResultFile), 0, 0}, "cannot be read");
  RunResult result;
  result.setting = run_.planned.setting;
  result.treebank = run_.planned.treebank;
  result.seed = run_.planned.seed;
  result.commands = json->at("commands").get<std::vector<std::string>>();
  result.figures = json->at("figures").get<Figures>();
  for (const Record& group : json->at("groups")) {
    result.groups.push_back({group.at("name"), group.at("figures").get<Figures>()});
  }
  result.epochs = json->at("epochs").get<std::vector<Figures>>();
  return result;
}

double RunFolder::seconds() const {
  const std::optional<Record> json = read_record(path(kResultFile));
  double seconds = 0;
  if (!json) return seconds;
  for (const StepRecord& step : steps_from(*json)) seconds += step.seconds;
  return seconds;
}

std::string RunFolder::last_words(const RunStep& step) const {
  std::error_code failure;
  if (!fs::is_regular_file(log_of(step), failure)) return {};
  std::string log = read_file(log_of(step));
  while (log.ends_with('\n')) log.pop_back();
  log.erase(0, log.rfind('\n') + 1);
  return log;
}

}  // namespace panarc
