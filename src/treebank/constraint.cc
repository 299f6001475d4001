#include "panarc/constraint.h"

#include <array>
#include <utility>

#include "io/text.h"

namespace panarc {

namespace {

constexpr std::array<std::pair<Constraint, std::string_view>, 4> kNames{{
    {Constraint::kHead, "Head"},
    {Constraint::kLeft, "Left"},
    {Constraint::kRight, "Right"},
    {Constraint::kLabel, "Label"},
}};

Constraint flag_of(std::string_view name) {
  for (const auto& [flag, known] : kNames) {
    if (known == name) return flag;
  }
  return Constraint::kNone;
}

}  // namespace

std::optional<Constraint> parse_constraint(std::string_view names) {
  Constraint result = Constraint::kNone;
  Parts parts(names, ',');
  for (std::string_view name; parts.next(name);) {
    const Constraint flag = flag_of(name);
    if (flag == Constraint::kNone) return std::nullopt;
    result = result | flag;
  }
  if (has(result, Constraint::kLeft | Constraint::kRight)) return std::nullopt;
  return result;
}

std::string constraint_names(Constraint constraint) {
  std::string names;
  for (const auto& [flag, name] : kNames) {
    if (!has(constraint, flag)) continue;
    if (!names.empty()) names += ',';
    names += name;
  }
  return names;
}

}  // namespace panarc
