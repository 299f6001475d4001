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
#include "panarc/train.h"
#include "scorer/scorer.h"
#include "search/beam.h"
#include "train/loss.h"
#include "train/offered_steps.h"
#include "train/options.h"

namespace panarc {

/// Finds the updates of sentences under a strategy, for any task and one thread. Does not change
/// what is learnt: the scorer turns updates into changes, and they are applied by whoever runs the
/// training, at once or after the sentence.
///
/// A `Guide` says what is correct. It has `Gold`, what is known of a sentence; `Correct`, what is
/// correct in one state; and
/// - `begin(input, gold)`; `leave_path()`, after which states are asked about that correct steps do
///   not lead to;
/// - `correct(state, depth)`, in a state that `depth` steps have led to;
/// - `is_correct(state, correct, step)`;
/// - `for_each_correct(state, correct, row, visit)`, which calls `visit(step)` with correct steps,
///   of those that differ in no more than a label the one with the best score;
/// - `steps_left(state, depth)`: how many steps a derivation still takes from there to its end;
/// - optionally `correction(state, step)`: the classes of a part of the step that is chosen by
///   itself, as it should be and as it is, if they differ;
/// - optionally `choice(state, step)`: the classes of such a part, and which of them are right, if
///   that is known;
/// - optionally `cost(state, step)`, of any step: how much is lost by it;
/// - optionally `finish(state, counts)`, in the final state of a derivation that was followed.
template <Task T, class Guide>
class SentenceTrainer {
 public:
  using Input = typename T::Input;
  using State = typename T::State;
  using Step = typename T::Step;

  /// Task, guide and scorer must outlive it.
  SentenceTrainer(const SentenceTrainerOptions& options, const T& task, Guide& guide,
                  LearningScorer<State, Input>& scorer)
      : options_(options),
        task_(task),
        guide_(guide),
        scorer_(scorer),
        beam_(task, options.width()),
        gold_beam_(task, options.width()) {}

  /// Updates take effect at once: `apply` is called with the changes of each, before the next is
  /// looked for.
  void set_apply(std::function<void(Changes&)> apply) { apply_ = std::move(apply); }
  /// Updates that take effect at once are judged: `measure` says how much of the sentence the
  /// parameters get right as they are. It is asked before and after each.
  void set_measure(std::function<int()> measure) { measure_ = std::move(measure); }

  /// Appends the changes that the sentence asks for.
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
    if (by_likelihood() && strategy().greedy) {
      follow(explore, counts, changes);
      return counts;
    }
    while (!task_.is_final(start_)) {
      if (out_of_time()) {
        counts.used = used_share({});
        return counts;
      }
      const Pair pair = find_pair();
      if (by_likelihood()) {
        learn_from_beam(pair, counts, changes);
      } else {
        if (pair.error) update(pair, counts, changes);
        correct_parts(pair, counts, changes);
      }
      apply_at_once(pair, counts, changes);
      if (pair.error && !strategy().restart) {
        counts.used = used_share(pair.positive);
        return counts;
      }
      const bool explores = pair.error && random.real() < explore;
      if (explores) guide_.leave_path();
      const Derivation& next = explores      ? pair.negative
                               : pair.resume ? *pair.resume
                                             : pair.positive;
      counts.transitions += next.size();
      go_on(next);
    }
    counts.completed = 1;
    counts.used = 1;
    if constexpr (requires { guide_.finish(start_, counts); }) guide_.finish(start_, counts);
    return counts;
  }

 private:
  using Candidate = typename Beam<T>::Candidate;
  using Hypothesis = typename Beam<T>::Hypothesis;
  using Offers = typename Beam<T>::Offers;
  using Correct = typename Guide::Correct;
  using Derivation = std::vector<Step>;

  /// Learns from every state of one derivation, to its end or as long as there is time: that of the
  /// best correct steps, or where errors are explored, that of the best steps.
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
    counts.used = used_share({});
    if (!task_.is_final(start_)) return;
    counts.completed = 1;
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
    // Where all are right, or none is known to be, there is nothing to learn.
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

  /// The number in the update of the state that is learned from.
  std::uint32_t number_of_state(const State& state) {
    if (!state_number_) state_number_ = update_.add_state(state);
    return *state_number_;
  }

  /// A part of a step that is chosen by itself, if the rest is right.
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

  /// What a search from one state has found: a derivation that should have won, and the one that
  /// did. They are the same if there is no error.
  struct Pair {
    bool error = false;
    Derivation positive;
    Derivation negative;
    /// Where to go on, unless the error is explored; nothing: where the positive ends.
    std::optional<Derivation> resume;
    /// By how much the score of the negative exceeds that of the positive.
    double gap = 0;
  };

  [[nodiscard]] const Strategy& strategy() const { return options_.strategy; }
  [[nodiscard]] bool by_likelihood() const { return options_.loss.kind == LossKind::kLikelihood; }
  [[nodiscard]] bool out_of_time() const {
    return strategy().time_limit > 0 && depth_ >= static_cast<std::size_t>(strategy().time_limit);
  }

