#include "panarc/evaluate.h"

#include <fmt/format.h>

#include "evaluate/comparison.h"
#include "evaluate/paired_reader.h"
#include "panarc/error.h"

namespace panarc {

namespace {

// In the order of Metric.
constexpr std::array<std::string_view, kMetricCount> kNames{
    "UAS",   "LAS",   "CLAS",         "MLAS",         "BLEX",     "UPOS",   "XPOS",
    "FEATS", "LEMMA", "UAS_no_punct", "LAS_no_punct", "LAS_full", "AllTags"};

}  // namespace

std::array<Metric, kMetricCount> all_metrics() {
  std::array<Metric, kMetricCount> metrics{};
  for (std::size_t i = 0; i < kMetricCount; ++i) metrics[i] = static_cast<Metric>(i);
  return metrics;
}

std::string_view metric_name(Metric metric) { return kNames[static_cast<std::size_t>(metric)]; }

void Tally::add(const Tally& other) {
  correct += other.correct;
  gold += other.gold;
  system += other.system;
}

double Tally::percentage() const {
  const std::uint64_t given = gold + system;
  if (given == 0) return 0.0;
  return 200.0 * static_cast<double>(correct) / static_cast<double>(given);
}

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
    ++words_;
    add_tags(sentence[word]);
    add_heads(sentence[word]);
  }
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
  count(Metric::kUpos, word.same_upos);
  count(Metric::kXpos, word.same_xpos);
  count(Metric::kFeats, word.same_features);
  count(Metric::kLemma, word.same_lemma);
  count(Metric::kAllTags, word.same_upos && word.same_xpos && word.same_features);
}

void Scores::add_heads(const WordComparison& word) {
  if (!word.has_gold_head) {
    ++without_gold_head_;
    return;
  }
  if (!word.has_system_head) ++without_system_head_;
  const bool attached = word.same_head;
  const bool labelled = attached && word.same_base_relation;
  count(Metric::kUas, attached);
  count(Metric::kLas, labelled);
  count(Metric::kLasFull, attached && word.same_relation);
  add_without_punctuation(word, attached, labelled);
  count_content(Metric::kClas, word, labelled);
  count_content(Metric::kMlas, word,
                labelled && word.same_upos && word.same_features && word.same_function_words);
  count_content(Metric::kBlex, word, labelled && word.same_lemma);
}

void Scores::add_without_punctuation(const WordComparison& word, bool attached, bool labelled) {
  if (word.tagged_punctuation) {
    ++tagged_punctuation_;
  } else {
    count(Metric::kUasNoPunct, attached);
    count(Metric::kLasNoPunct, labelled);
  }
  if (!word.written_punctuation) {
    uas_without_written_punctuation_.add({attached ? 1U : 0U, 1, 1});
    las_without_written_punctuation_.add({labelled ? 1U : 0U, 1, 1});
  }
}

void Scores::count(Metric metric, bool correct) {
  tallies_[static_cast<std::size_t>(metric)].add({correct ? 1U : 0U, 1, 1});
}

void Scores::count_content(Metric metric, const WordComparison& word, bool correct) {
  tallies_[static_cast<std::size_t>(metric)].add({word.gold_content && correct ? 1U : 0U,
                                                  word.gold_content ? 1U : 0U,
                                                  word.system_content ? 1U : 0U});
}

Scores evaluate(TreebankReader& gold, TreebankReader& system) {
  PairedReader pairs(gold, system);
  SentenceComparison comparison;
  Scores scores;
  while (pairs.next()) {
    comparison.compare(pairs.gold(), pairs.system());
    scores.add(comparison);
  }
  if (scores.words() == 0) {
    throw Error({gold.name(), 0, 0}, "there are no words to score in either file");
  }
  return scores;
}

Scores evaluate(std::span<const Sentence> gold, std::span<const Sentence> system) {
  if (gold.size() != system.size()) {
    throw Error(fmt::format("there are {} sentences of the system: expected {}", system.size(),
                            gold.size()));
  }
  SentenceComparison comparison;
  Scores scores;
  for (std::size_t i = 0; i < gold.size(); ++i) {
    check_same_words(gold[i], system[i], i + 1);
    comparison.compare(gold[i], system[i]);
    scores.add(comparison);
  }
  return scores;
}

}  // namespace panarc
