#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "experiment/experiment_file.h"
#include "experiment/treebank_files.h"
#include "panarc/experiment_runner.h"

namespace panarc {

/// A command of a run.
struct RunStep {
  std::string name;
  /// The arguments of `panarc`.
  std::vector<std::string> words;
  /// The file of the run's folder that standard output is written to.
  std::string output;
  /// The files of the run's folder that it makes besides.
  std::vector<std::string> products;
};

/// A run, and what it is made of.
struct Run {
  PlannedRun planned;
  PartCommand command = PartCommand::kTrain;
  std::vector<RunStep> steps;
  /// Of its commands, its data and the version of panarc. What was run with another is run again.
  std::string fingerprint;
  /// What its parses are compared with; empty if there are none.
  std::string gold;
  double training_bytes = 0;
};

/// A run as a part sees it.
struct PartRun {
  std::string setting;
  std::string treebank;
  std::uint64_t seed = 1;
  std::size_t run = 0;  ///< among the runs of the plan
};

struct Plan {
  /// Where the sample treebank is to be, if it is used.
  std::string sample;
  std::vector<Run> runs;
  /// One list per part of the file.
  std::vector<std::vector<PartRun>> parts;
};

/// The folder of runs below the output of an experiment.
std::string folder_of_runs(const std::string& output);

/// Plans the runs of an experiment, checks their options, and finds their folders: a folder belongs
/// to commands, whatever the setting is called, or which part it is of. Throws Error.
Plan plan_runs(const ExperimentFile& file, const ExperimentSetup& setup);

}  // namespace panarc
