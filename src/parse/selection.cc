#include "parse/selection.h"

#include <algorithm>
#include <cmath>

#include "treebank/misc_field.h"

namespace panarc {

void Selection::offer(const Sentence& sentence, std::span<const double> confidence) {
  const std::uint64_t number = offered_++;
  if (by_ != SelectBy::kWord) {
    offer({doubt(confidence), number, 0}, sentence);
    return;
  }
  for (Node word = 1; word <= sentence.size(); ++word) {
    offer({1 - confidence[static_cast<std::size_t>(word)], number, word}, sentence);
  }
}

double Selection::doubt(std::span<const double> confidence) {
  if (by_ == SelectBy::kRandom) return random_.real();
  constexpr double kLeast = 1e-9;
  double sum = 0;
  for (const double value : confidence.subspan(1)) sum -= std::log(std::max(value, kLeast));
  const auto words = static_cast<double>(std::max<std::size_t>(confidence.size() - 1, 1));
  return by_ == SelectBy::kPerWord ? sum / words : sum;
}

void Selection::offer(const Candidate& candidate, const Sentence& sentence) {
  const auto is_better = [](const Candidate& a, const Candidate& b) { return a.is_better(b); };
  if (best_.size() == count_) {
    if (!candidate.is_better(best_.front())) return;
    std::pop_heap(best_.begin(), best_.end(), is_better);
    const auto worst = kept_.find(best_.back().sentence);
    if (--worst->second.uses == 0) kept_.erase(worst);
    best_.pop_back();
  }
  const auto [place, is_new] = kept_.try_emplace(candidate.sentence);
  if (is_new) place->second.sentence = sentence;
  ++place->second.uses;
  best_.push_back(candidate);
  std::push_heap(best_.begin(), best_.end(), is_better);
}

void Selection::write(TreebankWriter& writer) {
  if (by_ == SelectBy::kWord) {
    for (const Candidate& candidate : best_) {
      Sentence& sentence = kept_.at(candidate.sentence).sentence;
      if (sentence.format() != Format::kConllu) continue;
      sentence.set(candidate.word, Field::kMisc,
                   with_misc_value(sentence.misc(candidate.word), "Check", "Yes"));
    }
    for (const auto& [number, kept] : kept_) writer.write(kept.sentence);
    return;
  }
  std::sort(best_.begin(), best_.end(),
            [](const Candidate& a, const Candidate& b) { return a.is_better(b); });
  for (const Candidate& candidate : best_) writer.write(kept_.at(candidate.sentence).sentence);
}

}  // namespace panarc
