#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/random.h"
#include "panarc/error.h"
#include "panarc/train.h"
#include "scorer/scorer.h"
#include "train/loss.h"
#include "train/offered_steps.h"
#include "train/options.h"
#include "train/pair_search.h"
#include "train/user_search.h"

namespace panarc {

/// Finds the updates from sentences under a strategy, for any task and one thread. Does not change
/// the parameters: the scorer turns updates into changes, which the training loop applies, at once
/// or after the sentence.
///
/// A `Guide` tells what is correct. It has `Gold`, what is known about a sentence; `Correct`, what
/// is correct in one state; and
/// - `begin(input, gold)`; `leave_path()`, after which the queries are about states not reached by
///   correct steps;
/// - `correct(state, depth)`, in a state reached after `depth` steps;
/// - `is_correct(state, correct, step)`;
/// - `for_each_correct(state, correct, row, visit)`, which calls `visit(step)` with correct steps;
///   of those that differ only in a label, with the one that has the best score;
/// - `steps_left(state, depth)`: how many steps a derivation still takes to its end;
/// - optionally `correction(state, step)`: the right and the actual class of a part of the step
///   that is chosen separately, if they differ;
/// - optionally `choice(state, step)`: the classes of such a part, and which of them are right, if
///   that is known;
/// - optionally `cost(state, step)`: the cost of any step;
/// - optionally `finish(state, counts)`, in the final state of a completed derivation.
template <Task T, class Guide>
class SentenceTrainer {
 public:
  using Input = typename T::Input;
  using State = typename T::State;
  using Step = typename T::Step;
  using Pair = DerivationPair<Step>;
  /// Called with the result of each search, and the steps after which the next one begins; none if
  /// training on the sentence ends there.
  using Observer = std::function<void(const Pair&, std::span<const Step> next)>;

  /// Task, guide and scorer must outlive it.
  SentenceTrainer(const SentenceTrainerOptions& options, const T& task, Guide& guide,
                  LearningScorer<State, Input>& scorer)
      : options_(options),
        task_(task),
        guide_(guide),
        scorer_(scorer),
        search_(options, task, guide, scorer) {
    if (!options.strategy.user.empty()) user_search_.emplace(options, task, guide, scorer);
  }

  /// Makes updates take effect at once: `apply` is called with the changes of each, before the next
  /// one is found.
  void set_apply(std::function<void(Changes&)> apply) { apply_ = std::move(apply); }
  /// Evaluates updates that take effect at once: `measure` returns how much of the sentence the
  /// current parameters get right. It is called before and after each.
  void set_measure(std::function<int()> measure) { measure_ = std::move(measure); }
  void set_observer(Observer observer) { observer_ = std::move(observer); }

  /// Appends the changes from the sentence.
  TrainingCounts train(const Input& input, const typename Guide::Gold& gold, double explore,
                       Random& random, Changes& changes) {
    random_ = &random;
    TrainingCounts counts;
    counts.sentences = 1;
    guide_.begin(input, gold);
    scorer_.begin(input);
    task_.start(input, start_);
    depth_ = 0;
    measured_.reset();
    if (user_search_) {
      follow_user(explore, counts, changes);
      return counts;
    }
    if (by_likelihood() && strategy().greedy) {
      follow(explore, counts, changes);
      return counts;
    }
    while (!task_.is_final(start_)) {
      if (out_of_time()) break;
      const Pair pair = search_.find(start_, depth_, random);
      if (by_likelihood()) {
        learn_from_beam(pair, search_.contest(), counts, changes);
      } else {
        if (pair.error) update(pair, counts, changes);
        correct_parts(pair, counts, changes);
      }
      apply_at_once(pair, counts, changes);
      if (pair.error && !strategy().restart) {
        if (observer_) observer_(pair, {});
        counts.used = used_share(pair.positive);
        return counts;
      }
      const bool explores = pair.error && random.real() < explore;
      if (explores) guide_.leave_path();
      const Derivation& next = explores      ? pair.negative
                               : pair.resume ? *pair.resume
                                             : pair.positive;
      if (observer_) observer_(pair, next);
      counts.transitions += next.size();
      go_on(next);
    }
    finish(counts);
    return counts;
  }

 private:
  using Correct = typename Guide::Correct;
  using Derivation = typename Pair::Derivation;

  /// Learns from every state of one derivation, to its end or while there is time: that of the best
  /// correct steps or, where errors are explored, of the best steps.
  void follow(double explore, TrainingCounts& counts, Changes& changes) {
    update_.clear();
    for (; !task_.is_final(start_) && !out_of_time(); ++depth_) {
      const State* const state = &start_;
      const float* const row = scorer_.score(std::span(&state, 1)).front();
      const Step step = learn_from_state(row, explore, counts);
      learn_parts(start_, row, step, counts);
      task_.advance(start_, step);
      ++counts.transitions;
    }
    if (!update_.empty()) scorer_.learn(update_, changes);
    if (apply_ && !changes.empty()) apply(changes);
    finish(counts);
  }

