#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "oracle/oracle.h"
#include "oracle/static_oracle.h"
#include "oracle/swap_oracle.h"
#include "task/parsing_task.h"
#include "train/options.h"

namespace panarc {

/// Says which transitions are correct in a configuration; one per thread.
template <TransitionSystem S>
class ParsingGuide {
 public:
  using Gold = panarc::Gold;
  using Correct = ActionSet;

  /// The task must outlive the guide.
  ParsingGuide(const GuideOptions& options, const ParsingTask<S>& task)
      : options_(options), task_(task), oracle_(options.cost) {
    oracle_.set_search_limit(kTrainingSearchLimit);
  }

  void begin(const EncodedSentence& /*words*/, const Gold& gold) {
    gold_ = &gold;
    on_path_ = true;
    reference_ = nullptr;
    if (options_.swap_oracle) {
      begin_swap_oracle();
    } else if (options_.reference == Strategy::Reference::kStatic) {
      // Of what is not known, a single derivation would have to say something. Costs need not. To a
      // partial system, a word without a head is an annotation, not a gap in it.
      on_path_ = gold.is_tree() || S::kPartial;
      if (!on_path_) return;
      reference_ = &derivation_of(
          gold, [&] { return static_derivation<S>(oracle_, gold, task_.options()); });
    }
  }

  /// From here on, configurations are asked about that correct transitions do not lead to. Only
  /// costs tell what is correct there, whatever the oracle.
  void leave_path() { on_path_ = false; }

  /// The correct actions, in a configuration that `depth` correct transitions or, after
  /// leave_path() or if the oracle is dynamic, any transitions have led to.
  Correct correct(const ParseState& state, std::size_t depth) {
    const Configuration& c = state.configuration();
    if (on_path_ && reference_ != nullptr) return {(*reference_)[depth]};
    if (on_path_ && swap_guide_) return swap_guide_->permissible(c);
    return oracle_.useful(c, *gold_);
  }

  [[nodiscard]] bool is_correct(const ParseState& state, const Correct& correct,
                                const Transition& transition) const {
    if (!correct.contains(transition.action)) return false;
    if (!labels_are_joint() || transition.label == kNoLabel) return true;
    const Configuration& c = state.configuration();
    const Labels labels = correct_labels(c, *added_arc<S>(c, transition.action));
    return labels.empty() || std::ranges::find(labels, transition.label) != labels.end();
  }

  /// Each correct action with the best of its correct labels, or of all where every label is right.
  template <class Score, class Visitor>
  void for_each_correct(const ParseState& state, const Correct& correct, const Score* row,
                        Visitor&& visit) const {
    const Configuration& c = state.configuration();
    for (const Action action : correct) {
      Transition transition{action, kNoLabel};
      if (const LabelRange range = task_.labels_of(c, action); range.count > 0) {
        Labels labels;
        if (labels_are_joint()) labels = correct_labels(c, *added_arc<S>(c, action));
        transition.label = best_label(row, action, range, labels);
      }
      visit(transition);
    }
  }

  /// Whether labels are chosen by themselves.
  [[nodiscard]] bool has_corrections() const {
    return task_.classes().mode() == LabelMode::kParallel;
  }
  struct Classes {
    std::uint32_t expected = 0;
    std::uint32_t found = 0;
  };
  /// Where a transition adds a right arc with a wrong label.
  [[nodiscard]] std::optional<Classes> correction(const ParseState& state,
                                                  const Transition& transition) const {
    const Configuration& c = state.configuration();
    const auto arc = added_arc<S>(c, transition.action);
    const Labels labels = arc ? labels_if_right(c, *arc) : Labels();
    if (labels.empty() || std::ranges::find(labels, transition.label) != labels.end()) {
      return std::nullopt;
    }
    const TransitionClasses& classes = task_.classes();
    const LabelRange range = classes.labels().range(arc->head == kRoot);
    const auto expected =
        std::ranges::find_if(labels, [&](Label label) { return range.contains(label); });
    return Classes{classes.of(transition.action, *expected),
                   classes.of(transition.action, transition.label)};
  }

 private:
  using Labels = std::span<const Label>;

  /// The static oracles have one derivation each, which is found once; the others are asked again
  /// in every configuration. They know the way to full trees only: elsewhere costs have to do.
  void begin_swap_oracle() {
    swap_guide_.reset();
    on_path_ = swap_oracles_apply(*gold_, task_.options());
    if (!on_path_) return;
    const Heads heads = heads_of(*gold_);
    if (options_.reference == Strategy::Reference::kStatic) {
      reference_ =
          &derivation_of(*gold_, [&] { return swap_derivation(heads, *options_.swap_oracle); });
    } else {
      swap_guide_.emplace(heads, *options_.swap_oracle);
    }
  }

  /// The derivation of a static oracle, which is the same in every epoch.
  template <class Find>
  const std::vector<Action>& derivation_of(const Gold& gold, Find&& find) {
    const auto known = derivations_.find(gold.id());
    if (known != derivations_.end()) return known->second;
    return derivations_.emplace(gold.id(), find()).first->second;
  }

  [[nodiscard]] bool labels_are_joint() const {
    return task_.classes().mode() == LabelMode::kJoint;
  }

  /// The correct labels of an arc; none: any. The static oracle has an answer to everything; the
  /// dynamic one asks for a label only where another would be an error.
  [[nodiscard]] Labels correct_labels(const Configuration& c, Arc arc) const {
    const bool always = on_path_ && options_.reference == Strategy::Reference::kStatic;
    return always ? allowed_labels(arc) : labels_if_right(c, arc);
  }

  /// The labels of an arc, if the arc is right, or if the head may be any.
  [[nodiscard]] Labels labels_if_right(const Configuration& c, Arc arc) const {
    const bool right = gold_->agrees(arc, c.options().root) || !gold_->knows_head(arc.dependent);
    return right ? allowed_labels(arc) : Labels();
  }

  /// The labels of an arc that may stand there: all that are known, or none.
  [[nodiscard]] Labels allowed_labels(Arc arc) const {
    const LabelRange range = task_.classes().labels().range(arc.head == kRoot);
    const Labels labels = gold_->labels(arc);
    const bool may_stand = std::ranges::any_of(labels, [&](Label l) { return range.contains(l); });
    return may_stand ? labels : Labels();
  }

  /// The one with the best score, of some labels or, if there are none, of all.
  template <class Score>
  [[nodiscard]] Label best_label(const Score* row, Action action, LabelRange range,
                                 Labels labels) const {
    if (labels.empty()) return task_.best_label(row, action, range);
    const auto score = [&](Label label) { return row[task_.classes().of(action, label)]; };
    Label best = kNoLabel;
    for (const Label label : labels) {
      if (range.contains(label) && (best == kNoLabel || score(label) > score(best))) best = label;
    }
    return best;
  }

  static Heads heads_of(const Gold& gold) {
    Heads heads(static_cast<std::size_t>(gold.words()) + 1, kNoHead);
    for (Node word = 1; word <= gold.words(); ++word) {
      heads[static_cast<std::size_t>(word)] = gold.head(word);
    }
    return heads;
  }

  GuideOptions options_;
  const ParsingTask<S>& task_;
  Oracle<S> oracle_;
  /// The derivations of a static oracle, by the ids of gold annotations.
  std::unordered_map<std::uint64_t, std::vector<Action>> derivations_;

  // Of the sentence.
  const Gold* gold_ = nullptr;
  const std::vector<Action>* reference_ = nullptr;
  std::optional<SwapGuide> swap_guide_;
  /// Only correct transitions were taken so far.
  bool on_path_ = true;
};

}  // namespace panarc
