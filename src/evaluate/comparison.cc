#include "evaluate/comparison.h"

#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <cassert>

#include "io/text.h"
#include "io/utf8.h"
#include "treebank/universal.h"

namespace panarc {
namespace {

// The lists are sorted, for binary search.
constexpr std::array<std::string_view, 7> kFunctionalRelations{"aux", "case", "cc",  "clf",
                                                               "cop", "det",  "mark"};

constexpr std::array<std::string_view, 21> kUniversalFeatures{
    "Abbr",    "Animacy", "Aspect",   "Case",    "Definite", "Degree",   "Evident",
    "Foreign", "Gender",  "Mood",     "NumType", "Number",   "Person",   "Polarity",
    "Polite",  "Poss",    "PronType", "Reflex",  "Tense",    "VerbForm", "Voice"};

static_assert(std::is_sorted(kFunctionalRelations.begin(), kFunctionalRelations.end()));
static_assert(std::is_sorted(kUniversalFeatures.begin(), kUniversalFeatures.end()));

bool is_universal_feature(std::string_view feature) {
  return std::binary_search(kUniversalFeatures.begin(), kUniversalFeatures.end(),
                            feature.substr(0, feature.find('=')));
}

std::vector<std::string_view> universal_features(std::string_view feats) {
  std::vector<std::string_view> features;
  for (const std::string_view feature : Parts(feats, '|')) {
    if (is_universal_feature(feature)) features.push_back(feature);
  }
  std::sort(features.begin(), features.end());
  return features;
}

/// How words correspond if two annotations have the same ones.
struct SameWords {
  [[nodiscard]] static Node in_system(Node gold) { return gold; }
  [[nodiscard]] static Node in_gold(Node system) { return system; }
};

struct AlignedWords {
  const Alignment& alignment;

  [[nodiscard]] Node in_system(Node gold) const {
    return alignment.gold_to_system[static_cast<std::size_t>(gold)];
  }
  [[nodiscard]] Node in_gold(Node system) const {
    return alignment.system_to_gold[static_cast<std::size_t>(system)];
  }
};

/// The word that a function word depends on; kRoot if it is not one.
template <class Text>
Node function_head(const Text& text, Node word) {
  const Node head = text.head(word);
  const bool functional = relation_kind(text.deprel(word)) == RelationKind::kFunctional;
  return functional && head != kNoHead ? head : kRoot;
}

template <class Text>
WordComparison gold_word(const Text& gold, Node word) {
  WordComparison result;
  result.has_gold_head = gold.head(word) != kNoHead;
  result.gold_content = relation_kind(gold.deprel(word)) == RelationKind::kContent;
  result.tagged_punctuation = gold.upos(word) == "PUNCT";
  result.written_punctuation = is_punctuation(gold.form(word));
  return result;
}

template <class Text, class Aligned>
void add_system_word(const Text& gold, Node word, const Text& system, Node other,
                     const Aligned& aligned, WordComparison& result) {
  const std::string_view gold_relation = gold.deprel(word);
  const std::string_view system_relation = system.deprel(other);
  const Node head = system.head(other);
  result.has_system_head = head != kNoHead;
  result.system_content = relation_kind(system_relation) == RelationKind::kContent;
  result.same_head =
      result.has_gold_head && result.has_system_head && aligned.in_gold(head) == gold.head(word);
  result.same_base_relation = base_relation(gold_relation) == base_relation(system_relation);
  result.same_relation = gold_relation == system_relation;
  result.same_upos = gold.upos(word) == system.upos(other);
  result.same_xpos = gold.xpos(word) == system.xpos(other);
  result.same_features = same_universal_features(gold.feats(word), system.feats(other));
  result.same_lemma = gold.lemma(word) == "_" || gold.lemma(word) == system.lemma(other);
}

/// A word that only the system has. Whether it is punctuation depends on the system's annotation.
template <class Text>
WordComparison system_word(const Text& system, Node word) {
  WordComparison result;
  result.in_gold = false;
  result.has_system_head = system.head(word) != kNoHead;
  result.system_content = relation_kind(system.deprel(word)) == RelationKind::kContent;
  result.tagged_punctuation = system.upos(word) == "PUNCT";
  result.written_punctuation = is_punctuation(system.form(word));
  return result;
}

}  // namespace

RelationKind relation_kind(std::string_view relation) {
  const std::string_view base = base_relation(relation);
  if (std::binary_search(kFunctionalRelations.begin(), kFunctionalRelations.end(), base)) {
    return RelationKind::kFunctional;
  }
  const bool content = base != "punct" && is_universal_relation(base);
  return content ? RelationKind::kContent : RelationKind::kOther;
}

bool same_universal_features(std::string_view a, std::string_view b) {
  // Usually the features are equal as they stand, and need not be split.
  return a == b || universal_features(a) == universal_features(b);
}

void SentenceComparison::compare(const Sentence& gold, const Sentence& system) {
  assert(gold.size() == system.size());
  compare_words(gold, system, SameWords());
}

void SentenceComparison::compare(const Passage& gold, const Passage& system,
                                 const Alignment& alignment) {
  const AlignedWords aligned{alignment};
  compare_words(gold, system, aligned);
  for (Node word = 1; word <= system.size(); ++word) {
    if (aligned.in_gold(word) == kNotAligned) words_.push_back(system_word(system, word));
  }
}

template <class Text, class Aligned>
void SentenceComparison::compare_words(const Text& gold, const Text& system,
                                       const Aligned& aligned) {
  words_.assign(1, {});
  for (Node word = 1; word <= gold.size(); ++word) {
    WordComparison& result = words_.emplace_back(gold_word(gold, word));
    const Node other = aligned.in_system(word);
    result.in_system = other != kNotAligned;
    if (result.in_system) add_system_word(gold, word, system, other, aligned, result);
  }
  compare_function_words(gold, system, aligned);
}

// A function word that differs in anything affects the word it depends on, in either annotation.
template <class Text, class Aligned>
void SentenceComparison::compare_function_words(const Text& gold, const Text& system,
                                                const Aligned& aligned) {
  const auto at = [this](Node word) -> WordComparison& {
    return words_[static_cast<std::size_t>(word)];
  };
  for (Node word = 1; word <= gold.size(); ++word) {
    const WordComparison& compared = at(word);
    if (!compared.has_gold_head) continue;
    const Node gold_head = function_head(gold, word);
    const Node system_head = compared.in_system
                                 ? aligned.in_gold(function_head(system, aligned.in_system(word)))
                                 : kNotAligned;
    const bool same = gold_head == system_head && compared.same_base_relation &&
                      compared.same_upos && compared.same_features;
    if (same) continue;
    at(gold_head).same_function_words = false;
    if (system_head != kNotAligned) at(system_head).same_function_words = false;
  }
  for (Node word = 1; word <= system.size(); ++word) {
    if (aligned.in_gold(word) != kNotAligned) continue;
    const Node head = aligned.in_gold(function_head(system, word));
    if (head != kNotAligned) at(head).same_function_words = false;
  }
}

bool is_punctuation(std::string_view form) {
  if (form.empty()) return false;
  while (!form.empty()) {
    if (u_ispunct(static_cast<UChar32>(take_character(form))) == 0) return false;
  }
  return true;
}

}  // namespace panarc
