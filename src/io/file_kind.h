#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace panarc {

/// How every model and checkpoint begins.
inline constexpr std::string_view kModelMagic = "\x89panarc\n";

/// So many bytes are enough for problem_of_beginning().
inline constexpr std::size_t kTellingBytes = 8;

/// What is wrong with a file that should be text in UTF-8, if its first bytes tell: it is a model,
/// compressed, or in another encoding. Otherwise empty.
std::string_view problem_of_beginning(std::string_view bytes);

/// Whether bytes begin like CoNLL-U: after comments, if there are any, a line has nine tabs.
bool begins_like_treebank(std::string_view bytes);
/// The same of a file. Of streams, which can be read only once, nothing is known: false. Throws
/// Error if it cannot be read.
bool is_like_treebank(const std::string& path);

}  // namespace panarc
