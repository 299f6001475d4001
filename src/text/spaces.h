#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/treebank.h"

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
