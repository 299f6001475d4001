#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

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

namespace panarc {

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

  [[nodiscard]] const TrainOptions& options() const { return options_; }

 private:
  friend struct TrainResult train(std::vector<Sentence> training, std::vector<Sentence> dev,
                                  const CheckedOptions& options, const TrainProgress& progress);
  friend struct TrainResult train_with_tags(std::vector<Sentence> training,
                                            std::vector<Sentence> dev,
                                            const CheckedOptions& options,
                                            const TrainProgress& progress, RightTags tags);

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
};

/// Combines parsers into one. It returns the tree whose arcs have the most votes (Sagae and Lavie
/// 2006), with labels by vote; or it takes each step that scores best when the scores of all
/// members are added up (PanParser, 4.6). The weights of votes, and how far to trust them, are
/// learnt on `dev`. Members may differ in anything; an ensemble is replaced by its members. Throws
/// Error if they cannot vote together.
///
/// The report in its ModelInfo has its scores on `dev` and those of each member.
Parser combine(std::span<const Parser> members, const std::vector<Sentence>& dev,
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

/// Callbacks, never called by two threads at a time. Empty ones are skipped.
struct EnsembleProgress {
  std::function<void(std::size_t member, const EpochReport&)> on_epoch;
  std::function<void(std::size_t member, const TrainResult&)> on_member;
  std::function<void(const std::string& message)> on_warning;
};

struct EnsembleResult {
  Parser parser;
  /// With the scores of all their epochs.
  std::vector<TrainResult> members;
};

/// Trains the members, several at a time, and combines them. The same data, options and seeds give
/// the same parser, byte for byte, for any number of threads. When one of them is stopped, no
/// other is begun; throws Stopped once all that were begun have ended.
EnsembleResult train_ensemble(const std::vector<Sentence>& training,
                              const std::vector<Sentence>& dev, const EnsembleOptions& options,
                              const EnsembleProgress& progress = {});

/// The files that an interrupted training may have left. Remove them once the parser is safely
/// stored.
std::vector<std::string> checkpoints_of(const EnsembleOptions& options);

}  // namespace panarc
