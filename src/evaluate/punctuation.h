#pragma once

#include <array>
#include <cstdint>
#include <string_view>

namespace panarc {

/// How the words are recognised that scores without punctuation leave out.
enum class Punctuation : std::uint8_t {
  kUpos,     ///< by the gold tag PUNCT of Universal Dependencies
  kUnicode,  ///< by the form, as eval.pl of CoNLL-X and CoNLL 2007 does: see is_punctuation()
  kNone,     ///< not at all: no word is left out
};

inline constexpr std::array kPunctuations{Punctuation::kUpos, Punctuation::kUnicode,
                                          Punctuation::kNone};

/// "upos", "unicode" or "none".
std::string_view punctuation_name(Punctuation punctuation);

/// Whether all characters of a form are of one of the categories of punctuation in Unicode.
/// Symbols such as `$` or `+` are not.
bool is_punctuation(std::string_view form);

}  // namespace panarc
