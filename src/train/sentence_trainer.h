#pragma once

#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "base/random.h"
#include "scorer/linear/training_table.h"
#include "search/beam.h"
#include "train/guide.h"
#include "train/learner.h"

namespace panarc {

/// What training on sentences found; counts of several add up.
struct TrainingCounts {
  std::uint64_t sentences = 0;
  std::uint64_t transitions = 0;  ///< of the best hypotheses
  std::uint64_t updates = 0;
  std::uint64_t label_updates = 0;  ///< of labels by themselves, in parallel mode
  std::uint64_t completed = 0;      ///< sentences whose derivation was followed to its end
  double loss = 0;                  ///< by how much negatives exceeded positives

  void add(const TrainingCounts& other);
};

/// Finds the updates of sentences under a strategy, for one system and one thread. Does not change
/// the weights: the changes are collected, and applied by whoever runs the training, at once or
/// after the sentence.
template <TransitionSystem S, class Table = TrainingTable>
class SentenceTrainer {
 public:
  struct Options {
    Strategy strategy;
    GuideOptions guide;
    SystemOptions system;
    LearnerOptions learner;
    std::size_t beam = 8;
  };

  SentenceTrainer(const Options& options, const TransitionClasses& classes, const FeaturePlan& plan,
                  const Table& table)
      : options_(options),
        classes_(classes),
        plan_(plan),
        scorer_(plan, table, keep_for<Table>(options.strategy.greedy ? 1 : options.beam)),
        beam_(classes, scorer_, options.strategy.greedy ? 1 : options.beam),
        gold_beam_(classes, scorer_, options.strategy.greedy ? 1 : options.beam),
        guide_(options.guide, classes),
        keys_(plan.key_count() + 1) {}

  /// The weights have changed.
  void forget() { scorer_.forget(); }

  /// Updates take effect at once: `apply` is called with the changes of each, before the next is
  /// looked for.
  void set_apply(std::function<void(std::span<const WeightChange>)> apply) {
    apply_ = std::move(apply);
  }

  /// Appends the changes that the sentence asks for.
  TrainingCounts train(Example& example, double explore, Random& random,
                       std::vector<WeightChange>& changes) {
    words_ = &example.words;
    changes_ = &changes;
    random_ = &random;
    counts_ = {};
    counts_.sentences = 1;
    guide_.begin(example, options_.system);
    start_.reset(example.words.words(), options_.system);
    depth_ = 0;
    while (!S::is_final(start_.configuration())) {
      if (out_of_time()) return counts_;
      const bool error = find_update();
      if (error) update();
      if (classes_.mode() == LabelMode::kParallel) update_labels();
      if (apply_) apply_changes();
      if (error && !options_.strategy.restart) return counts_;
      const bool explores = error && random.real() < explore;
      if (explores) guide_.leave_path();
      go_on(explores ? negative_ : resume());
    }
    counts_.completed = 1;
    return counts_;
  }

 private:
  using Score = typename Table::Score;
  using Derivation = std::vector<Transition>;

  [[nodiscard]] const Strategy& strategy() const { return options_.strategy; }
  [[nodiscard]] bool out_of_time() const {
    return strategy().time_limit > 0 && depth_ >= static_cast<std::size_t>(strategy().time_limit);
  }

  /// Searches from `start_`. Afterwards `positive_` and `negative_` are derivations from there; the
  /// same one if there is no error.
  bool find_update() {
    beam_.start(start_);
    correct_.assign(1, 1);
    resumed_.clear();
    for (std::size_t step = 0; !beam_.is_final(); ++step) {
      expand(step);
      mark_best();
      const bool all_wrong = std::none_of(next_correct_.begin(), next_correct_.end(),
                                          [](char correct) { return correct != 0; });
      const bool reset = is_reset(step + 1);
      if (all_wrong || (reset && next_correct_.front() == 0)) {
        if (strategy().violation == Strategy::Violation::kEarly || reset) return take_early();
        start_gold_beam();
        beam_.advance();
        return follow_both(step + 1);
      }
      beam_.advance();
      correct_.swap(next_correct_);
      if (reset) break;
    }
    return take_final();
  }

  [[nodiscard]] bool is_reset(std::size_t steps) const {
    const auto limit = static_cast<std::size_t>(strategy().reset_every);
    const auto time = static_cast<std::size_t>(strategy().time_limit);
    return (limit > 0 && steps == limit) || (time > 0 && depth_ + steps == time);
  }

