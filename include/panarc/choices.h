#pragma once

#include <cstddef>
#include <cstdint>

#include "panarc/names.h"
#include "panarc/tree.h"

/// The choices that parsers and trainings are made of, and their names: wherever one is printed or
/// read, by the library, the command or a program, its name comes from here.

namespace panarc {

/// The widest beam, and most threads, that can be asked for.
inline constexpr std::size_t kWidestBeam = 10000;
inline constexpr std::size_t kMostThreads = 1024;

inline constexpr auto kRootPositionNames = names_of<RootPosition>({
    {RootPosition::kFirst, "first"},
    {RootPosition::kLast, "last"},
});

/// In which order a parser reads the words of a sentence.
enum class Direction : std::uint8_t { kLeftToRight, kRightToLeft };

inline constexpr auto kDirectionNames = names_of<Direction>({
    {Direction::kLeftToRight, "left-to-right"},
    {Direction::kRightToLeft, "right-to-left"},
});

/// How labels are predicted.
enum class LabelMode : std::uint8_t {
  kJoint,     ///< a class for every action with every label (Goldberg & Nivre 2012)
  kParallel,  ///< actions by themselves; the label is the best for the action (PanParser, 4.8)
  kNone,      ///< no labels
};

inline constexpr auto kLabelModeNames = names_of<LabelMode>({
    {LabelMode::kJoint, "joint"},
    {LabelMode::kParallel, "parallel"},
    {LabelMode::kNone, "none"},
});

/// How a relation remembers that its arc was lifted (Nivre & Nilsson 2005, table 1), for a word
/// with relation d whose true head has relation h, and words with relation p on the path between
/// its head after lifting and its true head, that included:
enum class PseudoProjective : std::uint8_t {
  kBaseline,  ///< not at all: d and p, so that nothing can be put back
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

/// How costs are computed: exactly, or by the papers' closed forms even where they are wrong.
enum class CostMethod : std::uint8_t { kExact, kClosedForm };

inline constexpr auto kCostMethodNames = names_of<CostMethod>({
    {CostMethod::kExact, "exact"},
    {CostMethod::kClosedForm, "closed-form"},
});

/// The oracles of Björkelund & Nivre (2015) for arc-standard with SWAP. The first three are static,
/// the others keep the ambiguity of SHIFT with SWAP only, or all of them.
enum class SwapOracle : std::uint8_t { kEager, kLazy, kMinimal, kNdSw, kNdAll };

inline constexpr auto kSwapOracleNames = names_of<SwapOracle>({
    {SwapOracle::kEager, "eager"},
    {SwapOracle::kLazy, "lazy"},
    {SwapOracle::kMinimal, "minimal"},
    {SwapOracle::kNdSw, "nd-sw"},
    {SwapOracle::kNdAll, "nd-all"},
});

/// It knows one derivation of a tree.
constexpr bool is_static(SwapOracle oracle) { return oracle <= SwapOracle::kMinimal; }

/// How the words are recognised that scores without punctuation leave out.
enum class Punctuation : std::uint8_t {
  kUpos,     ///< by the gold tag PUNCT of Universal Dependencies
  kUnicode,  ///< by the form, as eval.pl of CoNLL-X and CoNLL 2007 does: Unicode's categories
  kNone,     ///< not at all: no word is left out
};

inline constexpr auto kPunctuationNames = names_of<Punctuation>({
    {Punctuation::kUpos, "upos"},
    {Punctuation::kUnicode, "unicode"},
    {Punctuation::kNone, "none"},
});

/// Which sentences are worth a person's look.
enum class SelectBy : std::uint8_t {
  kWord,      ///< those with the words that are least certain; these are marked
  kPerWord,   ///< those whose words are least certain on average
  kSentence,  ///< those whose trees are least likely to be right altogether: long ones, mostly
  kRandom,    ///< any
};

inline constexpr auto kSelectByNames = names_of<SelectBy>({
    {SelectBy::kWord, "word"},
    {SelectBy::kPerWord, "per-word"},
    {SelectBy::kSentence, "sentence"},
    {SelectBy::kRandom, "random"},
});

/// What gives scores to transitions.
enum class ScorerKind : std::uint8_t {
  kLinear,       ///< weights of features, which templates describe
  kFeedForward,  ///< a network that looks at words and labels of a state (Chen & Manning 2014)
  kRecurrent,    ///< a network that reads the sentence in both directions (Kiperwasser & Goldberg
                 ///< 2016)
};

/// What a model is trained for.
enum class TrainingTask : std::uint8_t {
  kParse,    ///< trees
  kJoint,    ///< trees, and the tags of their words in the same search
  kTag,      ///< tags and lemmas
  kSegment,  ///< sentences and words of text
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

/// What training makes small. A loss turns what a search has found into coefficients of scores.
enum class LossKind : std::uint8_t {
  kPerceptron,  ///< by how much the wrong derivation won (Collins 2002)
  /// The same and a margin, in steps of a length that fits (Crammer et al. 2006, PA-I).
  kPassiveAggressive,
  /// Minus the logarithm of the probability of all correct transitions together, in every state.
  kLikelihood,
};

inline constexpr auto kLossNames = names_of<LossKind>({
    {LossKind::kPerceptron, "perceptron"},
    {LossKind::kPassiveAggressive, "passive-aggressive"},
    {LossKind::kLikelihood, "likelihood"},
});

}  // namespace panarc
