#include "panarc/text.h"
#include "text/spaces.h"
#include "text/surface_tokens.h"
#include "treebank/misc_field.h"

namespace panarc {

void append_text(const Sentence& sentence, std::string& text) {
  for (const SurfaceToken& token : surface_tokens(sentence)) {
    if (const auto before = misc_value(token.misc, "SpacesBefore")) {
      text += unescape_spaces(*before);
    }
    const auto in_token = misc_value(token.misc, "SpacesInToken");
    in_token ? text += unescape_spaces(*in_token) : text += token.form;
    text += space_after(token.misc);
  }
}

std::string reconstruct_text(std::span<const Sentence> sentences, std::string_view trailing) {
  std::string text;
  for (const Sentence& sentence : sentences) append_text(sentence, text);
  return text.append(trailing);
}

}  // namespace panarc
