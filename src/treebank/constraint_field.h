#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "panarc/constraint.h"

namespace panarc {

/// `Constraint=` of a MISC field; nothing if it cannot be understood.
std::optional<Constraint> constraint_of_misc(std::string_view misc);
std::string with_constraint(std::string_view misc, Constraint constraint);

/// Column 9 of CoNLL-X: `1` for a known head (PanParser, 4.5), names as in MISC for what that
/// cannot say. Any other number is a PHEAD as CoNLL-X first meant it and constrains nothing.
std::optional<Constraint> constraint_of_phead(std::string_view phead);
std::string phead_of(Constraint constraint);

}  // namespace panarc
