#pragma once

#include <cstddef>
#include <string_view>

namespace panarc {

/// How every model and checkpoint begins.
inline constexpr std::string_view kModelMagic = "\x89panarc\n";

/// How many bytes problem_of_beginning() needs.
inline constexpr std::size_t kBeginningBytes = 8;

/// What to say of a text with a NUL byte: other programs would take it for the end of a line or
/// file.
inline constexpr std::string_view kNulInText =
    "found a NUL byte, expected text; is the file in another encoding, like UTF-16?";

/// What is wrong with a file that should be UTF-8 text, if its first bytes tell: it is a model,
/// compressed, or in another encoding. Otherwise empty.
std::string_view problem_of_beginning(std::string_view bytes);

/// Whether bytes begin like CoNLL-U: the first line after any comments has nine tabs.
bool begins_like_treebank(std::string_view bytes);

}  // namespace panarc
