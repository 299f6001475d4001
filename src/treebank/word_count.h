#pragma once

#include <cstddef>
#include <span>

#include "panarc/treebank.h"

namespace panarc {

inline std::size_t count_words(std::span<const Sentence> sentences) {
  std::size_t words = 0;
  for (const Sentence& sentence : sentences) words += static_cast<std::size_t>(sentence.size());
  return words;
}

}  // namespace panarc