  /// Searches from `start_`.
  Pair find_pair() {
    beam_.start(start_);
    correct_.assign(1, 1);
    for (std::size_t step = 0; !beam_.is_final(); ++step) {
      expand(step);
      mark_best();
      const bool all_wrong = std::none_of(next_correct_.begin(), next_correct_.end(),
                                          [](char correct) { return correct != 0; });
      const bool reset = is_reset(step + 1);
      if (all_wrong || (reset && next_correct_.front() == 0)) {
        if (strategy().violation == Strategy::Violation::kEarly || reset) return early_pair();
        start_gold_beam();
        beam_.advance();
        return follow_both(step + 1);
      }
      beam_.advance();
      correct_.swap(next_correct_);
      if (reset) break;
    }
    return final_pair();
  }

  [[nodiscard]] bool is_reset(std::size_t steps) const {
    const auto limit = static_cast<std::size_t>(strategy().reset_every);
    const auto time = static_cast<std::size_t>(strategy().time_limit);
    return (limit > 0 && steps == limit) || (time > 0 && depth_ + steps == time);
  }

  /// Expands the beam, and finds the correct successors of its correct hypotheses.
  void expand(std::size_t step) {
    const auto rows = scorer_.score(beam_.open_states());
    beam_.expand(rows);
    const auto hypotheses = beam_.hypotheses();
    const auto open = beam_.open();
    correct_steps_.assign(hypotheses.size(), {});
    correct_candidates_.clear();
    for (std::uint32_t i = 0; i < hypotheses.size(); ++i) {
      const bool is_open = std::binary_search(open.begin(), open.end(), i);
      if (correct_[i] != 0 && !is_open) {
        correct_candidates_.push_back({hypotheses[i].score, i, {}, true});
      }
    }
    for (std::size_t at = 0; at < open.size(); ++at) {
      const std::uint32_t i = open[at];
      if (correct_[i] == 0) continue;
      const State& state = hypotheses[i].state;
      correct_steps_[i] = guide_.correct(state, depth_ + step);
      guide_.for_each_correct(state, correct_steps_[i], rows[at], [&](const Step& next) {
        const double score =
            hypotheses[i].score + static_cast<double>(rows[at][task_.class_of(next)]);
        correct_candidates_.push_back({score, i, next, false});
      });
    }
  }

  /// Which of the best successors are correct.
  void mark_best() {
    next_correct_.clear();
    for (const Candidate& candidate : beam_.best()) {
      next_correct_.push_back(is_correct(candidate) ? 1 : 0);
    }
  }

  [[nodiscard]] bool is_correct(const Candidate& candidate) {
    const std::uint32_t parent = candidate.parent;
    if (correct_[parent] == 0) return false;
    return candidate.stays || guide_.is_correct(beam_.hypotheses()[parent].state,
                                                correct_steps_[parent], candidate.step);
  }

  Pair early_pair() {
    if (by_likelihood()) gather_candidates();
    const Candidate& positive = choose_positive();
    const Candidate& negative = choose_negative();
    Pair pair{true, read(positive), read(negative), {}, negative.score - positive.score};
    if (strategy().resume == Strategy::Resume::kRandomCorrect) {
      pair.resume = read(random_candidate());
    }
    return pair;
  }

  /// The best successors and, if they have all fallen off the beam, the correct ones.
  void gather_candidates() {
    contest_.clear();
    bool any_right = false;
    for (std::size_t i = 0; i < next_correct_.size(); ++i) {
      const Candidate& candidate = beam_.best()[i];
      contest_.add(read(candidate), candidate.score, next_correct_[i] != 0);
      any_right = any_right || next_correct_[i] != 0;
    }
    if (any_right) return;
    for (const Candidate& candidate : correct_candidates_) {
      contest_.add(read(candidate), candidate.score, true);
    }
  }

  void gather_hypotheses() {
    contest_.clear();
    for (std::size_t i = 0; i < beam_.hypotheses().size(); ++i) {
      const Hypothesis& hypothesis = beam_.hypotheses()[i];
      contest_.add(beam_.derivations().read(hypothesis.derivation), hypothesis.score,
                   correct_[i] != 0);
    }
  }

  [[nodiscard]] const Candidate& random_candidate() {
    return correct_candidates_[random_->below(correct_candidates_.size())];
  }

  const Candidate& choose_positive() {
    if (strategy().positive == Strategy::Positive::kRandom) return random_candidate();
    return *std::max_element(
        correct_candidates_.begin(), correct_candidates_.end(),
        [](const Candidate& a, const Candidate& b) { return a.score < b.score; });
  }

  const Candidate& choose_negative() {
    if (strategy().negative == Strategy::Negative::kTop) return beam_.best().front();
    const auto wrong = std::count(next_correct_.begin(), next_correct_.end(), 0);
    std::size_t choice = random_->below(static_cast<std::size_t>(wrong));
    for (std::size_t i = 0;; ++i) {
      if (next_correct_[i] == 0 && choice-- == 0) return beam_.best()[i];
    }
  }

  [[nodiscard]] Derivation read(const Candidate& candidate) const {
    Derivation steps = beam_.derivations().read(beam_.hypotheses()[candidate.parent].derivation);
    if (!candidate.stays) steps.push_back(candidate.step);
    return steps;
  }

