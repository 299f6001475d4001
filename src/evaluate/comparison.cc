#include "evaluate/comparison.h"

#include <algorithm>
#include <array>
#include <cassert>

#include "evaluate/punctuation.h"
#include "io/text.h"
#include "treebank/universal.h"

namespace panarc {

namespace {

// Both sorted, for the sake of the search.
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
  Parts parts(feats, '|');
  for (std::string_view feature; parts.next(feature);) {
    if (is_universal_feature(feature)) features.push_back(feature);
  }
  std::sort(features.begin(), features.end());
  return features;
}

/// The word that a word depends on as a function word; kRoot if it does not.
Node function_head(const Sentence& sentence, Node word) {
  const Node head = sentence.head(word);
  const bool functional = relation_kind(sentence.deprel(word)) == RelationKind::kFunctional;
  return functional && head != kNoHead ? head : kRoot;
}

WordComparison compare_word(const Sentence& gold, const Sentence& system, Node word) {
  const std::string_view gold_relation = gold.deprel(word);
  const std::string_view system_relation = system.deprel(word);
  WordComparison result;
  result.has_gold_head = gold.head(word) != kNoHead;
  result.has_system_head = system.head(word) != kNoHead;
  result.gold_content = relation_kind(gold_relation) == RelationKind::kContent;
  result.system_content = relation_kind(system_relation) == RelationKind::kContent;
  result.tagged_punctuation = gold.upos(word) == "PUNCT";
  result.written_punctuation = is_punctuation(gold.form(word));
  result.same_head = result.has_gold_head && gold.head(word) == system.head(word);
  result.same_base_relation = base_relation(gold_relation) == base_relation(system_relation);
  result.same_relation = gold_relation == system_relation;
  result.same_upos = gold.upos(word) == system.upos(word);
  result.same_xpos = gold.xpos(word) == system.xpos(word);
  result.same_features = same_universal_features(gold.feats(word), system.feats(word));
  result.same_lemma = gold.lemma(word) == "_" || gold.lemma(word) == system.lemma(word);
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
  // Mostly they are equal, and need not be taken apart.
  return a == b || universal_features(a) == universal_features(b);
}

void SentenceComparison::compare(const Sentence& gold, const Sentence& system) {
  assert(gold.size() == system.size());
  words_.assign(1, {});
  for (Node word = 1; word <= gold.size(); ++word) {
    words_.push_back(compare_word(gold, system, word));
  }
  for (Node word = 1; word <= gold.size(); ++word) compare_function_word(gold, system, word);
}

// A function word that differs in anything makes a difference to the word it depends on, in
// either file.
void SentenceComparison::compare_function_word(const Sentence& gold, const Sentence& system,
                                               Node word) {
  const WordComparison& compared = words_[static_cast<std::size_t>(word)];
  if (!compared.has_gold_head) return;
  const Node gold_head = function_head(gold, word);
  const Node system_head = function_head(system, word);
  const bool same = gold_head == system_head && compared.same_base_relation && compared.same_upos &&
                    compared.same_features;
  if (same) return;
  words_[static_cast<std::size_t>(gold_head)].same_function_words = false;
  words_[static_cast<std::size_t>(system_head)].same_function_words = false;
}

}  // namespace panarc
