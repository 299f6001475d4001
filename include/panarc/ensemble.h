#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "panarc/evaluate.h"
#include "panarc/parser.h"
#include "panarc/sentence.h"
#include "panarc/train.h"

/// Parsers that vote. What several parsers agree on is more often right than what one of them says,
/// especially if they are different:
///
///     panarc::EnsembleOptions options;
///     options.members = panarc::ensemble_members("arc-eager,arc-hybrid+right-to-left,swap");
///     const panarc::EnsembleResult result = panarc::train_ensemble(training, dev, options);
///     result.parser.save("my.model");

namespace panarc {

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
