#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "panarc/choices.h"
#include "panarc/error.h"
#include "panarc/treebank.h"

namespace panarc {

class Sentence;

/// The side of a word its head is on. For ROOT, it depends on where ROOT stands.
enum class Side : std::uint8_t { kAny, kLeft, kRight };

/// How a side is written in place of a head.
inline constexpr auto kSideSigns = names_of<Side>({{Side::kLeft, "<"}, {Side::kRight, ">"}});

/// A possible head of a word, and the possible labels of that arc.
struct KnownArc {
  Node head = kNoHead;
  /// The label is one of these; if empty, KnownWord::labels applies.
  std::vector<std::string> labels = {};

  friend bool operator==(const KnownArc&, const KnownArc&) = default;
};

/// What is known about one word: from annotation, as a constraint on a parser, or as one of several
/// references. All that is given must hold; if nothing is known, all members are empty.
///
///     KnownWord subject{.heads = {{2}, {4}}, .labels = {"nsubj"}};  // its head is 2 or 4
///     KnownWord phrase{.span_end = 5};  // the words from this one to word 5 are one subtree
struct KnownWord {
  /// The head is one of these; empty: any.
  std::vector<KnownArc> heads = {};
  /// The head is none of these.
  std::vector<Node> forbidden_heads = {};
  /// The head is on this side.
  Side side = Side::kAny;
  /// The label is one of these, whatever the head, unless the head has its own labels; empty: any.
  std::vector<std::string> labels = {};
  /// The words from this one to the given one form a subtree: one arc enters it, none leaves.
  std::optional<Node> span_end = {};

  friend bool operator==(const KnownWord&, const KnownWord&) = default;
};

/// Which columns of a word tell what is known about it.
enum class KnownFrom : std::uint8_t {
  /// The marks. In CoNLL-U they are attributes in MISC. `Constraint=Head,Label` says that HEAD and
  /// DEPREL are known; `Heads=2,5`, `NotHeads=3`, `Side=left`, `Labels=nsubj,obj` and, on the first
  /// word of a span, `Span=3-7` are self-explanatory. In CoNLL-X they are in column 9.
  kMarks,
  /// The marks, and HEAD and DEPREL wherever they are not `_`.
  kColumns,
};

/// What is known about a word. Throws Error, with file and line, for invalid marks and for marks
/// that vouch for a HEAD or DEPREL that is `_`.
KnownWord known_word(const Sentence& sentence, Node word, KnownFrom from = KnownFrom::kMarks);
/// For all words; element 0 is unused.
std::vector<KnownWord> known_words(const Sentence& sentence, KnownFrom from = KnownFrom::kMarks);

/// A list for what is known about the words of a sentence, by word, with nothing in it yet; element
/// 0 is unused.
std::vector<KnownWord> nothing_known(const Sentence& sentence);

// Constraints on a parser: single facts known about words before parsing.

/// The members of KnownWord. Each one that is set is a constraint.
enum class ConstraintKind : std::uint8_t { kHeads, kForbiddenHeads, kSide, kLabels, kSpan };

/// Names as used in MISC.
inline constexpr auto kConstraintKindNames = names_of<ConstraintKind>({
    {ConstraintKind::kHeads, "Heads"},
    {ConstraintKind::kForbiddenHeads, "NotHeads"},
    {ConstraintKind::kSide, "Side"},
    {ConstraintKind::kLabels, "Labels"},
    {ConstraintKind::kSpan, "Span"},
});

struct Constraint {
  Node word = 0;
  ConstraintKind kind = ConstraintKind::kHeads;

  friend bool operator==(const Constraint&, const Constraint&) = default;
};

/// All the constraints on the words. Here and below, element 0 of what is known is unused.
std::vector<Constraint> constraints_of(std::span<const KnownWord> words);

/// The words with only these constraints.
std::vector<KnownWord> with_constraints(std::span<const KnownWord> words,
                                        std::span<const Constraint> kept);

/// Whether a tree meets a constraint. `root` is where the parser puts ROOT.
bool is_met(const Constraint& constraint, std::span<const KnownWord> words, const LabeledTree& tree,
            RootPosition root = RootPosition::kLast);

/// The constraints that a tree does not meet.
std::vector<Constraint> unmet_constraints(std::span<const KnownWord> words, const LabeledTree& tree,
                                          RootPosition root = RootPosition::kLast);

/// The value of a constraint as written in MISC, e.g. `2,5`.
std::string value_text(const Constraint& constraint, std::span<const KnownWord> words);

/// A description for people, e.g. `word 3 "cat" has head 5 "dog"`.
std::string describe(const Constraint& constraint, std::span<const KnownWord> words,
                     const Sentence& sentence);

/// What to do if no tree of the parser meets all the constraints.
enum class OnConflict : std::uint8_t {
  kError,  ///< throw ConflictError
  kRelax,  ///< meet as many of them as can be met together
};

inline constexpr auto kOnConflictNames = names_of<OnConflict>({
    {OnConflict::kError, "error"},
    {OnConflict::kRelax, "relax"},
});

/// Constraints that cannot be met together.
class ConflictError : public Error {
 public:
  ConflictError(Place place, const std::string& message, std::vector<Constraint> conflict,
                bool is_smallest = true)
      : Error(std::move(place), message),
        conflict_(std::move(conflict)),
        is_smallest_(is_smallest) {}

  /// Constraints that contradict each other.
  [[nodiscard]] const std::vector<Constraint>& conflict() const { return conflict_; }
  /// Whether no conflict is smaller. If not, proving it would have taken too long.
  [[nodiscard]] bool is_smallest() const { return is_smallest_; }

 private:
  std::vector<Constraint> conflict_;
  bool is_smallest_;
};

}  // namespace panarc
