#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "panarc/choices.h"
#include "panarc/error.h"
#include "panarc/evaluate.h"
#include "panarc/parser.h"
#include "panarc/scheme.h"
#include "panarc/sentence.h"
#include "panarc/strategy.h"

/// Training a parser:
///
///     panarc::TrainOptions options;
///     options.system = "arc-hybrid";
///     const panarc::TrainResult result = panarc::train(training, dev, options);
///     result.parser.save("my.model");

namespace panarc {

/// What a training is to do. Everything has a default, which depends on the rest: on the system, on
/// the strategy, on the parser to begin with. The same data, options and seed give the same model,
/// byte for byte, whatever the number of threads.
struct TrainOptions {
  /// Train a greedy parser of the highest speed, not one of the best scores.
  bool fast = false;
  /// Choose the tags of words while their trees are built: train_joint() trains such a parser.
  bool joint = false;
  /// Begin with the weights and options of this parser.
  std::optional<Parser> from;

  /// What gives scores; the defaults of all other options depend on it.
  std::optional<ScorerKind> scorer;

  // The parser.
  std::optional<std::string> system;
  std::optional<RootPosition> root;
  /// In which order words are read; ROOT stands first or last in that order.
  std::optional<Direction> direction;
  /// Exactly one word under ROOT, or any number; otherwise as in the training data.
  std::optional<bool> single_root;
  /// The longest arc of the span systems.
  std::optional<int> span;
  std::optional<LabelMode> labels;
  std::optional<std::size_t> beam;
  /// The name of built-in templates, or a file of templates.
  std::optional<std::string> features;
  /// A file of word vectors, for templates that ask for them.
  std::optional<std::string> embeddings;
  /// No templates that look at words; or, from a parser that was trained so, with them again.
  std::optional<bool> delexicalized;
  std::optional<PseudoProjective> pseudo_projective;

  // The strategy, by name, and parts that replace those of its.
  std::optional<std::string> strategy;
  std::optional<Strategy::Reference> oracle;
  std::optional<SwapOracle> swap_oracle;
  std::optional<CostMethod> cost;
  std::optional<Strategy::Violation> violation;
  std::optional<bool> restart;
  std::optional<EpochRates> explore;
  std::optional<int> explore_after;
  std::optional<Strategy::Positive> positive;
  std::optional<Strategy::Negative> negative;
  std::optional<int> time_limit;
  std::optional<int> reset_every;

  // Learning.
  std::optional<LossKind> loss;
  std::optional<double> aggressiveness;
  /// Updates weigh as much as what is wrong costs.
  bool cost_sensitive = false;
  std::optional<int> epochs;
  std::optional<int> patience;
  std::optional<std::uint64_t> seed;
  /// All cores, unless said otherwise.
  std::optional<std::size_t> threads;
  /// Sentences that are parsed with the same weights; 4 to 16, by the size of the training data.
  std::optional<std::size_t> batch;
  /// Of a network: words of a batch, after which its parameters change; 500 to 2000, of a
  /// feed-forward one 400 to 1000, by the size of the training data.
  std::optional<std::size_t> batch_words;
  /// Of a network: the share of its units that is dropped at a time, and the size of its steps.
  std::optional<double> dropout;
  std::optional<double> rate;
  /// Of a network: how many layers read the words, and how many units of each in either direction;
  /// of a feed-forward one, how many units see a state.
  std::optional<std::size_t> layers;
  std::optional<std::size_t> units;
  /// Learn also from what is marked as known in MISC (see KnownFrom): sides, choices of heads and
  /// labels, forbidden heads, spans.
  bool constraints = false;
  /// What these rules make of the trees is as right as the trees are, at each place by itself: a
  /// parse may follow either (see references.h).
  std::vector<Scheme> schemes;
  /// Every time that a sentence is seen, use only a share of what is known of its words, drawn at
  /// random; above 1, what is known of so many words.
  std::optional<double> keep_arcs;
  /// Each time that a sentence is seen, a share of its heads up to this is given beforehand, and
  /// templates are added that ask what is given (`s0.given`): for parsing under constraints.
  std::optional<double> given;
  std::optional<int> rare_count;
  std::optional<double> rare_rate;
  std::optional<float> prune;
  std::optional<int> min_changes;

  /// Where the state of the training is kept from time to time, so that it can go on after an
  /// interruption. Empty: nowhere. To be removed once the model is in a safe place.
  std::string checkpoint;
  /// Leave a checkpoint of the finished training as well, from which the same one takes no time.
  bool checkpoint_at_end = false;
  /// Go on from the checkpoint, if there is one. It must be of the same data and options.
  bool resume = false;

  /// Measure, at a cost, what updates and the choice of configurations do (TrainingCounts::lowered,
  /// EpochReport::divergence). Needs a batch of 1. The parser is the same.
  bool diagnose = false;
};

/// Options that make no sense, by themselves or together.
class OptionError : public Error {
 public:
  /// `option` is the name of a member of TrainOptions.
  OptionError(std::string option, const std::string& message)
      : Error(message), option_(std::move(option)) {}

