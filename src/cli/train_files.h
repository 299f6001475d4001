#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/train_arguments.h"
#include "panarc/treebank.h"

namespace panarc::cli {

std::vector<Sentence> read_training(const TrainArguments& arguments);
std::vector<Sentence> read_dev(const TrainArguments& arguments);
/// All sentences of a treebank to be scored on; none if there is no file.
std::vector<Sentence> read_scored(const TrainArguments& arguments, const std::string& file);

/// The checkpoint's path, next to the model; empty if that is a device.
std::string checkpoint_of(const std::string& output);
/// The checkpoint of a single model, if it has one.
std::vector<std::string> checkpoints_of(const TrainOptions& options);
/// Removes checkpoints that are no longer needed once the model is written.
void remove_checkpoints(const std::vector<std::string>& checkpoints);
/// The size of a file that was just written; 0 if it is not known.
std::uint64_t size_of(const std::string& path);

// These throw UsageError for problems that would otherwise show only when training is over.

void check_inputs(const TrainArguments& arguments);
/// `checkpoints` may represent hours of work, and must not be lost.
void check_output(const TrainArguments& arguments, const std::vector<std::string>& checkpoints);

/// Prints what users should know about a training, but need not stop for.
void print_notes(const TrainArguments& arguments, const std::vector<std::string>& checkpoints);

}  // namespace panarc::cli
