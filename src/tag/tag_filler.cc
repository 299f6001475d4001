#include "tag/tag_filler.h"

#include <algorithm>
#include <string>
#include <string_view>

namespace panarc {
namespace {

bool is_missing(const Sentence& sentence, Node word, Field column) {
  return sentence.field(word, column) == "_";
}

std::size_t count_missing(const Sentence& sentence, Field column) {
  std::size_t missing = 0;
  for (Node word = 1; word <= sentence.size(); ++word) {
    missing += is_missing(sentence, word, column) ? 1 : 0;
  }
  return missing;
}

/// Whether a column is to be filled where it is empty.
bool is_lacking(const Sentence& sentence, Field column) {
  const std::size_t missing = count_missing(sentence, column);
  return column == Field::kFeats ? missing == static_cast<std::size_t>(sentence.size())
                                 : missing > 0;
}

}  // namespace

TagFiller::TagFiller(const TagModel& model) : columns_(model.filled()), worker_(model) {}

bool TagFiller::lacks_something(const Sentence& sentence) const {
  return std::ranges::any_of(columns_, [&](Field column) { return is_lacking(sentence, column); });
}

bool TagFiller::lacks_all(const Sentence& sentence) const {
  return std::ranges::all_of(columns_, [&](Field column) {
    return count_missing(sentence, column) == static_cast<std::size_t>(sentence.size());
  });
}

/// Restores the given tags in the copy.
void TagFiller::put_back(const Sentence& sentence, Sentence& tagged) const {
  for (const Field column : columns_) {
    const bool lacking = is_lacking(sentence, column);
    for (Node word = 1; word <= sentence.size(); ++word) {
      const std::string_view given = sentence.field(word, column);
      if (lacking && is_missing(sentence, word, column)) continue;
      if (tagged.field(word, column) != given) tagged.set(word, column, given);
    }
  }
}

void TagFiller::take_over(const Sentence& tagged, Sentence& sentence) const {
  for (const Field column : columns_) {
    if (!is_lacking(sentence, column)) continue;
    for (Node word = 1; word <= sentence.size(); ++word) {
      if (!is_missing(sentence, word, column) || is_missing(tagged, word, column)) continue;
      sentence.set(word, column, tagged.field(word, column));
    }
  }
}

void TagFiller::fill(std::span<Sentence* const> sentences, const Interruption& interruption) {
  std::vector<Sentence*> tagged;
  std::vector<Sentence*> kept;
  for (Sentence* const sentence : sentences) {
    if (sentence->empty() || !lacks_something(*sentence)) continue;
    (lacks_all(*sentence) ? tagged : kept).push_back(sentence);
  }
  if (copies_.size() < kept.size()) copies_.resize(kept.size());
  for (std::size_t i = 0; i < kept.size(); ++i) {
    copies_[i] = *kept[i];
    tagged.push_back(&copies_[i]);
  }
  if (tagged.empty()) return;
  for (std::size_t step = 0; step < worker_.steps(); ++step) {
    // Later steps see the given tags, not those predicted in their place.
    for (std::size_t i = 0; step > 0 && i < kept.size(); ++i) put_back(*kept[i], copies_[i]);
    worker_.tag(tagged, step, interruption);
  }
  for (std::size_t i = 0; i < kept.size(); ++i) take_over(copies_[i], *kept[i]);
}

void TagFiller::fill(Sentence& sentence) {
  Sentence* const one = &sentence;
  fill(std::span(&one, 1));
}

}  // namespace panarc
