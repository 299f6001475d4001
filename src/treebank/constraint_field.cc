#include "treebank/constraint_field.h"

#include <algorithm>

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
  const bool number =
      std::all_of(phead.begin(), phead.end(), [](unsigned char c) { return c >= '0' && c <= '9'; });
  if (phead == "_" || number) return Constraint::kNone;
  return parse_constraint(phead);
}

std::string phead_of(Constraint constraint) {
  if (constraint == Constraint::kNone) return "_";
  if (constraint == Constraint::kHead) return "1";
  return constraint_names(constraint);
}

}  // namespace panarc
