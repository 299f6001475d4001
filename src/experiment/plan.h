#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/experiment_file.h"
#include "panarc/experiment.h"

namespace panarc {

/// The built-in treebank.
inline constexpr const char* kSampleTreebank = "sample";

/// The parts of a treebank: `train`, `dev`, `test`.
using TreebankParts = std::map<std::string, std::string>;

/// Finds the files of a treebank: in the folder DIRECTORY/NAME, the one named `train.conllu` or
/// ending in `-train.conllu`, and so on; `.gz` and `.zst` may follow. Throws Error if there is no
/// such folder, or several such files; parts may be missing.
TreebankParts find_treebank(const std::string& directory, const std::string& name);

/// Writes the sample treebank to a folder, unless it is there.
void write_sample(const std::string& folder);
std::string_view sample_bytes(std::string_view part);
/// Where write_sample() puts the files of the sample treebank.
TreebankParts sample_parts(const std::string& folder);

// Files in the folder of a run.
inline constexpr const char* kModelFile = "model";
inline constexpr const char* kCheckpointFile = "model.checkpoint";
inline constexpr const char* kEpochsFile = "epochs.jsonl";
inline constexpr const char* kParsedFile = "parsed.conllu";
inline constexpr const char* kScoresFile = "scores.json";
inline constexpr const char* kTestFile = "test.conllu";
inline constexpr const char* kTrainLog = "train.log";
inline constexpr const char* kParseLog = "parse.log";

/// A command of a run.
struct RunStep {
  std::string name;
  /// The arguments of `panarc`.
  std::vector<std::string> words;
  /// The file in the run's folder for standard output.
  std::string output;
  /// Other files in the run's folder that it makes.
  std::vector<std::string> products;
};

/// What a run depends on.
struct RunInput {
  PartCommand command = PartCommand::kTrain;
  ExperimentOptions options;
  /// Options of `convert` for making the test data; none: use them unchanged.
  ExperimentOptions test;
  TreebankParts treebank;
  std::uint64_t seed = 1;
  std::string folder;
};

/// The commands of a run.
std::vector<RunStep> steps_of(const RunInput& input);

/// What the parses of a run are compared with.
std::string gold_of(const RunInput& input);

/// The parts of a treebank that a command needs.
std::vector<std::string> needed_parts(PartCommand command);

/// Options that must not be set in an experiment's file, since runs set them.
std::vector<std::string> reserved_options(PartCommand command);

/// A run and its steps.
struct Run {
  PlannedRun planned;
  PartCommand command = PartCommand::kTrain;
  std::vector<RunStep> steps;
  /// A hash of its commands, its data and the version of panarc. If it changes, the run is
  /// repeated.
  std::string fingerprint;
  /// What its parses are compared with; empty if there are none.
  std::string gold;
  double training_bytes = 0;
};

/// A run as part of a part.
struct PartRun {
  std::string setting;
  std::string treebank;
  std::uint64_t seed = 1;
  std::size_t run = 0;  ///< index in the runs of the plan
};

struct Plan {
  /// Where the sample treebank will be, if it is used.
  std::string sample;
  std::vector<Run> runs;
  /// The runs of each part of the file.
  std::vector<std::vector<PartRun>> parts;
};

/// The folder of runs in the output of an experiment.
std::string folder_of_runs(const std::string& output);

/// Plans the runs of an experiment, checks their options, and finds their folders. A folder belongs
/// to commands, whatever the name of the setting or the part. Throws Error.
Plan plan_runs(const ExperimentFile& file, const ExperimentSetup& setup);

}  // namespace panarc
