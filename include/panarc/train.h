#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "panarc/choices.h"
#include "panarc/constraint.h"
#include "panarc/error.h"
#include "panarc/evaluate.h"
#include "panarc/options.h"
#include "panarc/parser.h"
#include "panarc/treebank.h"

/// Training a parser:
///
///     panarc::TrainOptions options;
///     options.system = "arc-hybrid";
///     const panarc::TrainResult result = panarc::train(training, dev, options);
///     result.parser.save("my.model");
///
/// or step by step:
///
///     panarc::Training training(sentences, dev, options);
///     while (training.finish_epoch()) try_out(training.snapshot());
///     training.finish().parser.save("my.model");

namespace panarc {

struct TrainingPlan;

/// Valid options, with the contents of the files that they name. Throws OptionError, and Error for
/// such a file. Checking them before reading any data saves checking them again.
class CheckedOptions {
 public:
  CheckedOptions() : CheckedOptions(TrainOptions{}) {}
  // NOLINTNEXTLINE(google-explicit-constructor): options can be given as they are
  CheckedOptions(const TrainOptions& options);

  [[nodiscard]] const TrainOptions& options() const { return options_; }

 private:
  friend class Training;

  TrainOptions options_;
  std::shared_ptr<const TrainingPlan> plan_;
};

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

/// The parts of a pipeline, in the order of their training.
enum class TrainingPart : std::uint8_t {
  kSegmenter,
  kTagger,
  kPredictedTags,  ///< of the training data, for the parser
  kParser,
};

/// Which model is trained. A part may consist of several: parsers that vote, models that are added
/// up, taggers that each predict the tags of other sentences.
struct TrainingStage {
  TrainingPart part = TrainingPart::kParser;
  std::size_t model = 1;   ///< its number, from 1
  std::size_t models = 1;  ///< how many there are
  /// The columns that a tagger learns.
  std::vector<Field> columns = {};
};

/// How far an epoch is.
struct BatchReport {
  const TrainingStage& stage;
  int epoch = 0;
  std::size_t done = 0;  ///< sentences
  std::size_t sentences = 0;
};

/// Report of an epoch.
struct EpochReport {
  TrainingStage stage;
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

struct TrainResult;

/// The result of a stage.
struct StageReport {
  TrainingStage stage;
  /// On the development set, if there is one.
  std::optional<Scores> dev = std::nullopt;
  /// For a parser: its training.
  const TrainResult* result = nullptr;
};

/// A sentence that a parser is about to learn from, and what is known of it. What a hook changes
/// counts for this time only.
struct TrainingExample {
  int epoch = 0;
  std::size_t number = 0;    ///< of the sentence in the training data, from 0
  const Sentence& sentence;  ///< as it was given
  /// What is known about its words, by word; element 0 is unused. Initially what the data says; of
  /// a sentence with several references, the first one.
  std::vector<KnownWord> known;
  /// Learn nothing from it.
  bool skip = false;
};

/// Callbacks during any training. Empty ones are skipped. No two are called at the same time, but
/// not always by the same thread: models that are trained in parallel call them in their own. An
/// exception from one of them ends the training.
struct TrainProgress {
  /// The training of a model begins.
  std::function<void(const TrainingStage&)> on_stage;
  std::function<void(const BatchReport&)> on_batch;
  std::function<void(const EpochReport&)> on_epoch;
  /// A parser is trained, or all models of another part, or of some columns of a tagger.
  std::function<void(const StageReport&)> on_result;
  /// Something worth knowing that does not stop the training: a checkpoint that cannot be written,
  /// sentences that were left out, options that hardly go together.
  std::function<void(const std::string& message)> on_warning;

  // Hooks (PanParser, 5.1), in the training of parsers. Updates are those from one sentence; the
  // sentences of a batch are processed together: first all of them begin, then all end.

  /// May change the example.
  std::function<void(TrainingExample&)> before_updates;
  std::function<void(int epoch, std::size_t sentence, const TrainingCounts& counts)> after_updates;
  std::function<void(int epoch)> before_evaluation;
  /// May change the value by which epochs are compared.
  std::function<void(EpochReport&)> after_evaluation;
};

struct TrainResult {
  Parser parser;
  std::vector<EpochReport> epochs;

  /// The epoch that the parser comes from.
  [[nodiscard]] const EpochReport& best() const;
};

/// The training of a parser, as a thing that one can hold. The same data, options and seed give the
/// same parser, byte for byte, however the training is divided into steps and runs.
///
/// One thread uses it at a time; but any may call request_stop().
class Training {
 public:
  /// Copies the sentences. One may be followed by further references of it (see
  /// take_references()). Sentences with missing heads are learnt from as far as possible, using
  /// costs where a static oracle has no answer. If the options say so, goes on from a checkpoint,
  /// which may have been written after more sentences were added: all are given then. Throws
  /// OptionError, and Error, with its place, for data that cannot be trained on.
  Training(std::span<const Sentence> training, std::span<const Sentence> dev,
           const CheckedOptions& options = {}, const TrainProgress& progress = {});
  ~Training();
  Training(Training&&) noexcept;
  Training& operator=(Training&&) noexcept;
  Training(const Training&) = delete;
  Training& operator=(const Training&) = delete;

  // These throw Stopped after a request to stop. Before that, the state is saved if the options
  // have a checkpoint. After request_stop(), the next call goes on from there; a request through
  // TrainOptions::stop lasts.

