#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "feature/embeddings.h"
#include "model/model.h"
#include "panarc/scheme.h"
#include "scorer/network/network_learner.h"
#include "train/options.h"

namespace panarc {

/// All that a training does, decided: what TrainOptions come to.
struct TrainingPlan {
  ModelOptions model;
  /// Otherwise as the training data has it (Corpus::has_single_roots).
  std::optional<bool> single_root;
  Strategy strategy;
  CostMethod cost = CostMethod::kExact;
  std::optional<SwapOracle> swap_oracle;
  LossOptions loss;
  /// Of a network; its seed is that of the plan.
  NetworkTraining network;

  int epochs = 30;
  /// Stop after so many epochs without a better score on the development set; 0 is never.
  int patience = 5;
  std::uint64_t seed = 1;
  std::size_t threads = 1;
  /// Sentences that are decoded with the same weights, and then change them together, in order
  /// (Zhao & Huang 2013). It makes the outcome the same whatever the number of threads. With 1,
  /// every update takes effect at once, before the next one of its sentence. 0 is default_batch().
  std::size_t batch = 0;
  /// Batches of about so many words instead, of a scorer that learns from batches; 0 is
  /// default_batch_words().
  std::size_t batch_words = 0;
  /// Tags are chosen while trees are built. Those of the model are what the training data has.
  bool joint = false;
  /// Marks of constraints in the training data say what is known, beside HEAD and DEPREL.
  bool constraints = false;
  /// Trees that these rules make of a sentence are as right as its own.
  std::vector<Scheme> schemes;
  /// Every time that a sentence is seen, only so much of what is known of its words is used: a
  /// share of them up to 1, a number of words above 1.
  double keep_arcs = 1;
  /// The largest share of the heads of a sentence that are given beforehand.
  double given = 0;
  /// Words that occur no more often than this ...
  int rare_count = 1;
  /// ... are treated as unknown with this probability in training.
  double rare_rate = 0.5;
  /// Weights that are not larger than this are left out of the model.
  float prune = 0;
  /// Features whose weights were changed less often are left out of the model.
  int min_changes = 0;
  /// The vectors of words, which templates may ask for. Where there are none, those of `from`.
  std::shared_ptr<const Embeddings> embeddings;

  /// Training begins with the weights of this model instead of none. Systems and labels must fit.
  std::shared_ptr<const Model> from;
  /// Where the state of the training is kept after epochs, so that it can go on after an
  /// interruption. Empty: nowhere. To be removed once the model is in a safe place.
  std::string checkpoint;
  /// Not more often than this.
  double checkpoint_seconds = 30;
  /// Leave one at the end, too.
  bool checkpoint_at_end = false;
  /// Go on from the checkpoint, if there is one. It must be of the same data and options.
  bool resume = false;
  /// Measure what updates and the choice of configurations do.
  bool diagnose = false;
};

/// The text of the templates for a system: what the two below have for their own.
std::string default_features(std::string_view system, bool fast);

/// The size of batches for so many training sentences. Few sentences need small ones, so that the
/// weights change often enough; many can keep more threads at work.
std::size_t default_batch(std::size_t sentences);
/// The size that batches of a plan have.
std::size_t batch_size(const TrainingPlan& plan, std::size_t sentences);

/// The words of a batch for so many words of training data, by the scorer; 0: batches have a number
/// of sentences.
std::size_t batch_words(const TrainingPlan& plan, std::size_t words);

/// What training does unless told otherwise: a parser of high accuracy (see docs/results.md).
TrainingPlan default_plan();
/// The same for a greedy parser of the highest speed.
TrainingPlan fast_plan();
/// What training a network does, of one kind or the other.
TrainingPlan network_plan(ScorerKind scorer);

}  // namespace panarc
