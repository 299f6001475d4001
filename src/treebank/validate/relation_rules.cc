#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>

#include "io/utf8.h"
#include "treebank/validate/checks.h"
#include "treebank/validate/words.h"

namespace panarc::validation {
namespace {

/// A few tags or relations, in a table.
class NameList {
 public:
  consteval NameList(std::initializer_list<std::string_view> names) : size_(names.size()) {
    std::copy(names.begin(), names.end(), names_.begin());
  }

  [[nodiscard]] std::span<const std::string_view> all() const {
    return std::span(names_).first(size_);
  }
  [[nodiscard]] bool contains(std::string_view name) const {
    return std::ranges::find(all(), name) != all().end();
  }

 private:
  static constexpr std::size_t kMost = 15;

  std::array<std::string_view, kMost> names_{};
  std::size_t size_;
};

enum class Tags : std::uint8_t { kAllowed, kForbidden };

/// Which tags go with a relation.
struct TagRule {
  std::string_view relation;
  Test test;
  Tags meaning;
  NameList tags;
};

constexpr std::array kTagRules{
    TagRule{"det", "rel-upos-det", Tags::kAllowed, {"DET", "PRON"}},
    TagRule{"nummod", "rel-upos-nummod", Tags::kAllowed, {"NUM", "NOUN", "SYM"}},
    TagRule{
        "advmod", "rel-upos-advmod", Tags::kAllowed, {"ADV", "ADJ", "CCONJ", "DET", "PART", "SYM"}},
    TagRule{"expl", "rel-upos-expl", Tags::kAllowed, {"PRON", "DET", "PART"}},
    TagRule{"aux", "rel-upos-aux", Tags::kAllowed, {"AUX"}},
    TagRule{"cop", "rel-upos-cop", Tags::kAllowed, {"AUX", "PRON", "DET", "SYM"}},
    TagRule{
        "case", "rel-upos-case", Tags::kForbidden, {"PROPN", "ADJ", "PRON", "DET", "NUM", "AUX"}},
    TagRule{"mark",
            "rel-upos-mark",
            Tags::kForbidden,
            {"NOUN", "PROPN", "ADJ", "PRON", "DET", "NUM", "AUX", "INTJ"}},
    TagRule{"cc",
            "rel-upos-cc",
            Tags::kForbidden,
            {"NOUN", "PROPN", "ADJ", "PRON", "DET", "NUM", "VERB", "AUX", "INTJ"}},
    TagRule{"punct", "rel-upos-punct", Tags::kAllowed, {"PUNCT"}},
};

// A tag that is not one of the 17 counts as the one that it begins with, as in the official
// validator, except with relations that are strict.
bool matches(std::string_view tag, std::string_view known, std::string_view relation) {
  const bool strict = relation == "nummod" || relation == "expl" || relation == "punct";
  return strict ? tag == known : tag.starts_with(known);
}

void check_rule(const TreeWords& words, const TreeWord& word, std::string_view tag,
                Reporter& reporter) {
  const auto* const rule = std::ranges::find(kTagRules, word.relation, &TagRule::relation);
  if (rule == kTagRules.end()) return;
  const std::span<const std::string_view> tags = rule->tags.all();
  const bool listed = std::ranges::any_of(
      tags, [&](std::string_view known) { return matches(tag, known, rule->relation); });
  if (listed == (rule->meaning == Tags::kAllowed)) return;
  // An adverb may be written as several words, the first of which is no adverb.
  if (word.relation == "advmod" && words.has_child(word, "goeswith")) return;
  reporter.report(rule->test, *word.row, Field::kUpos, "{} is {} and has UPOS {}: expected {}{}",
                  word.quoted_form(), word.relation, in_quotes(tag),
                  rule->meaning == Tags::kAllowed ? "" : "none of ", fmt::join(tags, ", "));
}

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

void check_tags(const TreeWords& words, Reporter& reporter) {
  for (const TreeWord& word : words.all()) {
    const bool has_fixed = words.has_child(word, "fixed");
    // The part of speech that a word, or an expression that it heads, has in its context.
    const std::string_view external = word.feature("ExtPos");
    const std::string_view tag = external.empty() ? word.upos : external;
    if (has_fixed && external.empty()) {
      reporter.report("fixed-without-extpos", *word.row, Field::kFeats,
                      "{} heads a fixed expression: expected a feature ExtPos", word.quoted_form());
    }
    check_rule(words, word, tag, reporter);
    if (tag == "PUNCT" && !word.relation.starts_with("punct") &&
        !word.relation.starts_with("root")) {
      reporter.report("upos-rel-punct", *word.row, Field::kDeprel,
                      "{} has UPOS PUNCT and is {}: expected punct or root", word.quoted_form(),
                      in_quotes(word[Field::kDeprel]));
    }
    if (tag == "PROPN" && (has_fixed || word.relation == "fixed")) {
      reporter.report(
          "rel-upos-fixed", *word.row, Field::kUpos,
          "{} has UPOS PROPN and is part of a fixed expression: expected flat for names",
          word.quoted_form());
    }
  }
}

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
