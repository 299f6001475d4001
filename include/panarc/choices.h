#pragma once

#include <cstddef>
#include <cstdint>

#include "panarc/names.h"
#include "panarc/tree.h"

/// The choices that make up a parser or its training, and their names. Wherever the library, the
/// command or a program prints or reads such a name, it comes from here.

namespace panarc {

/// The widest beam and the most threads allowed.
inline constexpr std::size_t kWidestBeam = 10000;
inline constexpr std::size_t kMostThreads = 1024;

inline constexpr auto kRootPositionNames = names_of<RootPosition>({
    {RootPosition::kFirst, "first"},
    {RootPosition::kLast, "last"},
});

/// The order in which a parser reads the words of a sentence.
enum class Direction : std::uint8_t { kLeftToRight, kRightToLeft };

inline constexpr auto kDirectionNames = names_of<Direction>({
    {Direction::kLeftToRight, "left-to-right"},
    {Direction::kRightToLeft, "right-to-left"},
});

/// How labels are predicted.
enum class LabelMode : std::uint8_t {
  kJoint,     ///< one class for each action with each label (Goldberg & Nivre 2012)
  kParallel,  ///< the action first, then its best label (PanParser, 4.8)
  kNone,      ///< no labels
};

inline constexpr auto kLabelModeNames = names_of<LabelMode>({
    {LabelMode::kJoint, "joint"},
    {LabelMode::kParallel, "parallel"},
    {LabelMode::kNone, "none"},
});

/// How a relation records that its arc was lifted (Nivre & Nilsson 2005, table 1). The word has
/// relation d, and its true head has relation h. Relation p is that of each word on the path from
/// its head after lifting (exclusive) to its true head (inclusive).
enum class PseudoProjective : std::uint8_t {
  kBaseline,  ///< not at all: d and p, so nothing can be restored
  kHead,      ///< d↑h and p
  kPath,      ///< d↑ and p↓
  kHeadPath,  ///< d↑h and p↓
};

inline constexpr auto kPseudoProjectiveNames = names_of<PseudoProjective>({
    {PseudoProjective::kBaseline, "baseline"},
    {PseudoProjective::kHead, "head"},
    {PseudoProjective::kPath, "path"},
    {PseudoProjective::kHeadPath, "head+path"},
});

/// How costs are computed: exactly, or by the papers' closed forms, even where those are wrong.
enum class CostMethod : std::uint8_t { kExact, kClosedForm };

inline constexpr auto kCostMethodNames = names_of<CostMethod>({
    {CostMethod::kExact, "exact"},
    {CostMethod::kClosedForm, "closed-form"},
});

/// The oracles of Björkelund & Nivre (2015) for arc-standard with SWAP. The first three are static.
/// kNdSw keeps only the ambiguity between SHIFT and SWAP; kNdAll keeps all ambiguity.
enum class SwapOracle : std::uint8_t { kEager, kLazy, kMinimal, kNdSw, kNdAll };

inline constexpr auto kSwapOracleNames = names_of<SwapOracle>({
    {SwapOracle::kEager, "eager"},
    {SwapOracle::kLazy, "lazy"},
    {SwapOracle::kMinimal, "minimal"},
    {SwapOracle::kNdSw, "nd-sw"},
    {SwapOracle::kNdAll, "nd-all"},
});

/// Whether the oracle knows only one derivation of a tree.
constexpr bool is_static(SwapOracle oracle) { return oracle <= SwapOracle::kMinimal; }

/// How to recognise the words that scores without punctuation leave out.
enum class Punctuation : std::uint8_t {
  kUpos,     ///< by the gold tag PUNCT of Universal Dependencies
  kUnicode,  ///< by the form's Unicode categories, as eval.pl of CoNLL-X and CoNLL 2007 does
  kNone,     ///< not at all: no word is left out
};

inline constexpr auto kPunctuationNames = names_of<Punctuation>({
    {Punctuation::kUpos, "upos"},
    {Punctuation::kUnicode, "unicode"},
    {Punctuation::kNone, "none"},
});

/// How to select sentences for a person to look at.
enum class SelectBy : std::uint8_t {
  kWord,      ///< those with the least certain words, which are marked
  kPerWord,   ///< those whose words are least certain on average
  kSentence,  ///< those whose whole trees are least likely to be right: mostly long ones
  kRandom,    ///< at random
};

inline constexpr auto kSelectByNames = names_of<SelectBy>({
    {SelectBy::kWord, "word"},
    {SelectBy::kPerWord, "per-word"},
    {SelectBy::kSentence, "sentence"},
    {SelectBy::kRandom, "random"},
});

/// What scores transitions.
enum class ScorerKind : std::uint8_t {
  kLinear,       ///< a weight for each feature; templates define the features
  kFeedForward,  ///< a network that sees words and labels of the state (Chen & Manning 2014)
  kRecurrent,    ///< a network that reads the sentence in both directions (Kiperwasser & Goldberg
                 ///< 2016)
};

/// What a model is trained for.
enum class TrainingTask : std::uint8_t {
  kParse,    ///< trees
  kJoint,    ///< trees and, in the same search, the tags of the words
  kTag,      ///< tags and lemmas
  kSegment,  ///< sentence and word boundaries in text
};

inline constexpr auto kTrainingTaskNames = names_of<TrainingTask>({
    {TrainingTask::kParse, "parse"},
    {TrainingTask::kJoint, "joint"},
    {TrainingTask::kTag, "tag"},
    {TrainingTask::kSegment, "segment"},
});

inline constexpr auto kScorerNames = names_of<ScorerKind>({
    {ScorerKind::kLinear, "linear"},
    {ScorerKind::kFeedForward, "feed-forward"},
    {ScorerKind::kRecurrent, "recurrent"},
});

/// What training minimises. A loss turns the outcome of a search into coefficients of scores.
enum class LossKind : std::uint8_t {
  kPerceptron,  ///< by how much the wrong derivation won (Collins 2002)
  /// By how much the wrong derivation won, plus a margin, with an adaptive step size (Crammer et
  /// al. 2006, PA-I).
  kPassiveAggressive,
  /// Minus the log of the total probability of all correct transitions, in every state.
  kLikelihood,
};

inline constexpr auto kLossNames = names_of<LossKind>({
    {LossKind::kPerceptron, "perceptron"},
    {LossKind::kPassiveAggressive, "passive-aggressive"},
    {LossKind::kLikelihood, "likelihood"},
});

}  // namespace panarc