  [[nodiscard]] const std::string& option() const { return option_; }

 private:
  std::string option_;
};

struct TrainingPlan;
struct TrainProgress;
struct RightTags;

/// Options that make sense, with the contents of the files that they name. Throws OptionError, and
/// Error for such a file; what is checked before any data is read need not be checked again.
class CheckedOptions {
 public:
  CheckedOptions() : CheckedOptions(TrainOptions{}) {}
  // NOLINTNEXTLINE(google-explicit-constructor): options can be given as they are
  CheckedOptions(const TrainOptions& options);

  [[nodiscard]] const TrainOptions& said() const { return said_; }

 private:
  friend struct TrainResult train(std::vector<Sentence> training, std::vector<Sentence> dev,
                                  const CheckedOptions& options, const TrainProgress& progress);
  friend struct TrainResult train_with_tags(std::vector<Sentence> training,
                                            std::vector<Sentence> dev,
                                            const CheckedOptions& options,
                                            const TrainProgress& progress, RightTags tags);

  TrainOptions said_;
  std::shared_ptr<const TrainingPlan> plan_;
};

/// What the options come to when nothing else is said: for help texts.
struct TrainDefaults {
  std::string system;
  std::size_t beam = 0;
  LossKind loss = LossKind::kPerceptron;
  double aggressiveness = 0;
  int epochs = 0;
  int patience = 0;
  std::uint64_t seed = 0;
  int rare_count = 0;
  double rare_rate = 0;
  float prune = 0;
  int min_changes = 0;
  LabelMode labels = LabelMode::kJoint;
};
TrainDefaults train_defaults();

/// The names of transition systems, and of the templates that are built in.
std::vector<std::string> system_name_list();
std::vector<std::string> template_names();

/// What training on sentences found; counts of several add up.
struct TrainingCounts {
  std::uint64_t sentences = 0;
  std::uint64_t transitions = 0;  ///< of the best hypotheses
  std::uint64_t updates = 0;
  std::uint64_t label_updates = 0;  ///< of labels by themselves, in parallel mode
  std::uint64_t completed = 0;      ///< sentences whose derivation was followed to its end
  /// Sum over sentences: the share of a derivation, 0 to 1, up to where updates or what was
  /// followed have come.
  double used = 0;
  double loss = 0;  ///< by how much negatives exceeded positives
  /// Choices between references in completed sentences, and how often the derivation came to
  /// another than the first.
  std::uint64_t choices = 0;
  std::uint64_t alternatives = 0;
  /// With TrainOptions::diagnose: updates before and after which the sentence was parsed, and how
  /// many of them left it with fewer right heads.
  std::uint64_t measured = 0;
  std::uint64_t lowered = 0;

  void add(const TrainingCounts& other);
};

/// What an epoch did.
struct EpochReport {
  int epoch = 0;
  TrainingCounts counts;
  double train_seconds = 0;
  double total_seconds = 0;
  double cpu_seconds = 0;  ///< that all threads have spent on processors so far
  std::size_t features = 0;
  std::optional<Scores> dev;
  bool tagged = false;  ///< the parser chooses tags, and so the scores have UPOS
  /// With TrainOptions::diagnose and development data: the Kullback-Leibler divergence, in nats, of
  /// the features seen in the epoch from those that its parser sees in the development data.
  std::optional<double> divergence;
  /// What epochs are compared by.
  double value = 0;
  bool best = false;
  /// From a checkpoint: it was not trained in this run.
  bool resumed = false;
};

/// The same as a JSON object.
std::string to_json(const EpochReport& report);

/// What the caller is told while training, in the thread that called; those that are empty are left
/// out. An exception that one of them throws ends the training.
struct TrainProgress {
  std::function<void(int epoch)> on_epoch_begin;
  /// Before and after the work on a sentence, by its number among the training sentences. The
  /// sentences of a batch are worked on together: first all of them begin, then all have ended.
  std::function<void(int epoch, std::size_t sentence)> on_sentence_begin;
  std::function<void(int epoch, std::size_t sentence, const TrainingCounts& counts)>
      on_sentence_end;
  /// Sentences of the epoch that are done, and all of them.
  std::function<void(int epoch, std::size_t done, std::size_t sentences)> on_batch;
  std::function<void(const EpochReport&)> on_epoch;
  /// Something that one should know of, though training goes on: a checkpoint that cannot be
  /// written, sentences that were left out.
  std::function<void(const std::string& message)> on_warning;
};

struct TrainResult {
  Parser parser;
  std::vector<EpochReport> epochs;

  /// The epoch that the parser is of.
  [[nodiscard]] const EpochReport& best() const;
};

/// Trains a parser; that of the best epoch on `dev`, or of the last if there is none. A sentence
/// may be followed by further references of it (see take_references()). Sentences of which some
/// heads are missing are learnt from as far as they go, by costs where a static oracle has no
/// answer. Throws Error, with its place, for data that cannot be trained on, and OptionError.
TrainResult train(std::vector<Sentence> training, std::vector<Sentence> dev,
                  const CheckedOptions& options = {}, const TrainProgress& progress = {});

}  // namespace panarc
