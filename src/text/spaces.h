#pragma once

#include <string>
#include <string_view>

namespace panarc {

// White space in MISC, as UDPipe and others write it: `SpacesAfter=\s\n`. A space is \s, a tab \t,
// a carriage return \r, a line feed \n, a vertical bar \p and a backslash \\. Other white space,
// and a byte order mark, is \u and four hexadecimal digits, as in some treebanks. Everything else
// is written as it is.

/// Escapes a text for use as the value of a MISC attribute.
std::string escape_spaces(std::string_view text);

/// The text that a value stands for. A backslash before any other character stands for itself.
std::string unescape_spaces(std::string_view value);

/// The text between a token and the next one according to MISC, which may be empty. By default, one
/// space.
std::string space_after(std::string_view misc);

}  // namespace panarc
