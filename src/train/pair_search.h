#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "base/random.h"
#include "scorer/scorer.h"
#include "search/beam.h"
#include "train/loss.h"
#include "train/options.h"

namespace panarc {

/// The result of a search from one state: a derivation that should have won, and the one that did.
/// They are the same if there is no error.
template <class Step>
struct DerivationPair {
  using Derivation = std::vector<Step>;

  bool error = false;
  Derivation positive;
  Derivation negative;
  /// Where to go on, unless the error is explored; if not set, where the positive ends.
  std::optional<Derivation> resume;
  /// By how much the score of the negative exceeds that of the positive.
  double gap = 0;
  /// After how many steps nothing correct was left in the beam, if that happened.
  std::optional<std::size_t> lost;
};

/// Searches with a beam until the correct derivations have fallen off it or it has ended, and
/// chooses the derivations that the strategy asks for. See SentenceTrainer for the guide.
template <Task T, class Guide>
class PairSearch {
 public:
  using Input = typename T::Input;
  using State = typename T::State;
  using Step = typename T::Step;
  using Pair = DerivationPair<Step>;

  /// Task, guide and scorer must outlive it.
  PairSearch(const SentenceTrainerOptions& options, const T& task, Guide& guide,
             LearningScorer<State, Input>& scorer)
      : options_(options),
        task_(task),
        guide_(guide),
        scorer_(scorer),
        beam_(task, options.width()),
        gold_beam_(task, options.width()) {}

  /// Searches from a state reached after `depth` steps.
  Pair find(const State& start, std::size_t depth, Random& random) {
    depth_ = depth;
    random_ = &random;
    beam_.start(start);
    correct_.assign(1, 1);
    for (std::size_t step = 0; !beam_.is_final(); ++step) {
      expand(step);
      mark_best();
      const bool all_wrong = std::none_of(next_correct_.begin(), next_correct_.end(),
                                          [](char correct) { return correct != 0; });
      const bool reset = is_reset(step + 1);
      if (all_wrong || (reset && next_correct_.front() == 0)) {
        const bool early = strategy().violation == Strategy::Violation::kEarly || reset;
        Pair pair = early ? early_pair() : pair_after(step + 1);
        if (all_wrong) pair.lost = step + 1;
        return pair;
      }
      beam_.advance();
      correct_.swap(next_correct_);
      if (reset) break;
    }
    return final_pair();
  }

  /// For learning from whole beams: the derivations at the end of the search.
  [[nodiscard]] const Contest<Step>& contest() const { return contest_; }

 private:
  using Candidate = typename Beam<T>::Candidate;
  using Hypothesis = typename Beam<T>::Hypothesis;
  using Offers = typename Beam<T>::Offers;
  using Correct = typename Guide::Correct;
  using Derivation = typename Pair::Derivation;

  [[nodiscard]] const Strategy& strategy() const { return options_.strategy; }
  [[nodiscard]] bool by_likelihood() const { return options_.loss.kind == LossKind::kLikelihood; }

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

  /// Marks which of the best successors are correct.
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
    Pair pair{true, read(positive), read(negative), {}, negative.score - positive.score, {}};
    if (strategy().resume == Strategy::Resume::kRandomCorrect) {
      pair.resume = read(random_candidate());
    }
    return pair;
  }

  /// Collects the best successors and, if all correct ones have fallen off the beam, those.
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

  /// The correct successors have just fallen off the beam, after so many steps.
  Pair pair_after(std::size_t steps) {
    start_gold_beam();
    beam_.advance();
    return follow_both(steps);
  }

  /// Makes a separate beam of the correct successors, which have just fallen off the beam.
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

  /// Continues with wrong and correct hypotheses side by side, to the end or until a new beam is
  /// due, and keeps the pair that the strategy asks for.
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

  /// The beam has ended, or is reset, with correct hypotheses: the best should be on top.
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

  SentenceTrainerOptions options_;
  const T& task_;
  Guide& guide_;
  LearningScorer<State, Input>& scorer_;
  Beam<T> beam_;
  Beam<T> gold_beam_;

  // What the current search works on.
  Random* random_ = nullptr;
  std::size_t depth_ = 0;  // steps before its start
  Contest<Step> contest_;
  std::vector<char> correct_;           // of the hypotheses
  std::vector<char> next_correct_;      // of the best successors
  std::vector<Correct> correct_steps_;  // of the correct hypotheses
  std::vector<Candidate> correct_candidates_;
  State state_;
};

}  // namespace panarc
