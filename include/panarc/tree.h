#pragma once

#include <cstdint>
#include <vector>

namespace panarc {

/// A node of a sentence: words are 1 to n; ROOT is 0, whatever its position.
using Node = std::int32_t;

inline constexpr Node kRoot = 0;

/// What stands instead of a head if a word has none, or if it is unknown.
inline constexpr Node kNoHead = -1;

/// The head of every word: element w is the head of word w; element 0 is kNoHead.
using Heads = std::vector<Node>;

/// The position of the dummy ROOT relative to the words of a sentence.
enum class RootPosition : std::uint8_t { kFirst, kLast };

}  // namespace panarc
