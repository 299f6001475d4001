#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace panarc {

/// A node of a sentence: words are 1 to n; ROOT is 0, whatever its position.
using Node = std::int32_t;

inline constexpr Node kRoot = 0;

/// What stands instead of a head if a word has none, or if it is unknown.
inline constexpr Node kNoHead = -1;

/// The head of every word: element w is the head of word w; element 0 is kNoHead.
using Heads = std::vector<Node>;

struct Arc {
  Node head = kNoHead;
  Node dependent = kNoHead;

  friend bool operator==(const Arc&, const Arc&) = default;
};

/// The position of the dummy ROOT relative to the words of a sentence.
enum class RootPosition : std::uint8_t { kFirst, kLast };

/// A value of an enumeration and its name.
template <class Value>
struct Named {
  Value value;
  std::string_view name;
};

/// The names of an enumeration: the one table from which they are printed, read and listed.
template <class Value, std::size_t Size>
class Names {
 public:
  /// In the order in which help and messages list them.
  consteval explicit Names(const Named<Value> (&names)[Size]) : names_(std::to_array(names)) {}

  /// The value must have a name.
  [[nodiscard]] constexpr std::string_view of(Value value) const {
    for (const Named<Value>& named : names_) {
      if (named.value == value) return named.name;
    }
    return {};
  }

  [[nodiscard]] constexpr std::optional<Value> parse(std::string_view name) const {
    for (const Named<Value>& named : names_) {
      if (named.name == name) return named.value;
    }
    return std::nullopt;
  }

  /// All names, e.g. "first, last"; with a last separator, e.g. "first or last".
  [[nodiscard]] std::string list(std::string_view separator = ", ") const {
    return list(separator, separator);
  }
  [[nodiscard]] std::string list(std::string_view separator, std::string_view last) const {
    std::string all;
    for (std::size_t i = 0; i < Size; ++i) {
      if (i > 0) all += i + 1 < Size ? separator : last;
      all += names_[i].name;
    }
    return all;
  }

  [[nodiscard]] constexpr std::array<Value, Size> values() const {
    std::array<Value, Size> all{};
    for (std::size_t i = 0; i < Size; ++i) all[i] = names_[i].value;
    return all;
  }

  [[nodiscard]] static constexpr std::size_t size() { return Size; }
  [[nodiscard]] constexpr auto begin() const { return names_.begin(); }
  [[nodiscard]] constexpr auto end() const { return names_.end(); }

 private:
  std::array<Named<Value>, Size> names_;
};

/// `constexpr auto kNames = names_of<Colour>({{Colour::kRed, "red"}, {Colour::kBlue, "blue"}});`
template <class Value, std::size_t Size>
consteval Names<Value, Size> names_of(const Named<Value> (&names)[Size]) {
  return Names<Value, Size>(names);
}

// The choices that make up a parser or its training, and their names. Wherever the library, the
// command or a program prints or reads such a name, it comes from here.

/// The widest beam and the most threads allowed.
inline constexpr std::size_t kWidestBeam = 10000;
inline constexpr std::size_t kMostThreads = 1024;

inline constexpr auto kRootPositionNames = names_of<RootPosition>({
    {RootPosition::kFirst, "first"},
    {RootPosition::kLast, "last"},
});

/// What a transition does, whatever its label. A static oracle breaks ties between transitions in
/// this order.
///
/// The last is in no system's table: where tags are chosen while building the tree, it assigns a
/// tag to a word; the label of the transition is the tag's number.
enum class Action : std::uint8_t { kShift, kLeft, kRight, kReduce, kSwap, kNoArc, kTag };

/// The actions of systems.
inline constexpr int kActionCount = 6;

inline constexpr auto kActionNames = names_of<Action>({
    {Action::kShift, "SHIFT"},
    {Action::kLeft, "LEFT"},
    {Action::kRight, "RIGHT"},
    {Action::kReduce, "REDUCE"},
    {Action::kSwap, "SWAP"},
    {Action::kNoArc, "NO-ARC"},
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
