#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cli/train_arguments.h"
#include "panarc/sentence.h"

namespace panarc::cli {

std::vector<Sentence> read_training(const TrainArguments& arguments);
std::vector<Sentence> read_dev(const TrainArguments& arguments);
/// What is scored, all of it; nothing if there is no file.
std::vector<Sentence> read_scored(const TrainArguments& arguments, const std::string& file);
/// Replaces tags and lemmas by predicted ones, if that is asked for.
void predict_tags(const TrainArguments& arguments, std::vector<Sentence>& training,
                  std::vector<Sentence>& dev);

/// Beside the model; nowhere if that is a device.
std::string checkpoint_of(const std::string& output);
/// Removes what nobody needs any more once the model is written.
void remove_checkpoints(const std::vector<std::string>& checkpoints);
/// Of a file that was just written; 0 if that is not known.
std::uint64_t size_of(const std::string& path);

// They throw UsageError, for what would be known only when the training is over.

void check_inputs(const TrainArguments& arguments);
void check_options(const TrainArguments& arguments);
/// `checkpoints` may be worth hours, and are not to be lost.
void check_output(const TrainArguments& arguments, const std::vector<std::string>& checkpoints);

/// What one who starts such a training should know, but need not stop for.
void print_notes(const TrainArguments& arguments, const std::vector<std::string>& checkpoints);

}  // namespace panarc::cli
