#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/choices.h"
#include "panarc/treebank.h"

/// Annotation schemes: alternatives to some conventions of Universal Dependencies, and trees that
/// follow them (Wisniewski, Lacroix and Yvon 2018, Table 1).

namespace panarc {

enum class Scheme : std::uint8_t { kMark, kDet, kMwe, kName, kCase, kConj, kCop };

inline constexpr auto kSchemeNames = names_of<Scheme>({
    {Scheme::kMark, "mark"},
    {Scheme::kDet, "det"},
    {Scheme::kMwe, "mwe"},
    {Scheme::kName, "name"},
    {Scheme::kCase, "case"},
    {Scheme::kConj, "conj"},
    {Scheme::kCop, "cop"},
});

/// Reads a list of rules, separated by commas, or `all`. They are returned in the order in which
/// they are applied, each once. Throws Error for other names.
std::vector<Scheme> parse_schemes(std::string_view list);

/// What a rule does to trees.
enum class SchemeKind : std::uint8_t {
  /// A function word that depends on a content word becomes its head.
  kFunctionalHead,
  /// Words that all depend on the first of them are chained: each depends on the one before.
  kChain,
  /// The conjunction, instead of the first conjunct, becomes the head of all conjuncts.
  kConjunctionHead,
};

/// A rule: all that distinguishes it from the others.
struct SchemeRule {
  Scheme scheme;
  SchemeKind kind;
  /// The UD 1 and UD 2 relations it applies to, with or without subtypes.
  std::span<const std::string_view> relations;
};

const SchemeRule& rule_of(Scheme scheme);

/// Where a rule applies to a tree, whatever is done at other places: a content word with all its
/// function words, the first of several words, the first conjunct.
std::vector<Node> scheme_sites(const LabeledTree& tree, Scheme scheme);

/// Applies a rule at all its sites, or at some of them; words that are not, or no longer, sites are
/// left alone. Words that change places with their heads get `:alt` after their relation, so that
/// it can be undone. The tree must be complete.
void apply_scheme(LabeledTree& tree, Scheme scheme);
void apply_scheme(LabeledTree& tree, Scheme scheme, std::span<const Node> sites);

/// Undoes a rule wherever it was applied.
void undo_scheme(LabeledTree& tree, Scheme scheme);

// Several references: alternative correct trees of a sentence (Wisniewski, Lacroix and Yvon 2018).

/// The trees of a sentence, as the outcomes of choices. Choices are independent: 30 choices between
/// two alternatives stand for 2^30 trees. Alternative 0 of all choices gives the original tree.
struct TreeChoices {
  struct Choice {
    /// Where the choice is made, for a search that starts with what is near.
    Node word = 0;
    std::size_t alternatives = 2;
  };
  struct Outcome {
    Node head = kNoHead;
    std::string label;

    friend bool operator==(const Outcome&, const Outcome&) = default;
  };
  struct Word {
    /// The choices that its head or label depends on.
    std::vector<std::size_t> choices;
    /// One for each combination of their alternatives; those of the first choice vary fastest.
    std::vector<Outcome> outcomes;
  };
  /// One alternative for each choice.
  using Selection = std::vector<std::uint8_t>;
  static constexpr std::size_t kMostAlternatives = 254;

  std::vector<Choice> choices;
  /// Element 0 stands for ROOT.
  std::vector<Word> words;

  [[nodiscard]] const Outcome& outcome(Node word, const Selection& selection) const;
  [[nodiscard]] LabeledTree tree(const Selection& selection) const;
};

/// A choice at each place of a tree where one of the rules applies. Rules that meet at the same
/// word form one choice. Throws Error if the tree is not complete.
TreeChoices scheme_choices(const LabeledTree& tree, std::span<const Scheme> rules);

/// One choice between the distinct trees in `trees`, all over the same words; the first is
/// alternative 0. Throws Error if there are more than kMostAlternatives, or if one is not complete.
TreeChoices choice_of_trees(std::span<const LabeledTree> trees);

/// Up to `most` of the trees, each once: the original first; the first choices vary fastest.
std::vector<LabeledTree> trees_of(const TreeChoices& choices, std::size_t most);

/// The alternatives that make up the reference with the most heads in common with a tree and, among
/// those, the most labels.
TreeChoices::Selection nearest_reference(const TreeChoices& choices, const LabeledTree& tree);
/// The sentence with the reference nearest to a parse of it; unchanged if it has no choices.
Sentence with_nearest_reference(const Sentence& sentence, const TreeChoices& choices,
                                const Sentence& parsed);

/// Whether a sentence is another reference of the one before it: it has a comment such as `#
/// reference_number = 2`.
bool is_further_reference(const Sentence& sentence);
/// Adds such a comment.
void number_reference(Sentence& sentence, std::size_t number);

/// Adds the trees of another treebank with the same sentences as further references. Throws Error,
/// with file and line, if the sentences differ.
void add_references(std::vector<Sentence>& sentences, const std::vector<Sentence>& further);

/// Removes the further references from a treebank. Returns the choices of each remaining sentence:
/// between its references or, if there is only one, those of the rules. Empty if no sentence has
/// any. Throws Error, with file and line, for a reference without a sentence, or with other words.
std::vector<TreeChoices> take_references(std::vector<Sentence>& sentences,
                                         std::span<const Scheme> rules);

}  // namespace panarc
