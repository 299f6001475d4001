#include <algorithm>
#include <iterator>

#include "base/team.h"
#include "model/any_model.h"
#include "panarc/error.h"
#include "panarc/train.h"
#include "parse/tree_finder.h"
#include "train/calibrate.h"
#include "train/combine_actions.h"
#include "train/dev_scores.h"
#include "train/report.h"
#include "vote/fit_weights.h"

namespace panarc {
namespace {

/// The votes of the members on the words whose heads are known.
std::vector<ObservedVotes> observe_votes(std::span<const Model> members,
                                         std::span<const Sentence> dev, Team& team,
                                         const Interruption& interruption) {
  std::vector<std::vector<ObservedVotes>> parts(dev.size());
  for (std::size_t i = 0; i < dev.size(); ++i) {
    for (Node word = 1; word <= dev[i].size(); ++word) {
      parts[i].push_back({std::string(dev[i].upos(word)), dev[i].head(word), {}});
    }
  }
  for (const Model& member : members) {
    parse_together(
        member, dev, team,
        [&](TreeFinder& parser, std::size_t, std::size_t i) {
          parser.read(dev[i]);
          const Heads heads = parser.tree_of(parser.find(dev[i], {.scores = false}).front()).heads;
          for (std::size_t word = 1; word < heads.size(); ++word) {
            parts[i][word - 1].votes.push_back(heads[word]);
          }
        },
        interruption);
  }
  std::vector<ObservedVotes> all;
  for (auto& part : parts) std::move(part.begin(), part.end(), std::back_inserter(all));
  std::erase_if(all, [](const ObservedVotes& word) { return word.head == kNoHead; });
  return all;
}

VoteWeights weights_of(std::span<const Model> members, std::span<const Sentence> dev,
                       VoteWeighting weighting, Team& team, const Interruption& interruption) {
  if (weighting == VoteWeighting::kEqual) return equal_weights(members.size());
  VoteWeights weights =
      fit_vote_weights(observe_votes(members, dev, team, interruption), members.size());
  if (weighting == VoteWeighting::kByMember) weights.by_tag.clear();
  return weights;
}

Ensemble combine_trees(const std::vector<Model>& members, std::span<const Sentence> dev,
                       const CombineOptions& options, Team& team,
                       const Interruption& interruption) {
  const VoteWeighting weighting =
      options.weighting.value_or(dev.empty() ? VoteWeighting::kEqual : VoteWeighting::kByTag);
  Ensemble::Parts parts;
  parts.members = members;
  parts.projective = options.votes == VoteFor::kProjective;
  parts.weights = equal_weights(members.size());
  const Ensemble checked(parts);
  parts.weights = weights_of(checked.members(), dev, weighting, team, interruption);
  return Ensemble(std::move(parts));
}

}  // namespace

Parser combine(std::span<const Parser> members, std::span<const Sentence> dev,
               const CombineOptions& options) {
  std::vector<Model> models;
  for (const Parser& member : members) {
    const auto all = member.model().members();
    models.insert(models.end(), all.begin(), all.end());
  }
  if (dev.empty() && options.weighting.value_or(VoteWeighting::kEqual) != VoteWeighting::kEqual) {
    throw OptionError("weighting", "weights are learnt on a development set, but there is none");
  }
  Team team(options.threads.value_or(default_threads()));
  const Interruption interruption({}, options.stop);
  AnyModel combined =
      options.votes == VoteFor::kActions
          ? AnyModel(combine_actions(models, dev, options.weighting, team, interruption))
          : AnyModel(combine_trees(models, dev, options, team, interruption));
  std::optional<Scores> scores;
  std::vector<Scores> of_members;
  if (!dev.empty()) {
    combined = combined.with_calibration(calibrate(combined, dev, team, interruption));
    scores = score_sentences(combined, dev, {}, team, interruption);
    for (const Model& member : models) {
      of_members.push_back(score_sentences(member, dev, {}, team, interruption));
    }
  }
  return Parser(combined.with_report(ensemble_report(models.size(), dev, scores, of_members)));
}

}  // namespace panarc
