#include "analysis/aligned_sentences.h"

#include <string_view>
#include <utility>

namespace panarc {

AlignedSentences::AlignedSentences(NextSentence gold, NextSentence system)
    : passages_(std::move(gold), std::move(system)) {}

bool AlignedSentences::next() {
  const Passage& gold = passages_.gold();
  if (sentence_ + 1 < gold.sentence_count()) {
    words_before_ += gold.sentence(sentence_++).size();
    return true;
  }
  // Skip passages of words that only the system has: they have no gold sentence.
  do {
    if (!next_passage()) return false;
  } while (gold.sentence_count() == 0);
  return true;
}

bool AlignedSentences::next_passage() {
  if (!passages_.next()) return false;
  const Passage& system = passages_.system();
  sentence_ = 0;
  words_before_ = 0;
  views_.resize(system.sentence_count());
  for (std::size_t i = 0; i < views_.size(); ++i) views_[i].look_at(system.sentence(i));
  if (passages_.same_words()) {
    comparison_.compare(passages_.gold().sentence(0), system.sentence(0));
  } else {
    comparison_.compare(passages_.gold(), system, passages_.alignment());
  }
  return true;
}

AnnotatedWord AlignedSentences::system(Node word) const {
  const Node gold = words_before_ + word;
  const WordComparison& compared = comparison_[gold];
  if (!compared.in_system) return {};
  AnnotatedWord result;
  result.right_head = compared.same_head;
  result.right_label = compared.same_base_relation;
  if (passages_.same_words()) {
    result.view = &views_.front();
    result.word = word;
  } else {
    const Node system = passages_.alignment().gold_to_system[static_cast<std::size_t>(gold)];
    const Passage::Place place = passages_.system().place(system);
    result.view =
        &views_[static_cast<std::size_t>(place.sentence - &passages_.system().sentence(0))];
    result.word = place.word;
  }
  return result;
}

/// The system's head of a gold word, by the numbering of the gold standard.
Node AlignedSentences::head_in_gold(Node word) const {
  const Alignment& alignment = passages_.alignment();
  const Node in_passage = words_before_ + word;
  const Node system = alignment.gold_to_system[static_cast<std::size_t>(in_passage)];
  if (system == kNotAligned) return kNoHead;
  const Node head = passages_.system().head(system);
  if (head <= kRoot) return head;
  const Node gold = alignment.system_to_gold[static_cast<std::size_t>(head)] - words_before_;
  return gold >= 1 && gold <= this->gold().size() ? gold : kNoHead;
}

const Sentence& AlignedSentences::system_tree() {
  if (passages_.same_words()) return passages_.system().sentence(0);
  tree_ = gold();
  Heads heads{kNoHead};
  std::vector<std::string_view> relations{""};
  for (Node word = 1; word <= tree_.size(); ++word) {
    const AnnotatedWord found = system(word);
    heads.push_back(head_in_gold(word));
    relations.push_back(found.view == nullptr ? "_" : found.view->sentence().deprel(found.word));
  }
  tree_.set_heads_and_deprels(heads, relations);
  return tree_;
}

}  // namespace panarc