  /// Does what a strategy of the user's own says.
  void follow_user(double explore, TrainingCounts& counts, Changes& changes) {
    for (std::size_t attempt = 1; !task_.is_final(start_) && !out_of_time();) {
      const Pair pair = user_search_->find(start_, depth_, attempt, *random_);
      if (by_likelihood()) {
        learn_from_beam(pair, user_search_->contest(), counts, changes);
      } else {
        if (pair.error) update(pair, counts, changes);
        correct_parts(pair, counts, changes);
      }
      apply_at_once(pair, counts, changes);
      const bool explores = pair.error && random_->real() < explore;
      const auto next = user_search_->next(explores);
      if (observer_) observer_(pair, next ? next->steps : Derivation());
      if (!next) {
        counts.used = used_share(pair.positive);
        return;
      }
      if (next->steps.empty() && !(apply_ && pair.error)) {
        throw Error("the strategy " + strategy().user +
                    " begins a search again although nothing has changed");
      }
      attempt = next->steps.empty() ? attempt + 1 : 1;
      if (!next->correct) guide_.leave_path();
      counts.transitions += next->steps.size();
      go_on(next->steps);
    }
    finish(counts);
  }

  /// Training on the sentence has ended in `start_`.
  void finish(TrainingCounts& counts) {
    if (!task_.is_final(start_)) {
      counts.used = used_share({});
      return;
    }
    counts.completed = 1;
    counts.used = 1;
    if constexpr (requires { guide_.finish(start_, counts); }) guide_.finish(start_, counts);
  }

  /// Returns the step to go on with.
  Step learn_from_state(const float* row, double explore, TrainingCounts& counts) {
    steps_.task = &task_;
    steps_.clear();
    task_.successors(start_, row, steps_);
    const Correct correct = guide_.correct(start_, depth_);
    right_.clear();
    for (const Step& step : steps_.steps) {
      right_.push_back(guide_.is_correct(start_, correct, step) ? 1 : 0);
    }
    std::size_t best = 0;
    std::optional<std::size_t> best_right;
    for (std::size_t i = 0; i < right_.size(); ++i) {
      if (steps_.scores[i] > steps_.scores[best]) best = i;
      if (right_[i] == 0) continue;
      if (!best_right || steps_.scores[i] > steps_.scores[*best_right]) best_right = i;
    }
    state_number_.reset();
    // If all are right, or none is known to be, there is nothing to learn.
    if (best_right && std::find(right_.begin(), right_.end(), 0) != right_.end()) {
      counts.loss +=
          likelihood(number_of_state(start_), steps_.classes, steps_.scores, right_, update_);
    }
    if (!best_right || right_[best] != 0) return steps_.steps[best];
    ++counts.updates;
    if (random_->real() >= explore) return steps_.steps[*best_right];
    guide_.leave_path();
    return steps_.steps[best];
  }

  /// The number, in the update, of the state being learnt from.
  std::uint32_t number_of_state(const State& state) {
    if (!state_number_) state_number_ = update_.add_state(state);
    return *state_number_;
  }

  /// Learns a part of a step that is chosen separately, if the rest is right.
  void learn_parts(const State& state, const float* row, const Step& step, TrainingCounts& counts) {
    if constexpr (requires { guide_.choice(state, step); }) {
      if (!guide_.has_corrections()) return;
      const auto choice = guide_.choice(state, step);
      if (!choice) return;
      steps_.clear();
      right_.clear();
      for (std::uint32_t cls = choice->first; cls < choice->first + choice->count; ++cls) {
        steps_.classes.push_back(cls);
        steps_.scores.push_back(static_cast<double>(row[cls]));
        right_.push_back(std::ranges::find(choice->right, cls) != choice->right.end() ? 1 : 0);
      }
      const auto best =
          std::max_element(steps_.scores.begin(), steps_.scores.end()) - steps_.scores.begin();
      counts.label_updates += right_[static_cast<std::size_t>(best)] != 0 ? 0 : 1;
      counts.loss +=
          likelihood(number_of_state(state), steps_.classes, steps_.scores, right_, update_);
    }
  }

  [[nodiscard]] const Strategy& strategy() const { return options_.strategy; }
  [[nodiscard]] bool by_likelihood() const { return options_.loss.kind == LossKind::kLikelihood; }
  [[nodiscard]] bool out_of_time() const {
    return strategy().time_limit > 0 && depth_ >= static_cast<std::size_t>(strategy().time_limit);
  }

