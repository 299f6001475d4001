#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <span>

#include "io/utf8.h"
#include "treebank/validate/checks.h"
#include "treebank/validate/name_list.h"
#include "treebank/validate/words.h"

namespace panarc::validation {

namespace {

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

}  // namespace panarc::validation
