#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "panarc/error.h"
#include "panarc/extend.h"
#include "scorer/scorer.h"
#include "search/beam.h"
#include "train/loss.h"
#include "train/options.h"
#include "train/pair_search.h"
#include "train/user_strategy.h"

namespace panarc {

/// Searches as PairSearch does, but keeps all that it comes across, and leaves what to do with it
/// to a strategy of the user's own. See SentenceTrainer for the guide.
template <Task T, class Guide>
class UserSearch {
 public:
  using Input = typename T::Input;
  using State = typename T::State;
  using Step = typename T::Step;
  using Pair = DerivationPair<Step>;
  using Derivation = typename Pair::Derivation;

  /// Task, guide and scorer must outlive it. Throws Error if the strategy is not one.
  UserSearch(SentenceTrainerOptions options, const T& task, Guide& guide,
             LearningScorer<State, Input>& scorer)
      : options_(std::move(options)),
        user_(user_strategy(options_.strategy.user)),
        task_(task),
        guide_(guide),
        scorer_(scorer),
        beam_(task, options_.width()),
        correct_beam_(task, options_.width()) {}
  UserSearch(const UserSearch&) = delete;
  UserSearch& operator=(const UserSearch&) = delete;
  UserSearch(UserSearch&&) = delete;
  UserSearch& operator=(UserSearch&&) = delete;
  ~UserSearch() = default;

  /// Searches from a state reached after `depth` steps, for the given time in a row.
  Pair find(const State& start, std::size_t depth, std::size_t attempt, Random& random) {
    begin(start, depth, attempt, random);
    do {
      extend();
    } while (!user_->is_over(search_) && !is_reset() &&
             !(search_.beam_is_final && search_.correct_is_final));
    update_ = user_->choose(search_, draw_);
    return update_ ? pair_of(*update_) : without_error();
  }
  /// The derivations that the strategy has chosen; none if there is nothing to learn.
  [[nodiscard]] const Contest<Step>& contest() const { return contest_; }

  struct Next {
    Derivation steps;
    bool correct = true;
  };
  /// Where to go on after find(); nothing if training on the sentence ends.
  [[nodiscard]] std::optional<Next> next(bool explores) const {
    const auto next = user_->next(search_, update_ ? &*update_ : nullptr, explores, draw_);
    if (!next) return std::nullopt;
    return Next{read(*next), next->correct};
  }

 private:
  using Candidate = typename Beam<T>::Candidate;
  using Hypothesis = typename Beam<T>::Hypothesis;
  using Offers = typename Beam<T>::Offers;
  using Correct = typename Guide::Correct;
  using Numbers = std::vector<std::size_t>;

  void begin(const State& start, std::size_t depth, std::size_t attempt, Random& random) {
    search_ = {.parts = &options_.strategy,
               .depth = depth,
               .attempt = attempt,
               .derivations = {FoundDerivation{}}};
    draw_ = [&random](std::size_t bound) { return random.below(bound); };
    steps_.assign(1, {});
    beam_.start(start);
    numbers_.assign(1, 0);
  }

  /// Whether the strategy's limits end the search.
  [[nodiscard]] bool is_reset() const {
    const auto limit = static_cast<std::size_t>(options_.strategy.reset_every);
    const auto time = static_cast<std::size_t>(options_.strategy.time_limit);
    const std::size_t steps = search_.found.size();
    return (limit > 0 && steps == limit) || (time > 0 && search_.depth + steps == time);
  }

  void extend() {
    const std::size_t depth = search_.depth + search_.found.size();
    FoundStep& found = search_.found.emplace_back();
    const std::size_t first = search_.derivations.size();
    const auto rows = scorer_.score(beam_.open_states());
    beam_.expand(rows);
    if (!search_.lost) find_correct(rows, depth);
    for (const Candidate& candidate : beam_.best()) {
      found.beam.push_back(add(beam_, numbers_, candidate, is_correct(candidate), first));
    }
    if (!search_.lost) {
      for (const Candidate& candidate : correct_) {
        found.correct.push_back(add(beam_, numbers_, candidate, true, first));
      }
      if (std::ranges::none_of(found.beam, &FoundDerivation::correct)) lose();
    } else {
      expand_correct(depth);
      for (const Candidate& candidate : correct_beam_.best()) {
        found.correct.push_back(add(correct_beam_, correct_numbers_, candidate, true, first));
      }
      correct_beam_.advance();
      correct_numbers_ = numbers_of(found.correct);
    }
    beam_.advance();
    numbers_ = numbers_of(found.beam);
    search_.beam_is_final = beam_.is_final();
    search_.correct_is_final = !search_.lost || correct_beam_.is_final();
  }

  /// Finds the correct successors of correct hypotheses.
  void find_correct(std::span<const float* const> rows, std::size_t depth) {
    const auto hypotheses = beam_.hypotheses();
    const auto open = beam_.open();
    correct_steps_.assign(hypotheses.size(), {});
    correct_.clear();
    for (std::uint32_t i = 0; i < hypotheses.size(); ++i) {
      if (!is_correct_so_far(i) || std::ranges::binary_search(open, i)) continue;
      correct_.push_back({hypotheses[i].score, i, {}, true});
    }
    for (std::size_t at = 0; at < open.size(); ++at) {
      const std::uint32_t i = open[at];
      if (!is_correct_so_far(i)) continue;
      correct_steps_[i] = guide_.correct(hypotheses[i].state, depth);
      guide_.for_each_correct(
          hypotheses[i].state, correct_steps_[i], rows[at], [&](const Step& next) {
            const auto score = static_cast<double>(rows[at][task_.class_of(next)]);
            correct_.push_back({hypotheses[i].score + score, i, next, false});
          });
    }
    std::ranges::stable_sort(correct_, std::ranges::greater{}, &Candidate::score);
  }

