#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>

#include "base/largest.h"
#include "task/encoded_sentence.h"
#include "task/parse_state.h"
#include "task/task.h"
#include "task/transition_classes.h"
#include "task/transition_filter.h"

namespace panarc {

/// Builds a tree with a transition system: steps are transitions with their labels.
///
/// If there are classes for tags, every word gets a tag on the way (Bohnet & Nivre 2012). It is
/// chosen in a separate step, the only one possible while a word waits for its tag. So systems,
/// legality and costs stay unchanged.
template <TransitionSystem S>
class ParsingTask {
 public:
  using Input = EncodedSentence;
  using State = ParseState;
  using Step = Transition;
  using System = S;

  ParsingTask(const TransitionClasses& classes, const SystemOptions& options)
      : classes_(classes), options_(options) {}

  /// From now on, offers only what the filter allows; null: all that is legal. It must outlive the
  /// task.
  void set_filter(TransitionFilter* filter) { filter_ = filter; }

  [[nodiscard]] const TransitionClasses& classes() const { return classes_; }
  [[nodiscard]] const SystemOptions& options() const { return options_; }

  void start(const Input& words, State& state) const {
    state.reset(words.words(), options_, classes_.tag_time());
  }
  [[nodiscard]] bool is_final(const State& state) const {
    return S::is_final(state.configuration()) && state.word_to_tag() == kNoHead;
  }
  void advance(State& state, const Step& step) const {
    if (step.action == Action::kTag) [[unlikely]] {
      state.set_tag(step.label);
    } else {
      state.template advance<S>(step);
    }
  }
  [[nodiscard]] std::uint32_t class_of(const Step& step) const { return classes_.of(step); }

  /// The actions that may be taken in a state, as far as this is quick to find out.
  struct Choices {
    ActionSet actions;
    /// Whether the filter must be asked about them, which is slow.
    bool open = false;
  };

  [[nodiscard, gnu::always_inline]] Choices choices(const State& state) const {
    if (state.word_to_tag() != kNoHead) [[unlikely]] {
      return {{Action::kTag}};
    }
    const ActionSet legal = legal_actions<S>(state.configuration());
    return filter_ == nullptr || legal.size() == 1 ? Choices{legal} : filtered(state, legal);
  }

  /// The transition that is taken whatever the scores, if there is only one.
  [[nodiscard]] std::optional<Step> only_step(const State& state, const Choices& choices) const {
    if (choices.actions.size() != 1) return std::nullopt;
    const Action action = *choices.actions.begin();
    const LabelRange range = labels_of(state.configuration(), action);
    if (range.count > 1) return given_step(state, action, range);
    return Step{action, range.count == 0 ? kNoLabel : range.first};
  }

  /// Offers actions with labels. If only the best matters, or labels are chosen apart from actions,
  /// each action is offered only with its best label.
  template <class Score, class Offers>
  void successors(const State& state, const Score* row, Offers& offers) const {
    successors(state, choices(state), row, offers);
  }
  /// Offers actions with labels where the choices are known.
  template <class Score, class Offers>
  void successors(const State& state, const Choices& choices, const Score* row,
                  Offers& offers) const {
    const Configuration& c = state.configuration();
    const ActionSet actions =
        choices.open ? settled(state, choices.actions, row, offers.only_best()) : choices.actions;
    for (const Action action : actions) {
      const LabelRange range = labels_of(c, action);
      if (range.count == 0) {
        offers.add({action, kNoLabel}, row[classes_.of(action)]);
      } else if (filter_ != nullptr && action != Action::kTag &&
                 offer_given_labels(state, action, range, row, offers)) {
        continue;
      } else if (classes_.mode() == LabelMode::kParallel && action != Action::kTag) {
        const Transition best{action, best_label(row, action, range)};
        offers.add(best, row[classes_.of(best)]);
      } else if (offers.only_best()) {
        offer_best_label(action, range, row, offers);
      } else {
        offer_labels(action, range, row, offers);
      }
    }
  }

  /// The labels that a transition may have; none if it adds no arc, or if there are no labels.
  /// The labels of kTag are the tags.
  [[nodiscard, gnu::always_inline]] LabelRange labels_of(const Configuration& c,
                                                         Action action) const {
    if (action == Action::kTag) return {0, classes_.tags()};
    if (classes_.mode() == LabelMode::kNone) return {};
    const auto arc = added_arc<S>(c, action);
    return arc ? classes_.labels().range(arc->head == kRoot) : LabelRange{};
  }

