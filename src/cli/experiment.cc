#include <fmt/format.h>

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/experiment_progress.h"
#include "cli/files.h"
#include "cli/table.h"
#include "panarc/analysis.h"
#include "panarc/experiment.h"
#include "panarc/io.h"

namespace panarc::cli {

namespace {

namespace fs = std::filesystem;

constexpr const char* kExperimentDescription =
    "Run a sweep over options, treebanks and seeds, and report the results";

constexpr const char* kExperimentExamples = R"(
FILE is TOML: which options of train to try, on which treebanks, with which seeds (see the page on
commands in the documentation). Each run has a folder below OUT/runs, with its commands, model, log,
parses and scores. Finished runs are not repeated: after an interruption, the same command continues
where it stopped. At the end, a report is written: OUT/report.md, OUT/report.html and
OUT/results.csv.

Examples:
  panarc experiment sweep.toml
  panarc experiment experiments/goldberg2012.toml --treebanks ud -o goldberg
  panarc experiment experiments/aufrant2017.toml --quick
  panarc experiment sweep.toml --dry-run
  panarc experiment sweep.toml --report    of the runs that are done by now
)";

struct ExperimentArguments {
  ExperimentSetup setup;
  bool report = false;
  bool dry_run = false;
  bool json = false;
  bool quiet = false;
};

/// In the current folder, under the name of the experiment.
std::string default_output(const ExperimentSetup& setup) {
  const std::string name = fs::path(setup.file).stem().string();
  return setup.quick ? name + "-quick" : name;
}

void complete(ExperimentSetup& setup) {
  if (setup.output.empty()) setup.output = default_output(setup);
  // This very program, even if its file has been replaced since it started.
  setup.executable = "/proc/self/exe";
  setup.check = [](const std::vector<std::string>& words) {
    Program program;
    add_commands(program, words.front());
    return check_usage(program, words);
  };
  std::error_code failure;
  if (fs::exists(setup.output, failure) && !fs::is_directory(setup.output, failure)) {
    throw UsageError("--output", fmt::format("{} is not a folder", setup.output));
  }
}

void print_runs(const Experiment& experiment) {
  for (const PlannedRun& run : experiment.runs()) {
    fmt::print("# {}, {}, seed {}{}\n", visible(run.setting), run.treebank, run.seed,
               run.state == RunState::kDone ? " (done)" : "");
    for (const std::string& command : run.commands) fmt::print("{}\n", visible(command));
  }
}

/// The mean over the runs of each setting.
void print_scores(const PartResult& part) {
  Table table({part.title, "runs", part.score});
  for (const std::string& setting : part.settings) {
    std::vector<double> values;
    for (const RunResult& run : part.runs) {
      const auto score = run.figures.find(part.score);
      if (run.setting == setting && score != run.figures.end()) values.push_back(score->second);
    }
    table.add_row({setting, fmt::format("{}", values.size()),
                   values.empty() ? "-" : fmt::format("{:.2f}", spread_of(values).mean)});
  }
  fmt::print("{}\n", table.text());
}

int run(const ExperimentArguments& given) {
  ExperimentArguments arguments = given;
  check_output_name(arguments.setup.output.empty() ? "-" : arguments.setup.output);
  complete(arguments.setup);
  Experiment experiment(arguments.setup);
  if (arguments.dry_run) {
    print_runs(experiment);
    return 0;
  }
  bool complete = true;
  if (!arguments.report) {
    ExperimentDisplay display(experiment, arguments.quiet);
    complete = experiment.run(display.progress());
  }
  const ExperimentResult result = experiment.result();
  const std::string& output = arguments.setup.output;
  fs::create_directories(output);
  write_report(result, output);
  if (arguments.json) {
    fmt::print("{}\n", to_json(result));
  } else {
    for (const PartResult& part : result.parts) print_scores(part);
    fmt::print("report: {}\n", (fs::path(output) / "report.html").string());
  }
  return complete ? 0 : 1;
}

}  // namespace

void add_experiment(Program& program) {
  Command& command = program.add("experiment", kExperimentDescription, kExperimentExamples);
  auto& arguments = command.with<ExperimentArguments>(run);
  ExperimentSetup& setup = arguments.setup;
  constexpr std::uint64_t kMostJobs = 4096;
  add_text(command, "FILE", setup.file, "", "What to run, as TOML").require();
  add_text(command, "-o,--output", setup.output, "OUT",
           "Folder for the runs and the report [the name of FILE without .toml, in the current "
           "folder; with --quick, followed by -quick]");
  add_text(command, "--treebanks", setup.treebanks, "DIR",
           "Where the folders of the treebanks are [the folder of FILE]");
  add_whole(command, "--jobs", setup.jobs, "N", 1, "Number of runs at a time [number of cores]",
            kMostJobs);
  add_flag(command, "--quick", setup.quick,
           "Try it out on the built-in sample treebank, with the options that FILE has for this");
  add_flag(
      command, "--no-models", [&setup] { setup.keep_models = false; },
      "Remove the model of each run once the test data is parsed");
  add_flag(command, "--report", arguments.report, "Run nothing; report on the runs that are done");
  add_flag(command, "--dry-run", arguments.dry_run, "Run nothing; print the commands of all runs")
      .exclude({"--report"});
  add_flag(command, "--json", arguments.json, "Print the results as JSON");
  add_flag(command, "-q,--quiet", arguments.quiet, "Print no progress, only results and errors");
}

}  // namespace panarc::cli
