#include "panarc/evaluate.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "evaluate/alignment.h"
#include "evaluate/comparison.h"
#include "panarc/error.h"

namespace panarc {

namespace {

// The names of metrics, in the order of Metric.
constexpr std::array<std::string_view, kMetricCount> kNames{
    "UAS",   "LAS",          "CLAS",         "MLAS",     "BLEX",    "UPOS",   "XPOS",      "FEATS",
    "LEMMA", "UAS_no_punct", "LAS_no_punct", "LAS_full", "AllTags", "Tokens", "Sentences", "Words"};

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole);
}

using Span = std::pair<std::size_t, std::size_t>;

Tally compare_spans(const std::vector<Span>& gold, const std::vector<Span>& system) {
  std::vector<Span> common;
  std::ranges::set_intersection(gold, system, std::back_inserter(common));
  return {common.size(), gold.size(), system.size()};
}

/// Where the tokens of a passage begin and end: by words, or in the text.
std::vector<Span> token_spans(const Passage& passage, bool by_words) {
  std::vector<Span> spans;
  for (const Passage::Token& token : passage.tokens()) {
    spans.push_back(by_words ? Span(token.first, token.last) : Span(token.begin, token.end));
  }
  return spans;
}

std::vector<Span> sentence_spans(const Passage& passage) {
  std::vector<Span> spans;
  std::size_t begin = 0;
  for (const std::size_t end : passage.sentence_ends()) {
    spans.emplace_back(begin, end);
    begin = end;
  }
  return spans;
}

Tally one_word(const WordComparison& word, bool correct) {
  return {correct ? 1U : 0U, word.in_gold ? 1U : 0U, word.in_system ? 1U : 0U};
}

Scores evaluate(PassageReader& passages) {
  SentenceComparison comparison;
  Scores scores;
  while (passages.next()) {
    const Passage& gold = passages.gold();
    const Passage& system = passages.system();
    if (passages.same_words()) {
      comparison.compare(gold.sentence(0), system.sentence(0));
    } else {
      comparison.compare(gold, system, passages.alignment());
    }
    scores.add(comparison);
    scores.add_segmentation(gold, system, passages.same_words());
  }
  return scores;
}

}  // namespace

std::array<Metric, kMetricCount> all_metrics() {
  std::array<Metric, kMetricCount> metrics{};
  for (std::size_t i = 0; i < kMetricCount; ++i) metrics[i] = static_cast<Metric>(i);
  return metrics;
}

std::string_view metric_name(Metric metric) { return kNames[static_cast<std::size_t>(metric)]; }

Metric metric_of(Field column) {
  switch (column) {
    case Field::kUpos:
      return Metric::kUpos;
    case Field::kXpos:
      return Metric::kXpos;
    case Field::kFeats:
      return Metric::kFeats;
    default:
      return Metric::kLemma;
  }
}

void Tally::add(const Tally& other) {
  correct += other.correct;
  gold += other.gold;
  system += other.system;
}

double Tally::percentage() const { return percent(2 * correct, gold + system); }
double Tally::precision() const { return percent(correct, system); }
double Tally::recall() const { return percent(correct, gold); }

const Tally& Scores::tally(Metric metric, Punctuation punctuation) const {
  const auto by_tag = [this](Metric which) -> const Tally& {
    return tallies_[static_cast<std::size_t>(which)];
  };
  const bool uas = metric == Metric::kUasNoPunct;
  if ((!uas && metric != Metric::kLasNoPunct) || punctuation == Punctuation::kUpos) {
    return by_tag(metric);
  }
  if (punctuation == Punctuation::kNone) return by_tag(uas ? Metric::kUas : Metric::kLas);
  return uas ? uas_without_written_punctuation_ : las_without_written_punctuation_;
}

void Scores::add(const SentenceComparison& sentence) {
  ++sentences_;
  for (Node word = 1; word <= sentence.size(); ++word) {
    if (sentence[word].in_gold) ++words_;
    add_tags(sentence[word]);
    add_heads(sentence[word]);
  }
}

