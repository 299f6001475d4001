#include "train/combine_actions.h"

#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "panarc/error.h"
#include "scorer/vote/action_votes.h"
#include "train/dev_scores.h"

namespace panarc {
namespace {

/// A model that adds up the scores of all, each multiplied by a factor.
Model with_votes(std::span<const Model> members, std::span<const double> factors) {
  std::vector<ActionVotes::Member> voters;
  for (std::size_t i = 0; i < members.size(); ++i) {
    voters.push_back({members[i].shared_weights(), factors[i]});
  }
  return members.front()
      .with_weights(std::make_shared<const ActionVotes>(std::move(voters)))
      .with_calibration(std::nullopt);
}

void check_same(std::span<const Model> members) {
  for (const Model& member : members) {
    if (!member.options().tags.empty()) throw Error("parsers that choose tags cannot vote");
    ModelOptions options = member.options();
    options.beam = members.front().options().beam;
    if (options == members.front().options() &&
        member.labels().names == members.front().labels().names &&
        member.labels().under_root == members.front().labels().under_root &&
        std::ranges::equal(member.words().slots(), members.front().words().slots())) {
      continue;
    }
    throw Error(
        "only parsers that differ in nothing but their training can vote for actions: expected the "
        "same system, templates, labels and training data");
  }
}

/// Tries larger and smaller factors, one member after the other, and keeps improvements.
std::vector<double> best_factors(std::span<const Model> members, std::vector<double> factors,
                                 std::span<const Sentence> dev, Team& team,
                                 const Interruption& interruption) {
  constexpr double kStep = 1.5;
  const Metric metric =
      members.front().options().labels == LabelMode::kNone ? Metric::kUas : Metric::kLas;
  const auto value = [&](std::span<const double> of) {
    return score_sentences(with_votes(members, of), dev, {}, team, interruption).percentage(metric);
  };
  double best = value(factors);
  for (std::size_t i = 0; i < factors.size(); ++i) {
    for (const double by : {kStep, 1 / kStep}) {
      std::vector<double> other = factors;
      other[i] *= by;
      const double found = value(other);
      if (found <= best) continue;
      best = found;
      factors = std::move(other);
      break;
    }
  }
  return factors;
}

}  // namespace

Model combine_actions(std::span<const Model> members, std::span<const Sentence> dev,
                      std::optional<VoteWeighting> weighting, Team& team,
                      const Interruption& interruption) {
  if (weighting == VoteWeighting::kByTag) {
    throw OptionError("weighting", "votes for actions cannot be weighted by tag");
  }
  if (members.empty()) throw Error("an ensemble needs at least one member");
  check_same(members);
  std::vector<double> factors;
  for (const Model& member : members) factors.push_back(member.weights().unit());
  if (!dev.empty() && weighting != VoteWeighting::kEqual) {
    factors = best_factors(members, std::move(factors), dev, team, interruption);
  }
  return with_votes(members, factors);
}

}  // namespace panarc
