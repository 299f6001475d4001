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
/// the relations where they were, unless the scheme is kBaseline. Returns the number of words whose
/// head changed. Projective trees stay unchanged. Throws Error if a relation already contains ↑ or
/// ↓, if the heads are not a complete tree, or if there are not as many relations as heads.
std::size_t projectivize(LabeledTree& tree, PseudoProjective scheme);

/// Moves lifted words back: searches from their head top-down, level by level and left to right,
/// for the first word that fits the encoding, and removes the encoding. Words whose head is not
/// found stay where they are, as do those that would take too long in a sentence of many thousands
/// of words. Returns the number of words whose head changed. Words may lack a head. Throws Error if
/// a head is out of range, or if there are not as many relations as heads.
std::size_t deprojectivize(LabeledTree& tree, PseudoProjective scheme);

/// Whether a relation says that its word was lifted; and the relation without its encoding.
bool is_lifted(std::string_view relation);
std::string_view encoded_relation(std::string_view relation);

/// The scheme that the relations of a tree were encoded with, if any.
std::optional<PseudoProjective> pseudo_projective_scheme(const LabeledTree& tree);

/// The tree of a sentence; and the reverse, which changes HEAD and DEPREL only where they differ.
LabeledTree labeled_tree(const Sentence& sentence);
void set_tree(Sentence& sentence, const LabeledTree& tree);

}  // namespace panarc
