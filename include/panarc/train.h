#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
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

/// Options of a training. Everything has a default, which may depend on the system, the strategy,
/// and the parser to start from. The same data, options and seed give the same model, byte for
/// byte, for any number of threads.
struct TrainOptions {
  /// Train a greedy parser for speed rather than for accuracy.
  bool fast = false;
  /// Choose the tags of words while building the tree: train_joint() trains such a parser.
  bool joint = false;
  /// Start from the weights and options of this parser.
  std::optional<Parser> from;

  /// What scores transitions; the defaults of all other options depend on it.
  std::optional<ScorerKind> scorer;

  // The parser.
  std::optional<std::string> system;
  std::optional<RootPosition> root;
  /// The order in which words are read; ROOT is first or last in that order.
  std::optional<Direction> direction;
  /// Exactly one word under ROOT, or any number. Default: as in the training data.
  std::optional<bool> single_root;
  /// The longest arc of the span systems.
  std::optional<int> span;
  std::optional<LabelMode> labels;
  std::optional<std::size_t> beam;
  /// The name of built-in templates, or a file of templates.
  std::optional<std::string> features;
  /// A file of word vectors, for templates that use them.
  std::optional<std::string> embeddings;
  /// No templates that look at words; or, starting from a parser trained that way, with them again.
  std::optional<bool> delexicalized;
  std::optional<PseudoProjective> pseudo_projective;

  // The strategy, by name, and options that replace parts of it.
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
  /// Scale updates by the cost of the error.
  bool cost_sensitive = false;
  std::optional<int> epochs;
  std::optional<int> patience;
  std::optional<std::uint64_t> seed;
  /// Default: all cores.
  std::optional<std::size_t> threads;
  /// Sentences parsed with the same weights. Default: 4 to 16, by the size of the training data.
  std::optional<std::size_t> batch;
  /// For a network: the number of words after which its parameters are updated. Default: 500 to
  /// 2000 (feed-forward: 400 to 1000), depending on the size of the training data.
  std::optional<std::size_t> batch_words;
  /// For a network: the share of units dropped at a time, and the learning rate.
  std::optional<double> dropout;
  std::optional<double> rate;
  /// For a recurrent network: the number of layers that read the words, and of units in each
  /// direction of a layer. For a feed-forward one: the number of hidden units.
  std::optional<std::size_t> layers;
  std::optional<std::size_t> units;
  /// Learn from what is marked as known in MISC (see KnownFrom): sides, choices of heads and
  /// labels, forbidden heads, spans.
  bool constraints = false;
  /// Trees changed by these rules are as correct as the original ones, at each place independently:
  /// a parse may follow either (see references.h).
  std::vector<Scheme> schemes;
  /// Each time a sentence is seen, use only this share of what is known about its words, drawn at
  /// random; if above 1, what is known about this many words.
  std::optional<double> keep_arcs;
  /// Each time a sentence is seen, up to this share of its heads is given beforehand, and templates
  /// are added that ask what is given (`s0.given`): for parsing under constraints.
  std::optional<double> given;
  std::optional<int> rare_count;
  std::optional<double> rare_rate;
  std::optional<float> prune;
  std::optional<int> min_changes;

  /// Where to save the state of the training from time to time, so that it can resume after an
  /// interruption. Empty: nowhere. Remove the file once the model is safely stored.
  std::string checkpoint;
  /// Leave a checkpoint of the finished training, too, so that repeating it takes no time.
  bool checkpoint_at_end = false;
  /// Resume from the checkpoint, if there is one. It must be of the same data and options.
  bool resume = false;
  /// When a stop is requested, training saves its checkpoint after the current batch, and throws
  /// Stopped.
  std::stop_token stop{};

  /// Measure, at a cost, the effects of updates and of the chosen configurations
  /// (TrainingCounts::lowered, EpochReport::divergence). Needs a batch of 1. Same parser.
  bool diagnose = false;
};

/// Options that are invalid, alone or together.
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

/// Valid options, with the contents of the files that they name. Throws OptionError, and Error for
/// such a file. Checking them before reading any data saves checking them again.
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

/// The defaults, for help texts.
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

/// The names of the transition systems, and of the built-in templates.
std::vector<std::string> system_name_list();
std::vector<std::string> template_names();

/// Statistics of training on sentences; they add up.
struct TrainingCounts {
  std::uint64_t sentences = 0;
  std::uint64_t transitions = 0;  ///< of the best hypotheses
  std::uint64_t updates = 0;
  std::uint64_t label_updates = 0;  ///< of labels alone, in parallel mode
  std::uint64_t completed = 0;      ///< sentences whose derivation was followed to its end
  /// The share of its derivation, 0 to 1, that training on a sentence covered, summed over
  /// sentences.
  double used = 0;
  double loss = 0;  ///< by how much negatives exceeded positives
  /// Choices between references in completed sentences, and how often the derivation chose another
  /// than the first.
  std::uint64_t choices = 0;
  std::uint64_t alternatives = 0;
  /// With TrainOptions::diagnose: the number of updates before and after which the sentence was
  /// parsed, and how many of them left it with fewer right heads.
  std::uint64_t measured = 0;
  std::uint64_t lowered = 0;

  void add(const TrainingCounts& other);
};

/// Report of an epoch.
struct EpochReport {
  int epoch = 0;
  TrainingCounts counts;
  double train_seconds = 0;
  double total_seconds = 0;
  double cpu_seconds = 0;  ///< of all threads, so far
  std::size_t features = 0;
  std::optional<Scores> dev;
  bool tagged = false;  ///< the parser chooses tags, so the scores include UPOS
  /// With TrainOptions::diagnose and development data: the Kullback-Leibler divergence, in nats, of
  /// the features seen in the epoch from those that its parser sees in the development data.
  std::optional<double> divergence;
  /// The score by which epochs are compared.
  double value = 0;
  bool best = false;
  /// Read from a checkpoint, not trained in this run.
  bool resumed = false;
};

/// The report of an epoch as a JSON object.
std::string to_json(const EpochReport& report);

/// Callbacks during training, in the calling thread; empty ones are skipped. An exception from one
/// of them ends the training.
struct TrainProgress {
  std::function<void(int epoch)> on_epoch_begin;
  /// Before and after the work on a sentence, given its index in the training data. The sentences
  /// of a batch are processed together: first all of them begin, then all end.
  std::function<void(int epoch, std::size_t sentence)> on_sentence_begin;
  std::function<void(int epoch, std::size_t sentence, const TrainingCounts& counts)>
      on_sentence_end;
  /// How many sentences of the epoch are done, and how many there are.
  std::function<void(int epoch, std::size_t done, std::size_t sentences)> on_batch;
  std::function<void(const EpochReport&)> on_epoch;
  /// Something worth knowing that does not stop the training: a checkpoint that cannot be written,
  /// sentences that were left out, options that hardly go together.
  std::function<void(const std::string& message)> on_warning;
};

struct TrainResult {
  Parser parser;
  std::vector<EpochReport> epochs;

  /// The epoch that the parser comes from.
  [[nodiscard]] const EpochReport& best() const;
};

/// Trains a parser. The result is from the best epoch on `dev`, or the last if there is none. A
/// sentence may be followed by further references of it (see take_references()). Sentences with
/// missing heads are learnt from as far as possible, using costs where a static oracle has no
/// answer. Throws OptionError, and Error, with its place, for data that cannot be trained on.
TrainResult train(std::vector<Sentence> training, std::vector<Sentence> dev,
                  const CheckedOptions& options = {}, const TrainProgress& progress = {});

}  // namespace panarc
