#include "train/dev_scores.h"

#include <vector>

#include "evaluate/comparison.h"
#include "parse/tree_finder.h"

namespace panarc {

Scores score_sentences(const AnyModel& model, std::span<const Sentence> sentences,
                       std::span<const TreeChoices> choices, Team& team,
                       const Interruption& interruption, std::span<const Sentence> right_tags) {
  const std::span<const Sentence> gold = right_tags.empty() ? sentences : right_tags;
  std::vector<Scores> parts(team.size());
  std::vector<SentenceComparison> comparisons(team.size());
  parse_together(
      model, sentences, team,
      [&](TreeFinder& parser, std::size_t member, std::size_t i) {
        Sentence parsed = sentences[i];
        parser.read(sentences[i]);
        parser.set_best(parsed, {});
        SentenceComparison& comparison = comparisons[member];
        if (choices.empty()) {
          comparison.compare(gold[i], parsed);
        } else {
          comparison.compare(with_nearest_reference(gold[i], choices[i], parsed), parsed);
        }
        parts[member].add(comparison);
      },
      interruption);
  Scores scores;
  for (const Scores& part : parts) scores.add(part);
  return scores;
}

}  // namespace panarc
