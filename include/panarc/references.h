#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "panarc/pseudo_projective.h"
#include "panarc/scheme.h"
#include "panarc/sentence.h"

/// Several references: trees of one sentence that are all right (Wisniewski, Lacroix and Yvon
/// 2018).

namespace panarc {

/// The trees of a sentence, as the outcomes of choices. Any alternative of one choice goes with any
/// of the others, so 30 choices between two stand for 2^30 trees. Alternative 0 of all of them is
/// the tree that was given first.
struct TreeChoices {
  struct Choice {
    /// Where it is made, for a search that begins with what is near.
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
    /// One for each combination of their alternatives, those of the first choice next to each
    /// other.
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

/// A choice at each place of a tree where one of the rules can be applied. Rules that meet at one
/// word are one choice together. Throws Error if the tree is not complete.
TreeChoices scheme_choices(const LabeledTree& tree, std::span<const Scheme> rules);

/// One choice between the different trees among some of the same words, the first of which is
/// alternative 0. Throws Error if they are more than kMostAlternatives, or if one is not complete.
TreeChoices choice_of_trees(std::span<const LabeledTree> trees);

/// Some of the trees, up to so many, each once: the first, and then those in which the first
/// choices change fastest.
std::vector<LabeledTree> trees_of(const TreeChoices& choices, std::size_t most);

/// The alternatives that make the reference with most of the heads of a tree; of several, with most
/// of its labels, too.
TreeChoices::Selection nearest_reference(const TreeChoices& choices, const LabeledTree& tree);
/// A sentence with that tree, for a parse of it; as it is, if it has no choices.
Sentence with_nearest_reference(const Sentence& sentence, const TreeChoices& choices,
                                const Sentence& parsed);

/// Whether a sentence is another reference of the one before it: it has a comment that counts,
/// `# reference_number = 2`, `# reference_number = 3`.
bool is_further_reference(const Sentence& sentence);
/// Adds such a comment.
void number_reference(Sentence& sentence, std::size_t number);

/// Adds the trees of another treebank of the same sentences, as further references. Throws Error,
/// with file and line, if the sentences are not the same.
void add_references(std::vector<Sentence>& sentences, const std::vector<Sentence>& further);

/// Takes the further references of sentences out of a treebank. The result has the choices of each
/// sentence that is left: between its references, or, where there is one only, those of the rules.
/// It is empty if no sentence has any. Throws Error, with file and line, for a reference of
/// nothing, or of other words.
std::vector<TreeChoices> take_references(std::vector<Sentence>& sentences,
                                         std::span<const Scheme> rules);

}  // namespace panarc
