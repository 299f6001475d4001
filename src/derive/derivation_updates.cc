#include "derive/derivation_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "base/random.h"
#include "scorer/learner.h"
#include "train/parser_trainer.h"

namespace panarc {
namespace {

using Pair = DerivationPair<Transition>;

std::string counted_transitions(std::size_t count) {
  return fmt::format("{} transition{}", count, count == 1 ? "" : "s");
}

/// Why a search ended, and why it gave this pair.
std::string reason_for(const Pair& pair, const Strategy& strategy) {
  if (!pair.error) return "no error: the best derivation is correct";
  if (!strategy.user.empty()) return fmt::format("chosen by the strategy {}", strategy.user);
  if (!pair.lost) {
    return pair.negative.size() == static_cast<std::size_t>(strategy.reset_every)
               ? "the beam is reset, and the best derivation is wrong"
               : "the search ends with a correct derivation in the beam, but a wrong one is best";
  }
  const std::string lost =
      fmt::format("after {} nothing correct is left in the beam", counted_transitions(*pair.lost));
  if (pair.negative.size() == *pair.lost && pair.positive.size() == *pair.lost &&
      strategy.violation == Strategy::Violation::kEarly) {
    return lost + ": early update";
  }
  if (strategy.violation == Strategy::Violation::kFull) {
    return lost + "; full update at the end";
  }
  return fmt::format("{}; the violation is largest after {}", lost,
                     counted_transitions(std::max(pair.negative.size(), pair.positive.size())));
}

/// Collects what a training finds.
class UpdateCollector {
 public:
  UpdateCollector(const DerivationParts& parts, const Strategy& strategy)
      : parts_(parts), strategy_(strategy) {
    parts.task->start(parts.words, state_);
  }

  void add(const Pair& pair, std::span<const Transition> next) {
    DerivationUpdate update{.error = pair.error,
                            .reason = reason_for(pair, strategy_),
                            .before = names(before_),
                            .positive = names(pair.positive),
                            .negative = names(pair.negative),
                            .positive_score = score(pair.positive),
                            .negative_score = score(pair.negative),
                            .lost = pair.lost};
    const auto fork = std::ranges::mismatch(pair.positive, pair.negative);
    update.shared = static_cast<std::size_t>(fork.in1 - pair.positive.begin());
    updates.push_back(std::move(update));
    for (const Transition& step : next) parts_.task->advance(state_, step);
    before_.insert(before_.end(), next.begin(), next.end());
  }

  std::vector<DerivationUpdate> updates;

 private:
  [[nodiscard]] std::vector<std::string> names(std::span<const Transition> transitions) const {
    std::vector<std::string> names;
    for (const Transition& transition : transitions) names.push_back(parts_.name_of(transition));
    return names;
  }

  /// The sum of the scores of transitions from the current state.
  [[nodiscard]] double score(std::span<const Transition> transitions) const {
    ParseState state = state_;
    double sum = 0;
    for (const Transition& transition : transitions) {
      sum += parts_.row(state)[parts_.task->class_of(transition)];
      parts_.task->advance(state, transition);
    }
    return sum * parts_.parser->model.weights().unit();
  }

  const DerivationParts& parts_;
  const Strategy& strategy_;
  std::vector<Transition> before_;
  ParseState state_;
};

}  // namespace

std::vector<DerivationUpdate> updates_of(const DerivationParts& parts,
                                         const UpdateOptions& options) {
  const DerivationParser& parser = parts.needed_parser();
  const References& known = parts.needed_known();
  const Strategy& strategy = options.strategy;
  UpdateCollector collector(parts, strategy);
  ParserTrainerOptions training{.sentence = {strategy, {}, options.beam.value_or(parser.beam)},
                                .guide = {strategy.reference, options.cost, options.swap_oracle},
                                .system = parts.options,
                                .apply = {},
                                .make_probe = {},
                                .observe = [&](const Pair& pair, std::span<const Transition> next) {
                                  collector.add(pair, next);
                                }};
  const auto trainer =
      make_parser_trainer(parts.system, training, parts.task->classes(),
                          std::make_unique<FinishedScorer>(
                              parser.model.weights().make_scorer(training.sentence.width()),
                              parts.task->classes().size()));
  const std::vector<Label> any(static_cast<std::size_t>(parts.words.words()) + 1, kNoLabel);
  const double explore =
      options.epoch > strategy.explore_after ? strategy.explore.in(options.epoch) : 0;
  Random random(options.seed);
  NoChanges none;
  trainer->train(parts.words, known, parts.tags.empty() ? any : parts.tags, explore, random, none);
  return std::move(collector.updates);
}

}  // namespace panarc
