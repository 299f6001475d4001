#pragma once

#include <cstddef>
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
/// the more so the less they are alike:
///
///     panarc::EnsembleOptions options;
///     options.members = panarc::ensemble_members("arc-eager,arc-hybrid+right-to-left,swap");
///     const panarc::EnsembleResult result = panarc::train_ensemble(training, dev, options);
///     result.parser.save("my.model");

namespace panarc {

/// What votes weigh.
enum class VoteWeighting : std::uint8_t {
  kEqual,     ///< all the same
  kByMember,  ///< more for members that are more often right
  kByTag,     ///< the same, for each tag (UPOS) of the word that a head is chosen for
};

inline constexpr auto kVoteWeightingNames = names_of<VoteWeighting>({
    {VoteWeighting::kEqual, "equal"},
    {VoteWeighting::kByMember, "member"},
    {VoteWeighting::kByTag, "tag"},
});

/// What is voted for.
enum class VoteFor : std::uint8_t {
  kTrees,       ///< trees: the arcs with most votes that make one
  kProjective,  ///< the same, among projective trees
  kActions,     ///< the actions of one search; the members have the same system and templates
};

inline constexpr auto kVoteForNames = names_of<VoteFor>({
    {VoteFor::kTrees, "trees"},
    {VoteFor::kProjective, "projective"},
    {VoteFor::kActions, "actions"},
});

struct CombineOptions {
  /// Trees, unless said otherwise.
  std::optional<VoteFor> votes = std::nullopt;
  /// By tag, if there is a development set; all the same otherwise.
  std::optional<VoteWeighting> weighting = std::nullopt;
  /// All cores, unless said otherwise.
  std::optional<std::size_t> threads = std::nullopt;
};

/// One parser that puts together the trees of others: the arcs with most votes that make a tree
/// (Sagae and Lavie 2006), and their labels by vote. Or one that takes each step that the others,
/// with their scores added up, find best (PanParser, 4.6). The weights of votes, and how far to
/// trust them, are learnt on `dev`. Members may differ in anything; those of ensembles become
/// members. Throws Error if they cannot vote together.
///
/// The report of its ModelInfo has its scores on `dev` and those of each member.
Parser combine(std::span<const Parser> members, const std::vector<Sentence>& dev,
               const CombineOptions& options = {});

/// The options of members, from a text such as `arc-eager,swap+right-to-left+seed=2`. A number
/// stands for the first members of the usual ensemble, and `accurate` for those of the most
/// accurate one, some of which are networks. A member is a system, a direction, a scorer, `fast`,
/// and options by name (system, direction, scorer, labels, beam, features, strategy, learner,
/// batch-words, epochs, seed), in any order, with `+` between them; `others` has what is the same
/// for all. Throws OptionError("ensemble", ...) for what is none.
std::vector<TrainOptions> ensemble_members(const std::string& text,
                                           const TrainOptions& others = {});

/// What a member is called: `arc-hybrid, right-to-left, recurrent`. What is usual is left out.
std::string member_name(const ModelInfo& info);

struct EnsembleOptions {
  std::vector<TrainOptions> members;
  CombineOptions votes;
  /// As in TrainOptions; `.1`, `.2` and so on are appended for the members.
  std::string checkpoint;
  bool resume = false;
};

/// What the caller is told; never by two threads at a time, and those that are empty are left out.
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
/// the same parser, byte for byte, whatever the number of threads.
EnsembleResult train_ensemble(const std::vector<Sentence>& training,
                              const std::vector<Sentence>& dev, const EnsembleOptions& options,
                              const EnsembleProgress& progress = {});

/// The files that an interrupted training may have left: to be removed once the parser is in a safe
/// place.
std::vector<std::string> checkpoints_of(const EnsembleOptions& options);

}  // namespace panarc
