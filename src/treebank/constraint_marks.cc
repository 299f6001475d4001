#include "treebank/constraint_marks.h"

#include <fmt/format.h>

#include "io/text.h"
#include "io/utf8.h"
#include "panarc/error.h"
#include "treebank/misc_field.h"

namespace panarc {

namespace {

constexpr std::string_view kKey = "Constraint";
constexpr std::string_view kHead = "Head";
constexpr std::string_view kLeft = "Left";
constexpr std::string_view kRight = "Right";
constexpr std::string_view kLabel = "Label";

/// Adds a mark; returns whether it is valid and does not contradict the others.
bool add_mark(std::string_view name, ConstraintMarks& marks) {
  if (name == kHead) return marks.head = true;
  if (name == kLabel) return marks.label = true;
  if (name != kLeft && name != kRight) return false;
  const Side side = name == kLeft ? Side::kLeft : Side::kRight;
  if (marks.side != Side::kAny && marks.side != side) return false;
  marks.side = side;
  return true;
}

}  // namespace

std::optional<ConstraintMarks> parse_marks(std::string_view names) {
  ConstraintMarks marks;
  Parts parts(names, ',');
  for (std::string_view name; parts.next(name);) {
    if (!add_mark(name, marks)) return std::nullopt;
  }
  return marks;
}

std::string mark_names(const ConstraintMarks& marks) {
  std::string names;
  const auto add = [&](bool marked, std::string_view name) {
    if (!marked) return;
    if (!names.empty()) names += ',';
    names += name;
  };
  add(marks.head, kHead);
  add(marks.side == Side::kLeft, kLeft);
  add(marks.side == Side::kRight, kRight);
  add(marks.label, kLabel);
  return names;
}

std::optional<ConstraintMarks> marks_of_misc(std::string_view misc) {
  const std::optional<std::string_view> names = misc_value(misc, kKey);
  return names ? parse_marks(*names) : ConstraintMarks{};
}

std::string misc_with_marks(std::string_view misc, const ConstraintMarks& marks) {
  return with_misc_value(misc, kKey, mark_names(marks));
}

std::optional<ConstraintMarks> marks_of_phead(std::string_view phead) {
  if (phead == "1") return ConstraintMarks{.head = true};
  if (phead == "_" || is_digits(phead)) return ConstraintMarks{};
  return parse_marks(phead);
}

std::string phead_of(const ConstraintMarks& marks) {
  if (marks.empty()) return "_";
  if (marks == ConstraintMarks{.head = true}) return "1";
  return mark_names(marks);
}

ConstraintMarks marks_of(const Sentence& sentence, Node word) {
  const bool conllu = sentence.format() == Format::kConllu;
  const std::string_view column = conllu ? sentence.misc(word) : sentence.deps(word);
  const auto marks = conllu ? marks_of_misc(column) : marks_of_phead(column);
  if (marks) return *marks;
  throw Error({sentence.file(), sentence.line(word), 0},
              fmt::format("constraint of word {} in {}: expected a list of Head, Left or "
                          "Right, Label, separated by commas",
                          word, in_quotes(column)));
}

void set_marks(Sentence& sentence, Node word, const ConstraintMarks& marks) {
  if (marks_of(sentence, word) == marks) return;
  if (sentence.format() == Format::kConllu) {
    sentence.set(word, Field::kMisc, misc_with_marks(sentence.misc(word), marks));
  } else {
    sentence.set(word, Field::kDeps, phead_of(marks));
  }
}

}  // namespace panarc
