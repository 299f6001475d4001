#pragma once

#include <cstdint>
#include <string_view>

namespace panarc {

/// The number that a text represents. Throws Error, which says what was expected, for another text
/// and for a number out of range.
std::uint64_t whole_number(std::string_view text, std::uint64_t least, std::uint64_t most);
double real_number(std::string_view text, double least, double most);

}  // namespace panarc