  /// Expands the beam, and finds the correct successors of its correct hypotheses.
  void expand(std::size_t step) {
    correct_candidates_.clear();
    actions_.assign(beam_.hypotheses().size(), {});
    for (std::uint32_t i = 0; i < beam_.hypotheses().size(); ++i) {
      const Hypothesis& hypothesis = beam_.hypotheses()[i];
      if (correct_[i] != 0 && S::is_final(hypothesis.state.configuration())) {
        correct_candidates_.push_back({hypothesis.score, i, {}, true});
      }
    }
    beam_.expand(*words_, [&](std::uint32_t i, const Score* scores) {
      if (correct_[i] == 0) return;
      for_each_correct(
          beam_, i, scores, depth_ + step, actions_[i],
          [&](const Candidate& candidate) { correct_candidates_.push_back(candidate); });
    });
  }

  /// Calls `visit` with the correct successors of a hypothesis, each with its correct label, or
  /// with the best one where every label is right.
  template <class Visitor>
  void for_each_correct(const Beam<S, Table>& beam, std::uint32_t index, const Score* scores,
                        std::size_t depth, ActionSet& actions, Visitor&& visit) {
    const Hypothesis& hypothesis = beam.hypotheses()[index];
    const Configuration& c = hypothesis.state.configuration();
    actions = guide_.correct(c, depth);
    for (const Action action : actions) {
      Transition transition{action, kNoLabel};
      const auto arc = added_arc<S>(c, action);
      if (classes_.mode() != LabelMode::kNone && arc) {
        const LabelRange range = classes_.labels().range(arc->head == kRoot);
        std::optional<Label> label;
        if (classes_.mode() == LabelMode::kJoint) label = guide_.only_label(c, *arc);
        transition.label = label ? *label : beam.best_label(scores, action, range);
      }
      const double score = hypothesis.score + static_cast<double>(scores[classes_.of(transition)]);
      visit({score, index, transition, false});
    }
  }

  /// Which of the best successors are correct.
  void mark_best() {
    next_correct_.clear();
    for (const Candidate& candidate : beam_.best()) {
      next_correct_.push_back(is_correct(candidate) ? 1 : 0);
    }
  }

  [[nodiscard]] bool is_correct(const Candidate& candidate) const {
    if (correct_[candidate.parent] == 0) return false;
    if (candidate.stays) return true;
    if (!actions_[candidate.parent].contains(candidate.transition.action)) return false;
    if (classes_.mode() != LabelMode::kJoint || candidate.transition.label == kNoLabel) return true;
    const Configuration& c = beam_.hypotheses()[candidate.parent].state.configuration();
    const auto label = guide_.only_label(c, *added_arc<S>(c, candidate.transition.action));
    return !label || *label == candidate.transition.label;
  }

  bool take_early() {
    const Candidate& positive = choose_positive();
    const Candidate& negative = choose_negative();
    read(positive, positive_);
    read(negative, negative_);
    if (strategy().resume == Strategy::Resume::kRandomCorrect) {
      read(correct_candidates_[random_->below(correct_candidates_.size())], resumed_);
    }
    gap_ = negative.score - positive.score;
    return true;
  }

  const Candidate& choose_positive() {
    if (strategy().positive == Strategy::Positive::kRandom) {
      return correct_candidates_[random_->below(correct_candidates_.size())];
    }
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

  void read(const Candidate& candidate, Derivation& derivation) const {
    beam_.derivations().read(beam_.hypotheses()[candidate.parent].derivation, derivation);
    if (!candidate.stays) derivation.push_back(candidate.transition);
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
      if (!candidate.stays) state_.template advance<S>(candidate.transition);
      read(candidate, positive_);
      gold_beam_.add(state_, candidate.score, positive_);
    }
  }

  /// Goes on with wrong hypotheses and correct ones side by side, to the end or to where a new beam
  /// is due, and keeps the pair that the strategy asks for.
  bool follow_both(std::size_t step) {
    const bool at_end = strategy().violation == Strategy::Violation::kFull;
    DerivationTree::Index positive = DerivationTree::kStart;
    DerivationTree::Index negative = DerivationTree::kStart;
    for (bool first = true;; ++step, first = false) {
      const double gap = beam_.top().score - gold_beam_.top().score;
      if (first || at_end || gap > gap_) {
        gap_ = gap;
        positive = gold_beam_.top().derivation;
        negative = beam_.top().derivation;
      }
      if (is_reset(step) || (beam_.is_final() && (!at_end || gold_beam_.is_final()))) break;
      beam_.expand(*words_);
      beam_.advance();
      gold_beam_.expand_with(*words_, [&](std::uint32_t i, const Score* scores) {
        ActionSet actions;
        for_each_correct(gold_beam_, i, scores, depth_ + step, actions,
                         [&](const Candidate& candidate) { gold_beam_.offer(candidate); });
      });
      gold_beam_.advance();
    }
    gold_beam_.derivations().read(positive, positive_);
    beam_.derivations().read(negative, negative_);
    return true;
  }

