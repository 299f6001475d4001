#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "io/utf8.h"
#include "treebank/validate/checks.h"
#include "treebank/validate/words.h"

namespace panarc::validation {

namespace {

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

}  // namespace panarc::validation
