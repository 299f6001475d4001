#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace panarc::test {

/// A word of a sentence to be scored; its fields are literals.
struct Word {
  std::string_view form;
  std::string_view upos;
  std::string_view head;
  std::string_view deprel;
  std::string_view feats = "_";
  std::string_view lemma = "lemma";
  std::string_view xpos = "_";
};

using Words = std::vector<Word>;

/// The sentence in CoNLL-U, blank line included.
inline std::string text_of(const Words& words) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const Word& word = words[i];
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\t{}\t{}\t_\t_\n", i + 1, word.form, word.lemma,
                        word.upos, word.xpos, word.feats, word.head, word.deprel);
  }
  return text + '\n';
}

}  // namespace panarc::test