  /// The beam has ended, or is reset, with a correct hypothesis in it: the best is to be on top.
  bool take_final() {
    beam_.derivations().read(beam_.top().derivation, negative_);
    if (correct_.front() != 0) {
      positive_ = negative_;
      return false;
    }
    const auto best =
        static_cast<std::size_t>(std::find(correct_.begin(), correct_.end(), 1) - correct_.begin());
    const Hypothesis& positive = beam_.hypotheses()[best];
    beam_.derivations().read(positive.derivation, positive_);
    gap_ = beam_.top().score - positive.score;
    return true;
  }

  void update() {
    ++counts_.updates;
    counts_.loss += gap_;
    const std::size_t before = changes_->size();
    const auto [p, n] =
        std::mismatch(positive_.begin(), positive_.end(), negative_.begin(), negative_.end());
    const auto shared = static_cast<std::size_t>(p - positive_.begin());
    add_features(positive_, shared, 1);
    add_features(negative_, shared, -1);
    scale_changes(options_.learner, gap_, before, *changes_);
  }

  void add_features(const Derivation& derivation, std::size_t from, float by) {
    state_ = start_;
    for (std::size_t i = 0; i < derivation.size(); ++i) {
      if (i >= from) add_features(state_, classes_.of(derivation[i]), by);
      state_.template advance<S>(derivation[i]);
    }
  }

  void add_features(const ParseState& state, std::uint32_t cls, float by) {
    plan_.gather(state, *words_, scratch_);
    for (std::size_t group = 0; group < plan_.group_count(); ++group) {
      const std::size_t count = plan_.keys(group, scratch_, keys_.data());
      for (std::size_t i = 0; i < count; ++i) changes_->push_back({keys_[i], cls, by});
    }
    for (std::size_t i = 0; i < plan_.vector_count(); ++i) add_vector(i, cls, by);
  }

  void add_vector(std::size_t index, std::uint32_t cls, float by) {
    const std::uint64_t number = plan_.vector_number(index, scratch_);
    if (number == 0) return;
    const auto keys = plan_.vector_keys(index);
    const auto values = plan_.vector(number);
    for (std::size_t i = 0; i < keys.size(); ++i) {
      if (values[i] != 0) changes_->push_back({keys[i], cls, by * values[i]});
    }
  }

  /// Labels by themselves: where the best hypothesis has a right arc with a wrong label.
  void update_labels() {
    state_ = start_;
    for (const Transition& transition : negative_) {
      const Configuration& c = state_.configuration();
      if (const auto arc = added_arc<S>(c, transition.action)) {
        const auto label = guide_.label_if_right(c, *arc);
        if (label && *label != transition.label) {
          ++counts_.label_updates;
          const Score* const scores = scorer_.score(state_, *words_);
          const double gap = scores[classes_.of(transition.action, transition.label)] -
                             scores[classes_.of(transition.action, *label)];
          const std::size_t before = changes_->size();
          add_features(state_, classes_.of(transition.action, *label), 1);
          add_features(state_, classes_.of(transition.action, transition.label), -1);
          scale_changes(options_.learner, gap, before, *changes_);
        }
      }
      state_.template advance<S>(transition);
    }
  }

  void apply_changes() {
    if (changes_->empty()) return;
    apply_(*changes_);
    changes_->clear();
    forget();
  }

  [[nodiscard]] const Derivation& resume() const { return resumed_.empty() ? positive_ : resumed_; }

  void go_on(const Derivation& derivation) {
    for (const Transition& transition : derivation) start_.template advance<S>(transition);
    depth_ += derivation.size();
    counts_.transitions += derivation.size();
  }

  Options options_;
  std::function<void(std::span<const WeightChange>)> apply_;
  const TransitionClasses& classes_;
  const FeaturePlan& plan_;
  Scorer<Table> scorer_;
  Beam<S, Table> beam_;
  Beam<S, Table> gold_beam_;
  Guide<S> guide_;

  // Of the sentence.
  const EncodedSentence* words_ = nullptr;
  std::vector<WeightChange>* changes_ = nullptr;
  Random* random_ = nullptr;
  TrainingCounts counts_;
  ParseState start_;
  std::size_t depth_ = 0;  // transitions before start_

  // Of the search from start_.
  std::vector<char> correct_;       // of the hypotheses
  std::vector<char> next_correct_;  // of the best successors
  std::vector<ActionSet> actions_;  // the correct ones of the hypotheses
  std::vector<Candidate> correct_candidates_;
  Derivation positive_;
  Derivation negative_;
  Derivation resumed_;
  double gap_ = 0;

  ParseState state_;
  FeaturePlan::Scratch scratch_;
  std::vector<std::uint64_t> keys_;
};

}  // namespace panarc