  /// The label with the best score in a non-empty range; if several are equal, the first.
  template <class Score>
  Label best_label(const Score* row, Action action, LabelRange range) const {
    const Score* const of = row + classes_.of(action, range.first);
    return label_with(largest(of, static_cast<std::size_t>(range.count)), of, range);
  }

 private:
  // Code for filters is out of line: most searches have none.

  [[nodiscard, gnu::noinline]] Choices filtered(const State& state, ActionSet legal) const {
    if (filter_->answers_one_by_one(state)) return {legal, true};
    return {filter_->actions(state)};
  }

  /// If only the best matters and the filter allows it, there is no need to ask about the others.
  template <class Score>
  [[gnu::noinline]] ActionSet settled(const State& state, ActionSet legal, const Score* row,
                                      bool only_best) const {
    if (only_best) {
      const Action best = best_action(state.configuration(), legal, row);
      if (filter_->surely_allows(state, best)) return {best};
    }
    return filter_->actions(state);
  }

  /// The transition with its label, if the filter allows only one. It does not affect tags.
  [[nodiscard, gnu::noinline]] std::optional<Step> given_step(const State& state, Action action,
                                                              LabelRange range) const {
    if (filter_ == nullptr || action == Action::kTag) return std::nullopt;
    std::optional<Step> only;
    for (const Label label : filter_->labels(state, action)) {
      if (!range.contains(label)) continue;
      if (only) return std::nullopt;
      only = Step{action, label};
    }
    return only;
  }

  /// The action with the best score, with any label; if several are equal, the first.
  template <class Score>
  Action best_action(const Configuration& c, ActionSet actions, const Score* row) const {
    Action best = *actions.begin();
    Score most = std::numeric_limits<Score>::lowest();
    for (const Action action : actions) {
      const LabelRange range = labels_of(c, action);
      const Score score = range.count == 0 || classes_.mode() == LabelMode::kParallel
                              ? row[classes_.of(action)]
                              : largest(row + classes_.of(action, range.first),
                                        static_cast<std::size_t>(range.count));
      if (!(score > most)) continue;
      most = score;
      best = action;
    }
    return best;
  }

  template <class Score>
  static Label label_with(Score score, const Score* scores, LabelRange range) {
    return range.first +
           static_cast<Label>(std::find(scores, scores + range.count, score) - scores);
  }

  template <class Score, class Offers>
  void offer_best_label(Action action, LabelRange range, const Score* row, Offers& offers) const {
    const Score* const of = row + classes_.of(action, range.first);
    const Score best = largest(of, static_cast<std::size_t>(range.count));
    if (offers.wants(best)) offers.add({action, label_with(best, of, range)}, best);
  }

  /// Most labels have no chance; if even the best has none, none is looked at.
  template <class Score, class Offers>
  void offer_labels(Action action, LabelRange range, const Score* row, Offers& offers) const {
    const Score* const of = row + classes_.of(action, range.first);
    if (offers.is_full() && !offers.wants(largest(of, static_cast<std::size_t>(range.count)))) {
      return;
    }
    for (Label i = 0; i < range.count; ++i) {
      if (offers.wants(of[i])) offers.add({action, range.first + i}, of[i]);
    }
  }

  /// Returns whether the filter restricts the labels.
  template <class Score, class Offers>
  [[gnu::noinline]] bool offer_given_labels(const State& state, Action action, LabelRange range,
                                            const Score* row, Offers& offers) const {
    std::optional<Label> best;
    for (const Label label : filter_->labels(state, action)) {
      if (!range.contains(label)) continue;
      if (classes_.mode() == LabelMode::kJoint) {
        offers.add({action, label}, row[classes_.of(action, label)]);
      }
      if (!best || row[classes_.of(action, label)] > row[classes_.of(action, *best)]) best = label;
    }
    if (best && classes_.mode() == LabelMode::kParallel) {
      offers.add({action, *best}, row[classes_.of(action)]);
    }
    return best.has_value();
  }

  TransitionClasses classes_;
  SystemOptions options_;
  TransitionFilter* filter_ = nullptr;
};

}  // namespace panarc
