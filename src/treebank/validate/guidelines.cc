#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <initializer_list>

#include "io/utf8.h"
#include "treebank/validate/checks.h"
#include "treebank/validate/words.h"

namespace panarc::validation {

namespace {

bool is_one_of(std::string_view text, std::initializer_list<std::string_view> list) {
  return std::ranges::find(list, text) != list.end();
}

void report_relation(Test test, const TreeWord& word, std::string_view expected,
                     Reporter& reporter) {
  reporter.report(test, *word.row, Field::kDeprel, "{} is {}: expected {}", word.quoted_form(),
                  in_quotes(word[Field::kDeprel]), expected);
}

struct Direction {
  std::string_view relation;
  Test test;
};

/// Relations whose head comes first.
constexpr std::array kLeftHeaded{
    Direction{"appos", "right-to-left-appos"}, Direction{"conj", "right-to-left-conj"},
    Direction{"fixed", "right-to-left-fixed"}, Direction{"flat", "right-to-left-flat"},
    Direction{"goeswith", "right-to-left-goeswith"}};

void check_direction(const TreeWord& word, Reporter& reporter) {
  const auto* const known = std::ranges::find(kLeftHeaded, word.relation, &Direction::relation);
  if (known == kLeftHeaded.end() || word.number > word.head) return;
  report_relation(known->test, word, "a head to its left", reporter);
}

// A subject of the word itself, if that is the predicate of another clause, too.
bool is_inner_subject(const TreeWord& word) {
  return word.relation.find("subj") != std::string_view::npos &&
         !is_one_of(word[Field::kDeprel], {"nsubj:outer", "csubj:outer"}) &&
         last_value(word[Field::kMisc], "Subject") != "Outer";
}

template <class Predicate>
std::vector<Node> children_that(const TreeWords& words, const TreeWord& word, Predicate holds) {
  std::vector<Node> found;
  for (const Node child : words.children(word)) {
    if (holds(words[child])) found.push_back(child);
  }
  return found;
}

void check_arguments(const TreeWords& words, const TreeWord& word, Reporter& reporter) {
  const std::vector<Node> subjects = children_that(words, word, is_inner_subject);
  if (subjects.size() > 1) {
    reporter.report("too-many-subjects", word.row->line,
                    "{} has {} subjects, words {}: expected one that is not :outer",
                    word.quoted_form(), subjects.size(), fmt::join(subjects, ", "));
  }
  const std::vector<Node> objects =
      children_that(words, word, [](const TreeWord& child) { return child.relation == "obj"; });
  if (objects.size() > 1) {
    reporter.report("too-many-objects", word.row->line,
                    "{} has {} direct objects, words {}: expected one", word.quoted_form(),
                    objects.size(), fmt::join(objects, ", "));
  }
}

// A noun that is an argument, and has neither copula nor subject, is no predicate.
bool is_nominal(const TreeWords& words, const TreeWord& word) {
  return is_one_of(word.upos, {"NOUN", "PROPN", "PRON"}) &&
         is_one_of(word.relation,
                   {"nsubj", "obj", "iobj", "obl", "vocative", "dislocated", "expl", "nmod"}) &&
         !words.has_child(word, "cop") && !words.has_child(word, "nsubj") &&
         !words.has_child(word, "csubj");
}

void check_obliques(const TreeWords& words, const TreeWord& head, Reporter& reporter) {
  if (!words.has_child(head, "obl") || !is_nominal(words, head)) return;
  for (const Node child : words.children(head)) {
    if (words[child].relation != "obl") continue;
    report_relation("obl-should-be-nmod", words[child],
                    fmt::format("nmod, since its head {} is a {} and no predicate",
                                head.quoted_form(), head.upos),
                    reporter);
  }
}

void check_orphan(const TreeWords& words, const TreeWord& word, Reporter& reporter) {
  if (word.relation != "orphan") return;
  const TreeWord& head = words[word.head];
  if (is_one_of(head.relation,
                {"conj", "parataxis", "root", "csubj", "ccomp", "advcl", "acl", "reparandum"})) {
    return;
  }
  report_relation("orphan-parent", word,
                  fmt::format("a head that is conj, not {}", in_quotes(head.relation)), reporter);
}

bool is_foreign(const TreeWord& word) {
  return word.upos == "X" && word[Field::kFeats] == "Foreign=Yes";
}

void check_foreign(const TreeWords& words, const TreeWord& word, Reporter& reporter) {
  if (word[Field::kDeprel] != "flat:foreign") return;
  for (const TreeWord* part : {&word, &words[word.head]}) {
    if (part->row == nullptr || is_foreign(*part)) continue;
    reporter.report("flat-foreign-upos-feats", part->row->line,
                    "{} in flat:foreign has UPOS {} and FEATS {}: expected X and Foreign=Yes alone",
                    part->quoted_form(), in_quotes(part->upos), in_quotes((*part)[Field::kFeats]));
  }
}

}  // namespace

void check_roots(const TreeWords& words, Reporter& reporter) {
  for (const TreeWord& word : words.all()) {
    const bool under_root = word.head == kRoot;
    if (under_root == (word.relation == "root")) continue;
    if (under_root) {
      report_relation("0-is-not-root", word, "root, since its HEAD is 0", reporter);
    } else {
      report_relation("root-is-not-0", word, "another relation, since its HEAD is not 0", reporter);
    }
  }
}

void check_expected_features(const TreeWords& words, Reporter& reporter) {
  for (const TreeWord& word : words.all()) {
    if (is_one_of(word.upos, {"PRON", "DET"}) && word.feature("PronType").empty()) {
      reporter.report_if_features("pron-det-without-prontype", *word.row,
                                  "{}, with UPOS {}, has no feature PronType", word.quoted_form(),
                                  word.upos);
    }
    if (word.feature("VerbForm") == "Fin" && word.feature("Mood").empty()) {
      reporter.report("verbform-fin-without-mood", *word.row, Field::kFeats,
                      "{}, with VerbForm=Fin, has no feature Mood", word.quoted_form());
    }
  }
}

void check_relations(const TreeWords& words, Reporter& reporter) {
  for (const TreeWord& word : words.all()) {
    check_foreign(words, word, reporter);
    check_direction(word, reporter);
    check_arguments(words, word, reporter);
    check_obliques(words, word, reporter);
    check_orphan(words, word, reporter);
  }
}

}  // namespace panarc::validation
