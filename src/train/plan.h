#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "feature/embeddings.h"
#include "model/model.h"
#include "panarc/options.h"
#include "panarc/scheme.h"
#include "panarc/treebank.h"
#include "scorer/linear/frozen_table.h"
#include "scorer/network/network_learner.h"
#include "train/loop.h"
#include "train/options.h"

namespace panarc {

/// What can be trained, as far as the defaults of options and their users differ.
enum class Trained : std::uint8_t {
  kLinear,
  kFast,  ///< a linear parser for speed
  kFeedForward,
  kRecurrent,
  kLinearTagger,
  kNetworkTagger,
  kSegmenter,
};

/// What the options ask for, if it is a parser.
Trained trained_parser(const TrainOptions& options);

/// Everything about a training: TrainOptions with all defaults resolved. These come from the table
/// of options (train_options.cc); a batch of 0 sentences or words stands for a size that depends on
/// the data (set_batches()).
struct TrainingPlan : LoopOptions {
  Trained trained = Trained::kLinear;
  /// A tagger uses only the templates and the beam.
  ModelOptions model;
  /// Default: as in the training data (Corpus::has_single_roots).
  std::optional<bool> single_root;
  Strategy strategy;
  CostMethod cost = CostMethod::kExact;
  std::optional<SwapOracle> swap_oracle;
  LossOptions loss;
  /// For a network; its seed is that of the plan.
  NetworkTraining network;

  /// Choose tags while building trees. The model's tags are those in the training data.
  bool joint = false;
  /// Constraint marks in the training data add to what is known from HEAD and DEPREL.
  bool constraints = false;
  /// Trees made by these rules are as correct as the original ones.
  std::vector<Scheme> schemes;
  /// Each time a sentence is seen, how much of what is known about its words is used: a share of
  /// the words up to 1, a number of words above 1.
  double keep_arcs = 1;
  /// The largest share of the heads of a sentence that are given beforehand.
  double given = 0;
  /// The most times that a rare word occurs.
  int rare_count = 0;
  /// The probability that a rare word is treated as unknown in training.
  double rare_rate = 0;
  /// What is left out of a linear model.
  FreezeOptions freeze;
  /// Word vectors, which templates may use. Default: those of `from`.
  std::shared_ptr<const Embeddings> embeddings;

  /// Start from the weights of this model. Systems and labels must fit.
  std::shared_ptr<const Model> from;
  /// Measure the effects of updates and of the chosen configurations.
  bool diagnose = false;
  /// What somebody who chose these options should know.
  std::vector<std::string> warnings;
};

/// The plan for which no option says anything.
TrainingPlan standard_plan(Trained trained);

/// The default templates for a system, as text.
std::string default_features(std::string_view system, bool fast);

/// The batch size for this many training sentences. Few sentences need small batches, so that the
/// weights change often enough; many can keep more threads busy.
std::size_t default_batch(std::size_t sentences);

/// Decides how large batches are, unless the plan says it: a linear scorer learns from a number of
/// sentences, a network from a number of words. A batch may be larger than the training data: with
/// one of 1, every update takes effect at once, before the next one of its sentence.
void set_batches(std::span<const Sentence> training, TrainingPlan& plan);

}  // namespace panarc
