#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>
#include <utility>

#include "base/toml.h"
#include "experiment/experiment_file.h"
#include "experiment/plan.h"
#include "experiment/run_figures.h"
#include "experiment/run_folder.h"
#include "experiment/runner.h"
#include "io/file_content.h"
#include "io/folder_lock.h"
#include "panarc/error.h"
#include "panarc/experiment.h"
#include "panarc/options.h"

namespace panarc {

namespace {

using Clock = std::chrono::steady_clock;

ExperimentFile read_experiment(const std::string& file) {
  return parse_experiment(read_file(file, kMostToml), file);
}

/// Seconds per byte of training data, over the finished runs.
class Pace {
 public:
  void add(const Run& run) {
    for (Sum* sum : {&settings_[key(run)], &all_}) {
      sum->seconds += run.planned.seconds;
      sum->bytes += run.training_bytes;
    }
  }
  [[nodiscard]] bool known() const { return all_.bytes > 0; }
  [[nodiscard]] double seconds(const Run& run) const {
    const auto found = settings_.find(key(run));
    const Sum& sum = found == settings_.end() ? all_ : found->second;
    return sum.seconds / sum.bytes * run.training_bytes;
  }

 private:
  struct Sum {
    double seconds = 0;
    double bytes = 0;
  };
  static std::string key(const Run& run) { return run.planned.part + '\n' + run.planned.setting; }

  std::map<std::string, Sum> settings_;
  Sum all_;
};

}  // namespace

struct Experiment::State {
  explicit State(ExperimentSetup given)
      : setup(std::move(given)), file(read_experiment(setup.file)), plan(plan_runs(file, setup)) {
    for (Run& run : plan.runs) {
      const RunFolder folder(run);
      if (folder.is_done()) {
        run.planned.state = RunState::kDone;
        run.planned.seconds = folder.seconds();
      }
      shown.push_back(run.planned);
    }
    started.resize(plan.runs.size());
  }

  /// Whether the sample is one of the treebanks.
  [[nodiscard]] bool needs_sample() const {
    const auto from_sample = [&](const Run& run) {
      return run.steps.front().words.at(1).starts_with(plan.sample + '/');
    };
    return std::any_of(plan.runs.begin(), plan.runs.end(), from_sample);
  }

  /// The result of a run for a part.
  [[nodiscard]] RunResult result_of(const ExperimentPart& part, const PartRun& of_part) const {
    const Run& run = plan.runs[of_part.run];
    const RunFolder folder(run);
    RunResult result = folder.result();
    result.setting = of_part.setting;
    if (run.command != PartCommand::kTrain) return result;
    const std::string parsed = folder.path(kParsedFile);
    result.sentences = score_sentences(run.gold, parsed, part.score);
    if (!part.by.empty()) result.groups = score_groups(run.gold, parsed, part.by, part.where);
    return result;
  }

  [[nodiscard]] PartResult result_of(std::size_t index) const {
    const ExperimentPart& part = file.parts[index];
    PartResult result;
    result.title = part.title;
    result.description = part.description;
    result.score = part.score;
    for (const Setting& setting : part.settings) result.settings.push_back(setting.name);
    for (const PartRun& run : plan.parts[index]) {
      std::vector<std::string>& names = result.treebanks;
      if (std::find(names.begin(), names.end(), run.treebank) == names.end()) {
        names.push_back(run.treebank);
      }
    }
    result.tables = part.tables;
    result.charts = part.charts;
    result.comparisons = part.comparisons;
    result.planned = plan.parts[index].size();
    for (const PartRun& run : plan.parts[index]) {
      if (plan.runs[run.run].planned.state == RunState::kDone) {
        result.runs.push_back(result_of(part, run));
      }
    }
    return result;
  }

  void take(const Runner::Event& event) {
    PlannedRun& run = plan.runs[event.run].planned;
    run.state = event.state;
    run.seconds = event.seconds;
    run.message = event.message;
    if (event.state == RunState::kRunning) started[event.run] = Clock::now();
    shown[event.run] = run;
  }

  [[nodiscard]] std::size_t jobs() const {
    if (setup.jobs > 0) return setup.jobs;
    return default_threads();
  }

  ExperimentSetup setup;
  ExperimentFile file;
  Plan plan;
  std::vector<PlannedRun> shown;
  std::vector<Clock::time_point> started;
};

Experiment::Experiment(ExperimentSetup setup) : state_(std::make_unique<State>(std::move(setup))) {}
Experiment::~Experiment() = default;
Experiment::Experiment(Experiment&&) noexcept = default;
Experiment& Experiment::operator=(Experiment&&) noexcept = default;

const std::string& Experiment::title() const { return state_->file.title; }

const std::vector<PlannedRun>& Experiment::runs() const { return state_->shown; }

bool Experiment::run(const RunProgress& progress) {
  State& state = *state_;
  std::filesystem::create_directories(folder_of_runs(state.setup.output));
  const FolderLock lock(state.setup.output);
  if (state.needs_sample()) write_sample(state.plan.sample);
  for (std::size_t i = 0; i < state.plan.runs.size(); ++i) {
    // Another process may have done the run since it was planned.
    Run& run = state.plan.runs[i];
    const RunFolder folder(run);
    run.planned.state = folder.is_done() ? RunState::kDone : RunState::kWaiting;
    if (run.planned.state == RunState::kDone && !state.setup.keep_models) folder.remove_model();
    state.shown[i] = run.planned;
  }
  // A copy, since states change while it runs.
  const std::vector<Run> runs = state.plan.runs;
  Runner runner(runs,
                {state.setup.executable, state.jobs(), state.setup.keep_models, lock.descriptor()});
  runner.start();
  while (!runner.done()) {
    const Runner::Event event = runner.next();
    if (event.state == RunState::kWaiting) {
      if (progress.on_tick) progress.on_tick();
      continue;
    }
    state.take(event);
    if (progress.on_run) progress.on_run(state.shown[event.run]);
  }
  return std::all_of(state.shown.begin(), state.shown.end(),
                     [](const PlannedRun& run) { return run.state == RunState::kDone; });
}

std::optional<double> Experiment::seconds_left() const {
  const State& state = *state_;
  Pace pace;
  for (const Run& run : state.plan.runs) {
    if (run.planned.state == RunState::kDone) pace.add(run);
  }
  if (!pace.known()) return std::nullopt;
  double seconds = 0;
  double longest = 0;
  for (std::size_t i = 0; i < state.plan.runs.size(); ++i) {
    const Run& run = state.plan.runs[i];
    if (run.planned.state != RunState::kWaiting && run.planned.state != RunState::kRunning)
      continue;
    double left = pace.seconds(run);
    if (run.planned.state == RunState::kRunning) {
      left -= std::chrono::duration<double>(Clock::now() - state.started[i]).count();
    }
    seconds += std::max(left, 0.0);
    longest = std::max(longest, left);
  }
  return std::max(seconds / static_cast<double>(state.jobs()), longest);
}

ExperimentResult Experiment::result() const {
  const State& state = *state_;
  ExperimentResult result;
  result.title = state.file.title;
  result.description = state.file.description;
  result.version = version();
  for (std::size_t i = 0; i < state.file.parts.size(); ++i) {
    result.parts.push_back(state.result_of(i));
  }
  return result;
}

}  // namespace panarc