  /// The correct successors, which have just fallen off the beam, become a beam of their own.
  void start_gold_beam() {
    std::stable_sort(correct_candidates_.begin(), correct_candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.score > b.score; });
    gold_beam_.clear();
    const std::size_t size = std::min(correct_candidates_.size(), options_.beam);
    for (std::size_t i = 0; i < size; ++i) {
      const Candidate& candidate = correct_candidates_[i];
      state_ = beam_.hypotheses()[candidate.parent].state;
      if (!candidate.stays) task_.advance(state_, candidate.step);
      gold_beam_.add(state_, candidate.score, read(candidate));
    }
  }

  /// Goes on with wrong hypotheses and correct ones side by side, to the end or to where a new beam
  /// is due, and keeps the pair that the strategy asks for.
  Pair follow_both(std::size_t step) {
    const bool at_end = strategy().violation == Strategy::Violation::kFull;
    Pair pair;
    pair.error = true;
    auto positive = Beam<T>::Derivations::kStart;
    auto negative = Beam<T>::Derivations::kStart;
    for (bool first = true;; ++step, first = false) {
      const double gap = beam_.top().score - gold_beam_.top().score;
      if (first || at_end || gap > pair.gap) {
        pair.gap = gap;
        positive = gold_beam_.top().derivation;
        negative = beam_.top().derivation;
      }
      if (is_reset(step) || (beam_.is_final() && (!at_end || gold_beam_.is_final()))) break;
      beam_.expand(scorer_.score(beam_.open_states()));
      beam_.advance();
      expand_gold_beam(depth_ + step);
      gold_beam_.advance();
    }
    pair.positive = gold_beam_.derivations().read(positive);
    pair.negative = beam_.derivations().read(negative);
    return pair;
  }

  void expand_gold_beam(std::size_t depth) {
    const auto rows = scorer_.score(gold_beam_.open_states());
    gold_beam_.expand_with([&](std::size_t open, const Hypothesis& hypothesis, Offers& offers) {
      const State& state = hypothesis.state;
      guide_.for_each_correct(
          state, guide_.correct(state, depth), rows[open],
          [&](const Step& next) { offers.add(next, rows[open][task_.class_of(next)]); });
    });
  }

  /// The beam has ended, or is reset, with a correct hypothesis in it: the best is to be on top.
  Pair final_pair() {
    if (by_likelihood()) gather_hypotheses();
    Pair pair;
    pair.negative = beam_.derivations().read(beam_.top().derivation);
    pair.error = correct_.front() == 0;
    const auto best = std::find(correct_.begin(), correct_.end(), 1) - correct_.begin();
    const Hypothesis& positive = beam_.hypotheses()[static_cast<std::size_t>(best)];
    pair.positive = pair.error ? beam_.derivations().read(positive.derivation) : pair.negative;
    pair.gap = beam_.top().score - positive.score;
    return pair;
  }

  /// Learns from all derivations that the search has ended with, and from parts of steps of the
  /// best one.
  void learn_from_beam(const Pair& pair, TrainingCounts& counts, Changes& changes) {
    counts.updates += pair.error ? 1 : 0;
    update_.clear();
    const bool both =
        std::find(contest_.right.begin(), contest_.right.end(), 0) != contest_.right.end();
    if (both) counts.loss += likelihood(task_, start_, contest_, update_);
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
    contrast<T>(options_.loss, task_, start_, pair.positive, pair.negative, pair.gap, cost,
                update_);
    scorer_.learn(update_, changes);
  }

  /// What the negative costs more than the positive, whose steps are correct and so cost nothing.
  /// To a static oracle, and where a step is correct but of no use, something may be wrong that
  /// costs nothing: it counts as little as can be, but it counts.
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

  /// Parts of steps that are chosen by themselves: where the best hypothesis has a wrong one.
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
    // Parts that are corrected by themselves are no updates of derivations.
    if (!pair.error) return;
    ++counts.measured;
    counts.lowered += *measured_ < before ? 1 : 0;
  }
  void apply(Changes& changes) {
    apply_(changes);
    scorer_.forget();
  }

  /// The share of a whole derivation that `start_` and some steps from there have come to.
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
  Beam<T> beam_;
  Beam<T> gold_beam_;

  // Of the sentence.
  Random* random_ = nullptr;
  State start_;
  std::size_t depth_ = 0;        // steps before start_
  std::optional<int> measured_;  // with the parameters as they are, if that is known

  // Of the search from start_.
  Contest<Step> contest_;               // what it has ended with, where that is learned from
  std::vector<char> correct_;           // of the hypotheses
  std::vector<char> next_correct_;      // of the best successors
  std::vector<Correct> correct_steps_;  // of the correct hypotheses
  std::vector<Candidate> correct_candidates_;

  // Of the state that is learned from.
  OfferedSteps<T> steps_;
  std::vector<char> right_;
  std::optional<std::uint32_t> state_number_;

  State state_;
  Update<State> update_;
};

}  // namespace panarc
