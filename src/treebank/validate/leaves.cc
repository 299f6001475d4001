#include <algorithm>
#include <array>

#include "io/utf8.h"
#include "treebank/validate/checks.h"
#include "treebank/validate/gaps.h"
#include "treebank/validate/name_list.h"
#include "treebank/validate/words.h"

namespace panarc::validation {

namespace {

/// What may depend on a function word.
struct LeafRule {
  std::string_view relation;
  Test test;
  NameList children;
};

constexpr NameList kAdverbial{"advmod",     "obl",  "goeswith", "fixed",
                              "reparandum", "conj", "cc",       "punct"};
constexpr NameList kOfVerb{"goeswith", "fixed", "reparandum", "conj", "cc", "punct"};

constexpr std::array kLeafRules{
    LeafRule{"case", "leaf-mark-case", kAdverbial},
    LeafRule{"mark", "leaf-mark-case", kAdverbial},
    LeafRule{"aux", "leaf-aux-cop", kOfVerb},
    LeafRule{"cop", "leaf-aux-cop", kOfVerb},
    LeafRule{"det",
             "leaf-det",
             {"det", "case", "advmod", "obl", "clf", "goeswith", "fixed", "flat", "compound",
              "reparandum", "discourse", "parataxis", "conj", "cc", "punct"}},
    LeafRule{"clf", "leaf-clf", kAdverbial},
    LeafRule{"cc", "leaf-cc", {"goeswith", "fixed", "reparandum", "conj", "punct"}},
    LeafRule{"fixed", "leaf-fixed", {"goeswith", "reparandum", "conj", "punct"}},
    LeafRule{"goeswith", "leaf-goeswith", {}},
    LeafRule{"punct", "leaf-punct", {"punct"}},
};

// What may depend on a possessive determiner, which is a pronoun after all.
bool is_of_possessive(std::string_view relation) {
  return relation == "appos" || relation == "acl" || relation == "nmod";
}

bool is_negation(const TreeWord& word) {
  return word.relation == "advmod" && (word.upos == "PART" || word.upos == "ADV") &&
         word.feature("Polarity") == "Neg";
}

bool may_depend(const TreeWord& child, const TreeWord& word, const LeafRule& rule,
                const Gaps& gaps) {
  if (rule.children.contains(child.relation)) return true;
  if (word.relation == "det" && is_of_possessive(child.relation) && word.feature("Poss") == "Yes") {
    return true;
  }
  if (word.relation != "punct" && is_negation(child)) return true;
  // Punctuation in the gap of a word has no other place where no arcs cross.
  return child.relation == "punct" && gaps.has_gap(word);
}

}  // namespace

void check_leaves(const TreeWords& words, const Gaps& gaps, Reporter& reporter) {
  for (const TreeWord& word : words.all()) {
    if (words.children(word).empty()) continue;
    const auto* const rule = std::ranges::find(kLeafRules, word.relation, &LeafRule::relation);
    if (rule == kLeafRules.end()) continue;
    for (const Node node : words.children(word)) {
      const TreeWord& child = words[node];
      if (may_depend(child, word, *rule, gaps)) continue;
      reporter.report(
          rule->test, *child.row, Field::kHead,
          "{} is {} and depends on {}, which is {}: such a word has no dependents of this kind",
          child.quoted_form(), in_quotes(child.relation), word.quoted_form(), word.relation);
    }
  }
}

}  // namespace panarc::validation
