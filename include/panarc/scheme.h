#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "panarc/names.h"
#include "panarc/pseudo_projective.h"

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

/// Reads a list of rules, separated by commas, or `all`. They are returned in the order in which they
/// are applied, each once. Throws Error for other names.
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

}  // namespace panarc
