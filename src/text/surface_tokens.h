#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

#include "panarc/treebank.h"

namespace panarc {

/// A token as written in the text: a word, or a multiword token.
struct SurfaceToken {
  std::string_view form;
  std::string_view misc;
  Node first = 0;
  Node last = 0;
};

/// The tokens of a sentence, in order; valid as long as its fields are.
inline std::vector<SurfaceToken> surface_tokens(const Sentence& sentence) {
  std::vector<SurfaceToken> tokens;
  std::size_t multiword = 0;
  for (Node word = 1; word <= sentence.size(); ++word) {
    if (multiword < sentence.multiword_count()) {
      const Sentence::MultiwordToken token = sentence.multiword(multiword);
      if (token.first == word) {
        tokens.push_back({token[Field::kForm], token[Field::kMisc], token.first, token.last});
        word = token.last;
        ++multiword;
        continue;
      }
    }
    tokens.push_back({sentence.form(word), sentence.misc(word), word, word});
  }
  return tokens;
}

}  // namespace panarc
