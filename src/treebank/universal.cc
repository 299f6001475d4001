#include "treebank/universal.h"

#include <algorithm>
#include <array>
#include <cstddef>

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

}  // namespace

bool is_universal_tag(std::string_view tag) { return is_among(kTags, tag); }

bool is_universal_relation(std::string_view relation) { return is_among(kRelations, relation); }

}  // namespace panarc
