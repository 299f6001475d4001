#pragma once

#include <string>
#include <string_view>

namespace panarc {

// White space in MISC, as UDPipe and others write it: `SpacesAfter=\s\n`. A space is \s, a tab \t,
// a carriage return \r, a line feed \n, a vertical bar \p and a backslash \\. White space beyond
// ASCII is \u and four hexadecimal digits, as some treebanks have it. Anything else is written as
// it is.

/// A text as the value of an attribute of MISC.
std::string escape_spaces(std::string_view text);

/// The text that a value stands for. A backslash before anything else stands for itself.
std::string unescape_spaces(std::string_view value);

/// What of MISC says how the text goes on after a token: nothing, or what stands between it and the
/// next one. Without an attribute that is one space.
std::string space_after(std::string_view misc);

}  // namespace panarc
