#include "treebank/universal.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "io/text.h"
#include "io/utf8.h"

namespace panarc {

namespace {

// The tags and the relations are sorted, for binary search.
constexpr std::array<std::string_view, 17> kTags{"ADJ",   "ADP",   "ADV", "AUX",  "CCONJ", "DET",
                                                 "INTJ",  "NOUN",  "NUM", "PART", "PRON",  "PROPN",
                                                 "PUNCT", "SCONJ", "SYM", "VERB", "X"};

constexpr std::array<std::string_view, 37> kRelations{
    "acl",       "advcl",      "advmod",   "amod",     "appos", "aux",      "case",   "cc",
    "ccomp",     "clf",        "compound", "conj",     "cop",   "csubj",    "dep",    "det",
    "discourse", "dislocated", "expl",     "fixed",    "flat",  "goeswith", "iobj",   "list",
    "mark",      "nmod",       "nsubj",    "nummod",   "obj",   "obl",      "orphan", "parataxis",
    "punct",     "reparandum", "root",     "vocative", "xcomp"};

template <std::size_t kSize>
bool is_among(const std::array<std::string_view, kSize>& sorted, std::string_view text) {
  return std::binary_search(sorted.begin(), sorted.end(), text);
}

bool is_small_latin(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) { return c >= 'a' && c <= 'z'; });
}

// Letters of any script that are not capitals, with their marks.
bool is_small_word(std::string_view text) {
  constexpr std::uint32_t kLetters =
      U_GC_LL_MASK | U_GC_LM_MASK | U_GC_LO_MASK | U_GC_MN_MASK | U_GC_MC_MASK | U_GC_ME_MASK;
  if (text.empty()) return false;
  while (!text.empty()) {
    const auto character = static_cast<UChar32>(take_character(text));
    if ((U_GET_GC_MASK(character) & kLetters) == 0) return false;
  }
  return true;
}

// Words joined by underscores.
bool is_marker(std::string_view text) {
  return std::ranges::all_of(Parts(text, '_'), is_small_word);
}

}  // namespace

bool is_universal_tag(std::string_view tag) { return is_among(kTags, tag); }

bool is_universal_relation(std::string_view relation) { return is_among(kRelations, relation); }

bool is_basic_relation(std::string_view text) {
  const std::size_t colon = text.find(':');
  return is_small_latin(text.substr(0, colon)) &&
         (colon == std::string_view::npos || is_small_latin(text.substr(colon + 1)));
}

bool is_enhanced_relation(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ':');
  if (!is_small_latin(parts[0])) return false;
  switch (parts.size()) {
    case 1:
      return true;
    case 2:
      return is_marker(parts[1]);
    case 3:
      return (is_small_latin(parts[1]) && is_marker(parts[2])) ||
             (is_marker(parts[1]) && is_small_latin(parts[2]));
    case 4:
      return is_small_latin(parts[1]) && is_marker(parts[2]) && is_small_latin(parts[3]);
    default:
      return false;
  }
}

}  // namespace panarc
