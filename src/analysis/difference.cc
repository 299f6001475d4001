#include "panarc/analysis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cassert>

#include "analysis/paired_reader.h"
#include "io/text.h"
#include "panarc/error.h"
#include "treebank/universal.h"

namespace panarc {

namespace {

std::vector<std::string_view> sorted_features(std::string_view feats) {
  if (feats == "_") return {};
  std::vector<std::string_view> features = split(feats, '|');
  std::sort(features.begin(), features.end());
  return features;
}

/// The features of one word that the other lacks, as a field.
std::string features_without(std::span<const std::string_view> features,
                             std::span<const std::string_view> others) {
  std::vector<std::string_view> only;
  std::set_difference(features.begin(), features.end(), others.begin(), others.end(),
                      std::back_inserter(only));
  return only.empty() ? "_" : fmt::format("{}", fmt::join(only, "|"));
}

void compare_features(const Sentence& a, const Sentence& b, WordDifference& difference) {
  const std::string_view feats_a = a.feats(difference.word);
  const std::string_view feats_b = b.feats(difference.word);
  if (feats_a == feats_b) return;
  const auto features_a = sorted_features(feats_a);
  const auto features_b = sorted_features(feats_b);
  if (features_a == features_b) return;
  difference.kinds.push_back(DifferenceKind::kFeats);
  difference.fields.push_back({Field::kFeats, features_without(features_a, features_b),
                               features_without(features_b, features_a)});
}

/// Whether a field differs; records the difference.
bool compare_field(const Sentence& a, const Sentence& b, Field field, WordDifference& difference) {
  const std::string_view in_a = a.field(difference.word, field);
  const std::string_view in_b = b.field(difference.word, field);
  if (in_a == in_b) return false;
  difference.fields.push_back({field, std::string(in_a), std::string(in_b)});
  return true;
}

/// Compares HEAD as a number, since it may have leading zeros.
bool compare_heads(const Sentence& a, const Sentence& b, WordDifference& difference) {
  const Node word = difference.word;
  return a.head(word) != b.head(word) && compare_field(a, b, Field::kHead, difference);
}

WordDifference compare_annotations(const Sentence& a, const Sentence& b, Node word) {
  WordDifference difference{word, {}, {}};
  const bool head = compare_heads(a, b, difference);
  const bool label = compare_field(a, b, Field::kDeprel, difference);
  const auto note = [&](bool differs, DifferenceKind kind) {
    if (differs) difference.kinds.push_back(kind);
  };
  note(head && !label, DifferenceKind::kHead);
  note(label && !head, DifferenceKind::kLabel);
  note(head && label, DifferenceKind::kHeadAndLabel);
  note(compare_field(a, b, Field::kUpos, difference), DifferenceKind::kUpos);
  note(compare_field(a, b, Field::kXpos, difference), DifferenceKind::kXpos);
  compare_features(a, b, difference);
  note(compare_field(a, b, Field::kLemma, difference), DifferenceKind::kLemma);
  return difference;
}

void count_agreement(Tally& tally, bool agree) { tally.add({agree ? 1U : 0U, 1, 1}); }

}  // namespace

std::vector<WordDifference> find_differences(const Sentence& a, const Sentence& b) {
  assert(a.size() == b.size());
  std::vector<WordDifference> all;
  for (Node word = 1; word <= a.size(); ++word) {
    WordDifference difference = compare_annotations(a, b, word);
    if (!difference.kinds.empty()) all.push_back(std::move(difference));
  }
  return all;
}

void Agreement::add(const ComparedSentence& sentence) {
  ++sentences_;
  different_sentences_ += sentence.words.empty() ? 0 : 1;
  different_words_ += sentence.words.size();
  for (const WordDifference& difference : sentence.words) {
    for (const DifferenceKind kind : difference.kinds) ++kinds_[static_cast<std::size_t>(kind)];
  }
  for (Node word = 1; word <= sentence.a.size(); ++word) add_word(sentence.a, sentence.b, word);
}

void Agreement::add_word(const Sentence& a, const Sentence& b, Node word) {
  ++words_;
  const std::string_view label_a = a.deprel(word);
  const std::string_view label_b = b.deprel(word);
  const bool same_label = label_a == label_b;
  if (label_a != "_" || !same_label) {
    count_agreement(labels_, same_label);
    ++pairs_[{std::string(label_a), std::string(label_b)}];
  }
  if (a.head(word) == kNoHead && b.head(word) == kNoHead) return;
  const bool same_head = a.head(word) == b.head(word);
  count_agreement(uas_, same_head);
  count_agreement(las_, same_head && base_relation(label_a) == base_relation(label_b));
  count_agreement(las_full_, same_head && same_label);
}

std::vector<LabelConfusion> Agreement::confusions() const {
  std::vector<LabelConfusion> confusions;
  for (const auto& [labels, count] : pairs_) {
    if (labels.first != labels.second) confusions.push_back({labels.first, labels.second, count});
  }
  std::stable_sort(
      confusions.begin(), confusions.end(),
      [](const LabelConfusion& a, const LabelConfusion& b) { return a.count > b.count; });
  return confusions;
}

std::optional<double> Agreement::kappa() const {
  struct Uses {
    double a = 0;
    double b = 0;
  };
  std::map<std::string_view, Uses> labels;
  for (const auto& [pair, count] : pairs_) {
    labels[pair.first].a += static_cast<double>(count);
    labels[pair.second].b += static_cast<double>(count);
  }
  if (labels.size() < 2) return std::nullopt;
  const auto words = static_cast<double>(labels_.gold);
  double by_chance = 0;
  for (const auto& [label, uses] : labels) by_chance += uses.a / words * (uses.b / words);
  const double observed = static_cast<double>(labels_.correct) / words;
  return (observed - by_chance) / (1 - by_chance);
}

Agreement compare(TreebankReader& a, TreebankReader& b,
                  const std::function<void(const ComparedSentence&)>& visit) {
  PairedReader pairs(a, b, {"first", "second"});
  Agreement agreement;
  while (pairs.next()) {
    const std::vector<WordDifference> words = find_differences(pairs.gold(), pairs.system());
    const ComparedSentence sentence{agreement.sentences() + 1, pairs.gold(), pairs.system(), words};
    agreement.add(sentence);
    if (visit) visit(sentence);
  }
  if (agreement.words() == 0) {
    throw Error({a.name(), 0, 0}, "there are no words to compare in either file");
  }
  return agreement;
}

}  // namespace panarc