  /// Trains on the next batch; after the last one of an epoch, evaluates it. False if nothing was
  /// left to do.
  bool step();
  /// Does what is left of an epoch, or a whole one. Nothing if nothing was left to do.
  std::optional<EpochReport> finish_epoch();
  /// Does all that is left. The parser is from the best epoch on the development set, or the last
  /// if there is none. The training may go on afterwards, with more sentences or epochs.
  TrainResult finish();

  /// Whether all epochs are done, or the last ones brought no improvement.
  [[nodiscard]] bool is_done() const;
  /// The reports of the epochs that are done.
  [[nodiscard]] const std::vector<EpochReport>& epochs() const;
  /// A parser with the current parameters. It knows nothing of its confidence.
  [[nodiscard]] Parser snapshot() const;

  /// Takes more sentences, from the next epoch on. They may have new words and relations. Patience
  /// starts again.
  void add(std::span<const Sentence> sentences);
  /// Allows so many further epochs, whatever was the limit before. Patience starts again.
  void allow(int epochs);

  /// Writes a checkpoint with all that the training needs to go on: exactly where it is, even when
  /// it is done. TrainOptions::checkpoint and `resume` read it.
  void save(const std::string& path) const;

  /// Stops the training, from any thread. A call that is running ends after its batch.
  void request_stop();

  // For internal use.
  struct State;
  explicit Training(std::unique_ptr<State> state);
  [[nodiscard]] static const TrainingPlan& plan_of(const CheckedOptions& options) {
    return *options.plan_;
  }

 private:
  std::unique_ptr<State> state_;
};

/// Trains a parser, as Training does from beginning to end.
TrainResult train(std::span<const Sentence> training, std::span<const Sentence> dev,
                  const CheckedOptions& options = {}, const TrainProgress& progress = {});

// Parsers that vote. What several parsers agree on is more often right than what one of them says,
// especially if they are different:
//
//     panarc::EnsembleOptions options;
//     options.members = panarc::ensemble_members("arc-eager,arc-hybrid+right-to-left,swap");
//     const panarc::EnsembleResult result = panarc::train_ensemble(training, dev, options);
//     result.parser.save("my.model");

/// How votes are weighted.
enum class VoteWeighting : std::uint8_t {
  kEqual,     ///< all equal
  kByMember,  ///< members that are more often right weigh more
  kByTag,     ///< the same, separately for each tag (UPOS) of the dependent
};

inline constexpr auto kVoteWeightingNames = names_of<VoteWeighting>({
    {VoteWeighting::kEqual, "equal"},
    {VoteWeighting::kByMember, "member"},
    {VoteWeighting::kByTag, "tag"},
});

/// What the members vote on.
enum class VoteFor : std::uint8_t {
  kTrees,       ///< trees: the tree whose arcs have the most votes
  kProjective,  ///< the same, among projective trees
  kActions,     ///< the actions of one search; all members must have the same system and templates
};

inline constexpr auto kVoteForNames = names_of<VoteFor>({
    {VoteFor::kTrees, "trees"},
    {VoteFor::kProjective, "projective"},
    {VoteFor::kActions, "actions"},
});

struct CombineOptions {
  /// Default: trees.
  std::optional<VoteFor> votes = std::nullopt;
  /// Default: by tag if there is a development set, otherwise equal.
  std::optional<VoteWeighting> weighting = std::nullopt;
  /// Default: all cores.
  std::optional<std::size_t> threads = std::nullopt;
  /// When a stop is requested, Stopped is thrown. Default in train_ensemble(): that of the members.
  std::stop_token stop = {};
};

/// Combines parsers into one. It returns the tree whose arcs have the most votes (Sagae and Lavie
/// 2006), with labels by vote; or it takes each step that scores best when the scores of all
/// members are added up (PanParser, 4.6). The weights of votes, and how far to trust them, are
/// learnt on `dev`. Members may differ in anything; an ensemble is replaced by its members. Throws
/// Error if they cannot vote together.
///
/// The report in its ModelInfo has its scores on `dev` and those of each member.
Parser combine(std::span<const Parser> members, std::span<const Sentence> dev,
               const CombineOptions& options = {});

/// Reads the options of members from a text such as `arc-eager,swap+right-to-left+seed=2`. A number
/// stands for the first members of the usual ensemble, and `accurate` for those of the most
/// accurate one, some of which are networks. Otherwise a member consists of parts joined by `+`, in
/// any order: a system, a direction, a scorer, `fast`, and options by name (system, direction,
/// scorer, labels, beam, features, strategy, learner, batch-words, epochs, seed). `others` has the
/// options common to all. Throws OptionError("ensemble", ...) for anything else.
std::vector<TrainOptions> ensemble_members(const std::string& text,
                                           const TrainOptions& others = {});

/// The name of a member, e.g. `arc-hybrid, right-to-left, recurrent`. Defaults are left out.
std::string member_name(const ModelInfo& info);

struct EnsembleOptions {
  std::vector<TrainOptions> members;
  CombineOptions votes;
  /// As in TrainOptions; members append `.1`, `.2` and so on.
  std::string checkpoint;
  bool resume = false;
};

struct EnsembleResult {
  Parser parser;
  /// With the scores of all their epochs.
  std::vector<TrainResult> members;
};

/// Trains the members, several at a time, and combines them. The same data, options and seeds give
/// the same parser, byte for byte, for any number of threads. When one of them is stopped, no
/// other is begun; throws Stopped once all that were begun have ended.
EnsembleResult train_ensemble(std::span<const Sentence> training, std::span<const Sentence> dev,
                              const EnsembleOptions& options, const TrainProgress& progress = {});

/// The files that an interrupted training may have left. Remove them once the parser is safely
/// stored.
std::vector<std::string> checkpoints_of(const EnsembleOptions& options);

}  // namespace panarc