  /// Learns from all derivations at the end of the search, and from parts of steps of the best one.
  void learn_from_beam(const Pair& pair, const Contest<Step>& contest, TrainingCounts& counts,
                       Changes& changes) {
    counts.updates += pair.error ? 1 : 0;
    update_.clear();
    const bool both = std::ranges::find(contest.right, 0) != contest.right.end();
    if (both) counts.loss += likelihood(task_, start_, contest, update_);
    state_ = start_;
    for (const Step& step : pair.negative) {
      const State* const scored = &state_;
      state_number_.reset();
      learn_parts(state_, scorer_.score(std::span(&scored, 1)).front(), step, counts);
      task_.advance(state_, step);
    }
    if (!update_.empty()) scorer_.learn(update_, changes);
  }

  void update(const Pair& pair, TrainingCounts& counts, Changes& changes) {
    ++counts.updates;
    counts.loss += pair.gap;
    const double cost = options_.loss.cost_sensitive ? cost_of(pair) : 1;
    const bool is_of_two = !user_search_ || user_search_->contest().is_of_two();
    if (is_of_two) {
      contrast<T>(options_.loss, task_, start_, pair.positive, pair.negative, pair.gap, cost,
                  update_);
    } else {
      contrast(options_.loss, task_, start_, user_search_->contest(), pair.gap, cost, update_);
    }
    scorer_.learn(update_, changes);
  }

  /// How much more the negative costs than the positive, whose steps are correct and so cost
  /// nothing. With a static oracle, or where a step is correct but useless, an error may cost
  /// nothing: it then counts as little as possible, but it counts.
  [[nodiscard]] double cost_of(const Pair& pair) {
    int cost = 0;
    if constexpr (requires(const State& s, const Step& t) { guide_.cost(s, t); }) {
      const auto fork = std::mismatch(pair.positive.begin(), pair.positive.end(),
                                      pair.negative.begin(), pair.negative.end())
                            .second;
      state_ = start_;
      for (auto step = pair.negative.begin(); step != pair.negative.end(); ++step) {
        if (step >= fork) cost += guide_.cost(state_, *step);
        task_.advance(state_, *step);
      }
    }
    return std::max(cost, 1);
  }

  /// Corrects parts of steps that are chosen separately, if the best hypothesis has a wrong one.
  void correct_parts(const Pair& pair, TrainingCounts& counts, Changes& changes) {
    if constexpr (requires(const State& s, const Step& t) { guide_.correction(s, t); }) {
      if (!guide_.has_corrections()) return;
      state_ = start_;
      for (const Step& step : pair.negative) {
        if (const auto classes = guide_.correction(state_, step)) {
          ++counts.label_updates;
          const State* const scored = &state_;
          const float* const row = scorer_.score(std::span(&scored, 1)).front();
          const double gap = row[classes->found] - row[classes->expected];
          contrast(options_.loss, state_, classes->expected, classes->found, gap, update_);
          scorer_.learn(update_, changes);
        }
        task_.advance(state_, step);
      }
    }
  }

  void apply_at_once(const Pair& pair, TrainingCounts& counts, Changes& changes) {
    if (!apply_ || changes.empty()) return;
    if (!measure_) return apply(changes);
    if (!measured_) measured_ = measure_();
    apply(changes);
    const int before = *measured_;
    measured_ = measure_();
    // Corrections of such parts are not updates of derivations.
    if (!pair.error) return;
    ++counts.measured;
    counts.lowered += *measured_ < before ? 1 : 0;
  }
  void apply(Changes& changes) {
    apply_(changes);
    scorer_.forget();
  }

  /// The share of a whole derivation covered by `start_` and some steps from there.
  [[nodiscard]] double used_share(const Derivation& steps) {
    state_ = start_;
    for (const Step& step : steps) task_.advance(state_, step);
    const std::size_t depth = depth_ + steps.size();
    const std::size_t left = task_.is_final(state_) ? 0 : guide_.steps_left(state_, depth);
    return static_cast<double>(depth) / static_cast<double>(depth + left);
  }

  void go_on(const Derivation& derivation) {
    for (const Step& step : derivation) task_.advance(start_, step);
    depth_ += derivation.size();
  }

  SentenceTrainerOptions options_;
  const T& task_;
  Guide& guide_;
  LearningScorer<State, Input>& scorer_;
  std::function<void(Changes&)> apply_;
  std::function<int()> measure_;
  Observer observer_;
  PairSearch<T, Guide> search_;
  std::optional<UserSearch<T, Guide>> user_search_;  // if the strategy is the user's own

  // What belongs to the current sentence.
  Random* random_ = nullptr;
  State start_;
  std::size_t depth_ = 0;        // steps before start_
  std::optional<int> measured_;  // with the current parameters, if known

  // What belongs to the state being learnt from.
  OfferedSteps<T> steps_;
  std::vector<char> right_;
  std::optional<std::uint32_t> state_number_;

  State state_;
  Update<State> update_;
};

}  // namespace panarc
