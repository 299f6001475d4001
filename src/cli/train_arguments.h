#pragma once

#include <string>
#include <vector>

#include "cli/app.h"
#include "cli/treebank_options.h"
#include "panarc/choices.h"
#include "panarc/ensemble.h"
#include "panarc/train.h"

namespace panarc::cli {

/// What was said on the command line of `panarc train`.
struct TrainArguments {
  TrainingTask task = TrainingTask::kParse;
  std::vector<std::string> files;
  std::vector<std::string> references;
  std::string dev;
  std::string output;
  std::string from;
  std::string log;
  /// The members of an ensemble, as text; and models that become one.
  std::string ensemble;
  bool accurate = false;
  [[nodiscard]] std::string members() const { return accurate ? "accurate" : ensemble; }
  std::vector<std::string> combine;
  CombineOptions votes;
  /// A segmenter and a tagger as well; and what is to be said of the model.
  bool pipeline = false;
  std::optional<ScorerKind> tagger;
  std::string test;
  std::string about;
  std::string licence;
  /// Tags are predicted before training, by taggers of so many parts.
  std::optional<std::size_t> jackknife;
  bool force = false;
  bool json = false;
  TreebankOptions treebank;
  TrainOptions options;
};

/// What a training can be told: all options but the files that it reads and writes.
void add_training_arguments(Command& command, TrainOptions& options, TreebankOptions& treebank);

void add_train_arguments(Command& command, TrainArguments& arguments);

/// The argument that sets an option, which is named like the member of TrainOptions.
std::string argument_of(const std::string& option);

/// For the help: the parts that each strategy stands for, one strategy per line.
std::string strategy_help();

}  // namespace panarc::cli
