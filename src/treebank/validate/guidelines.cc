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

/// A word with its children of one relation, which should follow it directly.
struct Expression {
  const TreeWord* head = nullptr;
  std::vector<Node> words;  ///< in order, the head among them

  [[nodiscard]] bool contains(Node word) const { return std::ranges::binary_search(words, word); }
};

// Calls visit(expression) for every word with children of a relation.
template <class Visit>
void for_each_expression(const TreeWords& words, std::string_view relation, Visit visit) {
  for (const TreeWord& head : words.all()) {
    if (!words.has_child(head, relation)) continue;
    Expression expression{.head = &head, .words = {head.number}};
    for (const Node child : words.children(head)) {
      if (words[child].relation == relation) expression.words.push_back(child);
    }
    std::ranges::sort(expression.words);
    visit(expression);
  }
}

// The last of the children.
Node last_child(const Expression& expression) {
  const Node last = expression.words.back();
  return last == expression.head->number ? expression.words[expression.words.size() - 2] : last;
}

void check_goeswith_parts(const TreeWords& words, const Expression& expression,
                          Reporter& reporter) {
  const TreeWord& head = *expression.head;
  const std::string form = head.quoted_form();
  const auto count = static_cast<Node>(expression.words.size());
  const bool no_gap =
      expression.words.front() == head.number && expression.words.back() == head.number + count - 1;
  if (!no_gap) {
    reporter.report("goeswith-gap", head.row->line,
                    "{} and its goeswith parts are words {}: expected words that follow each "
                    "other, the head first",
                    form, fmt::join(expression.words, ", "));
  }
  const auto joined = [&](Node part) {
    const TreeWord& word = words[part];
    return !word.in_multiword && last_value(word[Field::kMisc], "SpaceAfter") == "No";
  };
  if (std::any_of(expression.words.begin(), expression.words.end() - 1, joined)) {
    reporter.report(
        "goeswith-nospace", head.row->line,
        "no space between {} and its goeswith parts: they are one word that was written as several",
        form);
  }
  if (head.feature("Typo") != "Yes") {
    reporter.report_if_features("goeswith-missing-typo", *head.row,
                                "{} has goeswith parts: expected a feature Typo=Yes", form);
  }
}

// A part has no annotation of its own.
void check_goeswith_part(const TreeWord& word, Reporter& reporter) {
  const auto check = [&](Test test, Field field, std::string_view expected) {
    if (word[field] == expected) return;
    reporter.report(test, *word.row, field, "{} of {}, which is goeswith, is {}: expected {}",
                    field_name(field), word.quoted_form(), in_quotes(word[field]), expected);
  };
  check("goeswith-lemma", Field::kLemma, "_");
  check("goeswith-upos", Field::kUpos, "X");
  check("goeswith-feats", Field::kFeats, "_");
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

void check_fixed(const TreeWords& words, Reporter& reporter) {
  for_each_expression(words, "fixed", [&](const Expression& expression) {
    const Node last = last_child(expression);
    for (Node word = expression.head->number; word <= last; ++word) {
      if (words[word].relation == "punct" || expression.contains(word)) continue;
      reporter.report("fixed-gap", expression.head->row->line,
                      "{} is within the fixed expression of words {}, but not part of it",
                      words[word].quoted_form(), fmt::join(expression.words, ", "));
      return;
    }
  });
}

void check_goeswith(const TreeWords& words, Reporter& reporter) {
  for_each_expression(words, "goeswith", [&](const Expression& expression) {
    check_goeswith_parts(words, expression, reporter);
  });
  for (const TreeWord& word : words.all()) {
    if (word.relation == "goeswith") check_goeswith_part(word, reporter);
  }
}

void check_punctuation(const TreeWords& words, const Gaps& gaps, Reporter& reporter) {
  for (const TreeWord& word : words.all()) {
    if (word.relation != "punct") continue;
    if (const TreeWord* const arc = gaps.around(word)) {
      reporter.report("punct-causes-nonproj", *word.row, Field::kHead,
                      "the arc of {} crosses the one between words {} and {}: expected punctuation "
                      "where no arcs cross",
                      word.quoted_form(), arc->number, arc->head);
    }
    if (gaps.has_gap(word)) {
      reporter.report("punct-is-nonproj", *word.row, Field::kHead,
                      "between {} and its head, word {}, are words that do not depend on that: "
                      "expected punctuation where no arcs cross",
                      word.quoted_form(), word.head);
    }
  }
}

}  // namespace panarc::validation
