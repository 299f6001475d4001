#pragma once

#include <CLI/CLI.hpp>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/treebank_options.h"
#include "train/trainer.h"

namespace panarc::cli {

/// What was said on the command line of `panarc train`; what was not said is missing.
struct TrainArguments {
  std::vector<std::string> files;
  std::string dev;
  std::string output;
  std::string from;
  bool resume = false;
  bool fast = false;
  bool json = false;
  TreebankOptions treebank;

  // The parser.
  std::optional<std::string> system;
  std::optional<RootPosition> root;
  bool single_root = false;
  bool several_roots = false;
  std::optional<int> span;
  std::optional<LabelMode> labels;
  std::optional<std::size_t> beam;
  std::optional<std::string> features;
  std::string embeddings;
  bool delexicalized = false;
  bool lexicalized = false;
  std::optional<PseudoProjective> pseudo_projective;

  // The strategy.
  std::optional<std::string> strategy;
  std::optional<Strategy::Reference> oracle;
  std::optional<SwapOracle> swap_oracle;
  std::optional<CostMethod> cost;
  std::optional<Strategy::Violation> violation;
  bool restart = false;
  bool no_restart = false;
  std::optional<double> explore;
  std::optional<int> explore_after;
  std::optional<Strategy::Positive> positive;
  std::optional<Strategy::Negative> negative;
  std::optional<int> time_limit;
  std::optional<int> reset_every;

  // Learning.
  std::optional<LossKind> learner;
  std::optional<double> aggressiveness;
  std::optional<int> epochs;
  std::optional<int> patience;
  std::optional<std::uint64_t> seed;
  std::optional<std::size_t> threads;
  std::optional<std::size_t> batch;
  std::optional<int> rare_count;
  std::optional<double> rare_rate;
  std::optional<float> prune;
  std::optional<int> min_changes;
};

void add_train_arguments(CLI::App& command, TrainArguments& arguments);

/// For the help: the parts that each strategy stands for, a line each.
std::string strategy_help();

// The names of values, as they are given and as they are told.
const Choices<RootPosition>& root_positions();
const Choices<LabelMode>& label_modes();
const Choices<PseudoProjective>& pseudo_projective_schemes();
const Choices<Strategy::Reference>& oracles();
const Choices<SwapOracle>& swap_oracles();
const Choices<CostMethod>& cost_methods();
const Choices<Strategy::Violation>& violations();
const Choices<Strategy::Positive>& positives();
const Choices<Strategy::Negative>& negatives();
const Choices<LossKind>& learners();

}  // namespace panarc::cli
