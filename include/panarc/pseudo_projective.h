#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/choices.h"
#include "panarc/sentence.h"
#include "panarc/tree.h"

namespace panarc {

/// A tree with a relation for every word; element 0 of both is unused.
struct LabeledTree {
  Heads heads;
  std::vector<std::string> labels;

  friend bool operator==(const LabeledTree&, const LabeledTree&) = default;
};

/// Lifts non-projective arcs, shortest and then leftmost first, until none is left, and encodes in
/// the relations where they were, unless the scheme is kBaseline. Returns the number of words with
/// another head. A projective tree stays as it is. Throws Error if a relation holds ↑ or ↓ already,
/// or if the heads are not those of a complete tree, or not as many as the relations.
std::size_t projectivize(LabeledTree& tree, PseudoProjective scheme);

/// Puts lifted words back: searches from their head top-down, level by level and left to right, for
/// the first word that the encoding may mean, and removes the encoding. A word whose head is not
/// found stays, as do words that would take too long in a sentence of many thousands. Returns the
/// number of words with another head. Words may have no head. Throws Error if a head is out of
/// range, or if there are not as many heads as relations.
std::size_t deprojectivize(LabeledTree& tree, PseudoProjective scheme);

/// Whether a relation encodes that its word was lifted, and the relation without what it encodes.
bool is_lifted(std::string_view relation);
std::string_view encoded_relation(std::string_view relation);

/// The scheme that the relations of a tree were encoded with, if any.
std::optional<PseudoProjective> pseudo_projective_scheme(const LabeledTree& tree);

/// The tree of a sentence, and back: changes HEAD and DEPREL where they differ.
LabeledTree labeled_tree(const Sentence& sentence);
void set_tree(Sentence& sentence, const LabeledTree& tree);

}  // namespace panarc
