#include "treebank/constraint_field.h"

#include "io/text.h"
#include "treebank/misc_field.h"

namespace panarc {

namespace {

constexpr std::string_view kKey = "Constraint";

}  // namespace

std::optional<Constraint> constraint_of_misc(std::string_view misc) {
  const std::optional<std::string_view> names = misc_value(misc, kKey);
  return names ? parse_constraint(*names) : Constraint::kNone;
}

std::string with_constraint(std::string_view misc, Constraint constraint) {
  return with_misc_value(misc, kKey, constraint_names(constraint));
}

std::optional<Constraint> constraint_of_phead(std::string_view phead) {
  if (phead == "1") return Constraint::kHead;
  if (phead == "_" || is_digits(phead)) return Constraint::kNone;
  return parse_constraint(phead);
}

std::string phead_of(Constraint constraint) {
  if (constraint == Constraint::kNone) return "_";
  if (constraint == Constraint::kHead) return "1";
  return constraint_names(constraint);
}

}  // namespace panarc
