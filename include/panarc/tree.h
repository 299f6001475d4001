#pragma once

#include <cstdint>
#include <vector>

namespace panarc {

/// A node of a sentence: words are 1 to n, ROOT is 0 wherever it stands.
using Node = std::int32_t;

inline constexpr Node kRoot = 0;

/// In place of a head: the word has none, or it is not known.
inline constexpr Node kNoHead = -1;

/// The head of every word: element w is the head of word w; element 0 is kNoHead.
using Heads = std::vector<Node>;

/// Where the dummy ROOT stands among the words of a sentence.
enum class RootPosition : std::uint8_t { kFirst, kLast };

}  // namespace panarc
