#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "feature/embeddings.h"
#include "model/model.h"
#include "panarc/scheme.h"
#include "scorer/network/network_learner.h"
#include "train/options.h"

namespace panarc {

/// Everything about a training: TrainOptions with all defaults resolved.
struct TrainingPlan {
  ModelOptions model;
  /// Default: as in the training data (Corpus::has_single_roots).
  std::optional<bool> single_root;
  Strategy strategy;
  CostMethod cost = CostMethod::kExact;
  std::optional<SwapOracle> swap_oracle;
  LossOptions loss;
  /// For a network; its seed is that of the plan.
  NetworkTraining network;

  int epochs = 30;
  /// Stop after this many epochs without a better score on the development set; 0 is never.
  int patience = 5;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  /// Number of sentences decoded with the same weights, which they then change together, in order
  /// (Zhao & Huang 2013). This makes the result independent of the number of threads. With 1, every
  /// update takes effect at once, before the next one of its sentence. 0 is default_batch().
  std::size_t batch = 0;
  /// For a scorer that learns from batches: batches of about this many words instead; 0 lets
  /// batch_words() choose.
  std::size_t batch_words = 0;
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
  /// Words that occur no more often than this ...
  int rare_count = 1;
  /// ... are treated as unknown with this probability in training.
  double rare_rate = 0.5;
  /// Weights no larger than this are left out of the model.
  float prune = 0;
  /// Features whose weights were changed less often are left out of the model.
  int min_changes = 0;
  /// Word vectors, which templates may use. Default: those of `from`.
  std::shared_ptr<const Embeddings> embeddings;

  /// Start from the weights of this model. Systems and labels must fit.
  std::shared_ptr<const Model> from;
  /// Where to save the state of the training after epochs, so that it can resume after an
  /// interruption. Empty: nowhere. Remove the file once the model is safely stored.
  std::string checkpoint;
  /// Minimum time between checkpoints.
  double checkpoint_seconds = 30;
  /// Also leave one at the end.
  bool checkpoint_at_end = false;
  /// Resume from the checkpoint, if there is one. It must be of the same data and options.
  bool resume = false;
  std::stop_token stop;
  /// Measure the effects of updates and of the chosen configurations.
  bool diagnose = false;
  /// What somebody who chose these options should know.
  std::vector<std::string> warnings;
};

/// The default templates for a system, as text: as used by the plans below.
std::string default_features(std::string_view system, bool fast);

/// The batch size for this many training sentences. Few sentences need small batches, so that the
/// weights change often enough; many can keep more threads busy.
std::size_t default_batch(std::size_t sentences);
/// The number of sentences in a batch, depending on the scorer; 0: batches have a number of words.
/// A batch may be larger than the training data: a batch of 1 is another way to learn.
std::size_t batch_size(const TrainingPlan& plan, std::size_t sentences);

/// The number of words in a batch for this many words of training data, depending on the scorer; 0:
/// batches have a number of sentences.
std::size_t batch_words(const TrainingPlan& plan, std::size_t words);

/// The default plan: a parser with high accuracy (see docs/results.md).
TrainingPlan default_plan();
/// The same for a fast greedy parser.
TrainingPlan fast_plan();
/// The default plan for a kind of network.
TrainingPlan network_plan(ScorerKind scorer);

}  // namespace panarc
