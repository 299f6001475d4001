#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "panarc/treebank.h"
#include "text/characters.h"
#include "text/split_model.h"
#include "treebank/sentence_reader.h"

namespace panarc {

/// Makes CoNLL-U sentences from tokens. Reuses its memory.
class SentenceBuilder {
 public:
  /// The comments of a sentence, and where it begins.
  struct Head {
    bool new_document = false;
    std::string_view document;
    bool new_paragraph = false;
    std::uint64_t id = 0;
    Place place;
  };

  /// The tokens of a sentence in its text, what each of them is split into, and the `rules` for
  /// that. There is only white space from `begin` to the first token, and from the last token to
  /// `end`.
  struct Tokens {
    const Characters& text;
    std::size_t begin = 0;
    std::size_t end = 0;
    std::span<const TextPart> parts;
    std::span<const Split> splits;
    const SplitModel* rules = nullptr;
  };

  void build(const Head& head, const Tokens& tokens, Sentence& sentence);
  /// A sentence for white space alone, without tokens.
  void build_blank(const Head& head, std::string_view spaces, Sentence& sentence);

 private:
  void begin(const Head& head);
  void set_form(const Characters& text, const TextPart& token);
  void set_misc(std::string_view before, std::string_view after);
  void add_attribute(std::string_view name, std::string_view text);
  void add_token(const Tokens& tokens, std::size_t number);
  void add_line(std::string_view form, std::string_view misc);
  void finish(const Head& head, Sentence& sentence);

  SentenceReader reader_;
  Node words_ = 0;
  std::string text_;   // `# text`
  std::string lines_;  // the word lines
  std::string block_;
  std::string form_;
  std::string in_token_;  // the bytes of a token, if they differ from its form
  std::string misc_;
};

}  // namespace panarc