void Scores::add_segmentation(const Passage& gold, const Passage& system, bool same_words) {
  const auto tally = [this](Metric metric) -> Tally& {
    return tallies_[static_cast<std::size_t>(metric)];
  };
  tally(Metric::kTokens)
      .add(compare_spans(token_spans(gold, same_words), token_spans(system, same_words)));
  if (same_words) {
    tally(Metric::kSentences).add({1, 1, 1});
  } else {
    tally(Metric::kSentences).add(compare_spans(sentence_spans(gold), sentence_spans(system)));
    // add() has counted the passage as one sentence.
    sentences_ += gold.sentence_count() - 1;
  }
}

bool Scores::same_segmentation() const {
  return std::ranges::all_of(std::array{Metric::kSentences, Metric::kWords}, [this](Metric metric) {
    const Tally& tally = (*this)[metric];
    return tally.correct == tally.gold && tally.correct == tally.system;
  });
}

void Scores::add(Metric metric, const Tally& tally) {
  tallies_[static_cast<std::size_t>(metric)].add(tally);
}

void Scores::add(const Scores& other) {
  for (std::size_t i = 0; i < kMetricCount; ++i) tallies_[i].add(other.tallies_[i]);
  uas_without_written_punctuation_.add(other.uas_without_written_punctuation_);
  las_without_written_punctuation_.add(other.las_without_written_punctuation_);
  tagged_punctuation_ += other.tagged_punctuation_;
  sentences_ += other.sentences_;
  words_ += other.words_;
  without_gold_head_ += other.without_gold_head_;
  without_system_head_ += other.without_system_head_;
}

void Scores::add_tags(const WordComparison& word) {
  count(Metric::kWords, word, word.in_gold && word.in_system);
  count(Metric::kUpos, word, word.same_upos);
  count(Metric::kXpos, word, word.same_xpos);
  count(Metric::kFeats, word, word.same_features);
  count(Metric::kLemma, word, word.same_lemma);
  count(Metric::kAllTags, word, word.same_upos && word.same_xpos && word.same_features);
}

void Scores::add_heads(const WordComparison& word) {
  if (word.in_gold && !word.has_gold_head) {
    ++without_gold_head_;
    return;
  }
  if (word.in_system && !word.has_system_head) ++without_system_head_;
  const bool attached = word.same_head;
  const bool labelled = attached && word.same_base_relation;
  count(Metric::kUas, word, attached);
  count(Metric::kLas, word, labelled);
  count(Metric::kLasFull, word, attached && word.same_relation);
  add_without_punctuation(word, attached, labelled);
  count_content(Metric::kClas, word, labelled);
  count_content(Metric::kMlas, word,
                labelled && word.same_upos && word.same_features && word.same_function_words);
  count_content(Metric::kBlex, word, labelled && word.same_lemma);
}

void Scores::add_without_punctuation(const WordComparison& word, bool attached, bool labelled) {
  if (word.tagged_punctuation) {
    if (word.in_gold) ++tagged_punctuation_;
  } else {
    count(Metric::kUasNoPunct, word, attached);
    count(Metric::kLasNoPunct, word, labelled);
  }
  if (!word.written_punctuation) {
    uas_without_written_punctuation_.add(one_word(word, attached));
    las_without_written_punctuation_.add(one_word(word, labelled));
  }
}

void Scores::count(Metric metric, const WordComparison& word, bool correct) {
  tallies_[static_cast<std::size_t>(metric)].add(one_word(word, correct));
}

void Scores::count_content(Metric metric, const WordComparison& word, bool correct) {
  tallies_[static_cast<std::size_t>(metric)].add({word.gold_content && correct ? 1U : 0U,
                                                  word.gold_content ? 1U : 0U,
                                                  word.system_content ? 1U : 0U});
}

Scores evaluate(TreebankReader& gold, TreebankReader& system) {
  PassageReader passages(next_of(gold), next_of(system));
  const Scores scores = evaluate(passages);
  if (scores.words() == 0) {
    throw Error({gold.name(), 0, 0}, "there are no words to score in either file");
  }
  return scores;
}

Scores evaluate(std::span<const Sentence> gold, std::span<const Sentence> system) {
  PassageReader passages(next_of(gold), next_of(system));
  return evaluate(passages);
}

}  // namespace panarc
