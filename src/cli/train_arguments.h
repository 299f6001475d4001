#pragma once

#include <cstddef>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "cli/app.h"
#include "cli/treebank_options.h"
#include "panarc/choices.h"
#include "panarc/train.h"

namespace panarc::cli {

/// The command line of `panarc train`.
struct TrainArguments {
  TrainingTask task = TrainingTask::kParse;
  std::vector<std::string> files;
  std::vector<std::string> references;
  std::string dev;
  std::string output;
  std::string from;
  std::string log;
  /// The models to combine into one, if nothing is trained.
  std::vector<std::string> models;
  /// The members of an ensemble, as text.
  std::string ensemble;
  bool accurate = false;
  [[nodiscard]] std::string members() const { return accurate ? "accurate" : ensemble; }
  CombineOptions votes;
  /// Whether to train a segmenter and a tagger as well; and what goes into the card.
  bool pipeline = false;
  std::optional<ScorerKind> tagger;
  std::string test;
  std::string about;
  std::string licence;
  /// Into how many parts TRAIN is divided to predict its tags, if given.
  std::optional<std::size_t> jackknife;
  bool force = false;
  bool json = false;
  TreebankOptions treebank;
  TrainOptions options;
  /// Stops the training that has these options.
  std::stop_source stop;
};

/// All options of training except the files that it reads and writes.
void add_training_arguments(Command& command, TrainOptions& options, TreebankOptions& treebank);

void add_train_arguments(Command& command, TrainArguments& arguments);

/// How treebanks are read.
void add_treebank_arguments(Command& command, TreebankOptions& options);
/// How members vote; and what becomes of the output.
void add_vote_arguments(Command& command, CombineOptions& votes);
void add_log_arguments(Command& command, TrainArguments& arguments);

/// The argument that sets an option, which is named like the member of TrainOptions.
std::string argument_of(const std::string& option);

/// Reports errors in options under the names of their arguments.
template <class Action>
void with_argument_names(Action&& action) {
  try {
    action();
  } catch (const OptionError& error) {
    throw UsageError(argument_of(error.option()), error.message());
  }
}

/// For the help: the parts that each strategy stands for, one strategy per line.
std::string strategy_help();

}  // namespace panarc::cli
