#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiment/experiment_file.h"
#include "experiment/treebank_files.h"
#include "panarc/experiment.h"

namespace panarc {

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
