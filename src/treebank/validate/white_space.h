#pragma once

#include <cstddef>
#include <string_view>

namespace panarc::validation {

// White space is what Unicode calls so, at any place of a text in UTF-8. At the ends of a text it
// includes the separators U+001C to U+001F, as in the official validator.

/// The number of bytes of the white space character that a text begins with; 0 if it does not.
std::size_t space_length(std::string_view text);

bool has_space(std::string_view text);
/// Whether two white space characters follow each other.
bool has_double_space(std::string_view text);
/// Whether there is nothing but white space, and some of it.
bool is_all_space(std::string_view text);

bool begins_with_space(std::string_view text);
bool ends_with_space(std::string_view text);
/// The text without white space at its beginning.
std::string_view without_leading_space(std::string_view text);
/// The text without white space at either end.
std::string_view without_margins(std::string_view text);

}  // namespace panarc::validation
