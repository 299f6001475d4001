#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "experiment/plan.h"

namespace panarc {

// Files in the folder of a run.
inline constexpr const char* kModelFile = "model";
inline constexpr const char* kCheckpointFile = "model.checkpoint";
inline constexpr const char* kEpochsFile = "epochs.jsonl";
inline constexpr const char* kParsedFile = "parsed.conllu";
inline constexpr const char* kScoresFile = "scores.json";
inline constexpr const char* kTestFile = "test.conllu";
inline constexpr const char* kTrainLog = "train.log";
inline constexpr const char* kParseLog = "parse.log";

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

}  // namespace panarc
