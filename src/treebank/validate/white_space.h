#pragma once

#include <cstddef>
#include <string_view>

namespace panarc::validation {

// White space is what Unicode calls so, in texts in UTF-8.

/// The number of bytes of the white space character that a text begins with; 0 if it does not.
std::size_t space_length(std::string_view text);

/// Removes white space from the beginning of a text.
void skip_spaces(std::string_view& text);

bool has_space(std::string_view text);
/// False if there is certainly none, other than tabs: quicker than has_space().
bool may_have_space(std::string_view text);
/// Whether two white space characters follow each other.
bool has_double_space(std::string_view text);
/// Whether there is nothing but white space, and some of it.
bool is_all_space(std::string_view text);

/// The text without white space at either end.
std::string_view without_margins(std::string_view text);

// The functions below also take the separators U+001C to U+001F for white space, as the official
// validator does.
bool begins_with_space(std::string_view text);
bool ends_with_space(std::string_view text);
/// The text without white space at its beginning.
std::string_view without_leading_space(std::string_view text);

}  // namespace panarc::validation