  void expand_correct(std::size_t depth) {
    const auto rows = scorer_.score(correct_beam_.open_states());
    correct_beam_.expand_with([&](std::size_t open, const Hypothesis& hypothesis, Offers& offers) {
      const State& state = hypothesis.state;
      guide_.for_each_correct(
          state, guide_.correct(state, depth), rows[open],
          [&](const Step& next) { offers.add(next, rows[open][task_.class_of(next)]); });
    });
  }

  /// Makes a separate beam of the correct successors, which have just fallen off the beam.
  void lose() {
    search_.lost = search_.found.size();
    correct_beam_.clear();
    const std::size_t size = std::min(correct_.size(), options_.width());
    for (std::size_t i = 0; i < size; ++i) {
      state_ = beam_.hypotheses()[correct_[i].parent].state;
      if (!correct_[i].stays) task_.advance(state_, correct_[i].step);
      correct_beam_.add(state_, correct_[i].score, {});
    }
    correct_numbers_ = numbers_of(search_.last().correct);
  }

  [[nodiscard]] bool is_correct_so_far(std::size_t hypothesis) const {
    return search_.derivations[numbers_[hypothesis]].correct;
  }
  [[nodiscard]] bool is_correct(const Candidate& candidate) {
    if (!is_correct_so_far(candidate.parent)) return false;
    return candidate.stays || guide_.is_correct(beam_.hypotheses()[candidate.parent].state,
                                                correct_steps_[candidate.parent], candidate.step);
  }

  /// The derivation of a successor; it may be known since `first`, the first of this step.
  const FoundDerivation& add(const Beam<T>& beam, const Numbers& numbers,
                             const Candidate& candidate, bool correct, std::size_t first) {
    std::vector<FoundDerivation>& all = search_.derivations;
    const FoundDerivation& parent = all[numbers[candidate.parent]];
    if (candidate.stays) return parent;
    for (std::size_t i = first; i < all.size(); ++i) {
      if (all[i].before == parent.number && steps_[i] == candidate.step) return all[i];
    }
    int cost = parent.cost;
    if constexpr (requires(const State& s, const Step& t) { guide_.cost(s, t); }) {
      const State& state = beam.hypotheses()[candidate.parent].state;
      if (user_->needs_costs()) cost += guide_.cost(state, candidate.step);
    }
    steps_.push_back(candidate.step);
    return all.emplace_back(FoundDerivation{all.size(), parent.number, parent.steps + 1,
                                            candidate.score, correct, cost});
  }

  static Numbers numbers_of(const std::vector<FoundDerivation>& derivations) {
    Numbers numbers;
    for (const FoundDerivation& found : derivations) numbers.push_back(found.number);
    return numbers;
  }

  [[nodiscard]] Derivation read(FoundDerivation derivation) const {
    Derivation steps;
    for (; derivation.steps > 0; derivation = search_.derivations.at(derivation.before)) {
      steps.push_back(steps_.at(derivation.number));
    }
    std::ranges::reverse(steps);
    return steps;
  }

  /// The sum of the scores of the steps, each times its weight.
  [[nodiscard]] double weighted_score(FoundDerivation derivation) const {
    double score = derivation.score;
    for (; derivation.steps > 0; derivation = search_.derivations[derivation.before]) {
      const double step = derivation.score - search_.derivations[derivation.before].score;
      score += step * (static_cast<double>(contest_.weight(derivation.steps - 1)) - 1);
    }
    return score;
  }

  Pair pair_of(const StrategyUpdate& update) {
    if (update.positive.empty() || update.negative.empty()) {
      throw Error("the strategy " + options_.strategy.user +
                  " chose nothing that should have won, or nothing that should not");
    }
    contest_.clear();
    contest_.weights = update.weights;
    for (const FoundDerivation& d : update.positive) contest_.add(read(d), d.score, true);
    for (const FoundDerivation& d : update.negative) contest_.add(read(d), d.score, false);
    const auto mean = [&](const std::vector<FoundDerivation>& list) {
      double sum = 0;
      for (const FoundDerivation& d : list) sum += weighted_score(d);
      return sum / static_cast<double>(list.size());
    };
    return {.error = true,
            .positive = contest_.derivations.front(),
            .negative = contest_.derivations[update.positive.size()],
            .resume = {},
            .gap = mean(update.negative) - mean(update.positive),
            .lost = search_.lost};
  }

  Pair without_error() {
    contest_.clear();
    const Derivation top = read(search_.last().beam.front());
    return {.error = false,
            .positive = top,
            .negative = top,
            .resume = {},
            .gap = 0,
            .lost = search_.lost};
  }

  SentenceTrainerOptions options_;
  std::shared_ptr<const UserStrategy> user_;
  const T& task_;
  Guide& guide_;
  LearningScorer<State, Input>& scorer_;

  // What belongs to the current search.
  Draw draw_;
  StrategySearch search_;
  std::vector<Step> steps_;  // the last one of each derivation
  Beam<T> beam_;
  Beam<T> correct_beam_;
  Numbers numbers_;  // of the hypotheses of the beams
  Numbers correct_numbers_;
  std::vector<Correct> correct_steps_;  // of the correct hypotheses
  std::vector<Candidate> correct_;      // the correct successors, best first
  std::optional<StrategyUpdate> update_;
  Contest<Step> contest_;
  State state_;
};

}  // namespace panarc
