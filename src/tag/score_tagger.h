#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <span>
#include <vector>

#include "base/interruption.h"
#include "base/team.h"
#include "evaluate/comparison.h"
#include "panarc/evaluate.h"
#include "panarc/treebank.h"

namespace panarc {

/// The scores of a tagger on sentences whose own tags are gold. Throws once the interruption is
/// over.
template <class Tagger>
Scores score_tagger(const Tagger& tagger, std::span<const Sentence> gold, Team& team,
                    const Interruption& interruption) {
  constexpr std::size_t kTogether = 32;  // networks are faster on many sentences at a time
  std::vector<Scores> parts(team.size());
  std::atomic<std::size_t> next = 0;
  team.run([&](std::size_t member) {
    typename Tagger::Worker worker(tagger);
    SentenceComparison comparison;
    for (std::size_t begin = next.fetch_add(kTogether); begin < gold.size();
         begin = next.fetch_add(kTogether)) {
      interruption.throw_if_over();
      const auto right = gold.subspan(begin, std::min(kTogether, gold.size() - begin));
      std::vector<Sentence> tagged(right.begin(), right.end());
      std::vector<Sentence*> to_tag;
      to_tag.reserve(tagged.size());
      for (Sentence& sentence : tagged) to_tag.push_back(&sentence);
      worker.tag(to_tag);
      for (std::size_t i = 0; i < right.size(); ++i) {
        comparison.compare(right[i], tagged[i]);
        parts[member].add(comparison);
      }
    }
  });
  Scores scores;
  for (const Scores& part : parts) scores.add(part);
  return scores;
}

/// The mean over columns, of which there is at least one.
inline double mean_score(const Scores& scores, std::span<const Field> columns) {
  double sum = 0;
  for (const Field column : columns) sum += scores.percentage(metric_of(column));
  return sum / static_cast<double>(columns.size());
}

}  // namespace panarc
