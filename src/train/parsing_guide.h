#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

#include "oracle/oracle.h"
#include "oracle/reference_oracle.h"
#include "oracle/static_oracle.h"
#include "oracle/swap_oracle.h"
#include "panarc/train.h"
#include "task/parsing_task.h"
#include "train/options.h"
#include "transition/transitions_left.h"

namespace panarc {

/// Tells which transitions are correct in a configuration; one per thread.
template <TransitionSystem S>
class ParsingGuide {
 public:
  using Gold = References;
  using Correct = typename ReferenceOracle<S>::Correct;

  /// The task must outlive the guide.
  ParsingGuide(const GuideOptions& options, const ParsingTask<S>& task)
      : options_(options), task_(task), oracle_(options.cost), references_(oracle_) {
    oracle_.set_search_limit(kTrainingSearchLimit);
  }

  /// The right tags of words, by number; kNoLabel if any tag is right; element 0 is unused. If tags
  /// are chosen, set this before the sentence begins; it must outlive the queries about it.
  void set_tags(std::span<const Label> tags) { tags_ = tags; }

  /// `known` must outlive the queries about the sentence.
  void begin(const EncodedSentence& words, References&& known) = delete;
  void begin(const EncodedSentence& /*words*/, const References& known) {
    known_ = &known;
    on_path_ = true;
    reference_ = nullptr;
    const panarc::Gold& gold = known.any();
    if (known.several()) {
      // Which reference a derivation follows only emerges on the way.
      on_path_ = false;
      references_.begin(known);
    } else if (options_.swap_oracle) {
      begin_swap_oracle();
    } else if (options_.reference == Strategy::Reference::kStatic) {
      // A single derivation would have to decide what is unknown; costs need not. To a partial
      // system, a word without a head is an annotation, not a gap in it.
      on_path_ = gold.is_tree() || S::kPartial;
      if (!on_path_) return;
      reference_ = &derivation_of(
          gold, [&] { return static_derivation<S>(oracle_, gold, task_.options()); });
    }
  }

  /// From here on, the queries are about configurations not reached by correct transitions. Only
  /// costs tell what is correct there, whatever the oracle.
  void leave_path() { on_path_ = false; }

  /// The correct actions in a configuration reached by `depth` correct transitions or, after
  /// leave_path() or with a dynamic oracle, by any transitions.
  Correct correct(const ParseState& state, std::size_t depth) {
    if (state.word_to_tag() != kNoHead) return {};
    const Configuration& c = state.configuration();
    if (known_->several()) return references_.correct(c);
    if (on_path_ && reference_ != nullptr) return {{(*reference_)[depth - state.tagged()]}};
    if (on_path_ && swap_guide_) return {swap_guide_->permissible(c)};
    return {oracle_.useful(c, known_->any())};
  }

  [[nodiscard]] bool is_correct(const ParseState& state, const Correct& correct,
                                const Transition& transition) {
    if (transition.action == Action::kTag) return is_right_tag(state, transition.label);
    if (!correct.actions.contains(transition.action)) return false;
    if (!labels_are_joint() || transition.label == kNoLabel) return true;
    const Configuration& c = state.configuration();
    const Labels labels = correct_labels(c, correct, transition.action);
    return labels.empty() || std::ranges::find(labels, transition.label) != labels.end();
  }

  /// Visits each correct action with its best correct label, or the best of all if all are right.
  template <class Score, class Visitor>
  void for_each_correct(const ParseState& state, const Correct& correct, const Score* row,
                        Visitor&& visit) {
    if (const Node word = state.word_to_tag(); word != kNoHead) {
      const Label right = tags_[static_cast<std::size_t>(word)];
      visit(Transition{Action::kTag,
                       right == kNoLabel
                           ? task_.best_label(row, Action::kTag, {0, task_.classes().tags()})
                           : right});
      return;
    }
    const Configuration& c = state.configuration();
    for (const Action action : correct.actions) {
      Transition transition{action, kNoLabel};
      if (const LabelRange range = task_.labels_of(c, action); range.count > 0) {
        Labels labels;
        if (labels_are_joint()) labels = correct_labels(c, correct, action);
        transition.label = best_label(row, action, range, labels);
      }
      visit(transition);
    }
  }

  /// The number of transitions to the end of the derivation: with a static oracle, of its own one;
  /// otherwise see transitions_left(). Tags count as steps.
  [[nodiscard]] std::size_t steps_left(const ParseState& state, std::size_t depth) const {
    const auto words = static_cast<std::size_t>(state.configuration().words());
    const std::size_t untagged = state.tag_time() == TagTime::kNever ? 0 : words - state.tagged();
    const std::size_t taken = depth - state.tagged();
    if (on_path_ && reference_ != nullptr) return reference_->size() - taken + untagged;
    return transitions_left<S>(state.configuration(), taken) + untagged;
  }

  /// Whether labels are chosen separately.
  [[nodiscard]] bool has_corrections() const {
    return task_.classes().mode() == LabelMode::kParallel;
  }
  struct Classes {
    std::uint32_t expected = 0;
    std::uint32_t found = 0;
  };
  /// For a right arc with a wrong label; with several references, right in one.
  [[nodiscard]] std::optional<Classes> correction(const ParseState& state,
                                                  const Transition& transition) const {
    const Configuration& c = state.configuration();
    const auto arc = added_arc<S>(c, transition.action);
    const Labels labels = arc ? labels_if_right(known_->any(), c, *arc) : Labels();
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

  /// The classes of the labels of a transition, if labels are chosen separately, and which of them
  /// are right.
  struct Choice {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::span<const std::uint32_t> right;
  };
  /// For a transition that adds a right arc whose label is known.
  [[nodiscard]] std::optional<Choice> choice(const ParseState& state,
                                             const Transition& transition) {
    const Configuration& c = state.configuration();
    const auto arc = added_arc<S>(c, transition.action);
    const Labels labels = arc ? labels_if_right(known_->any(), c, *arc) : Labels();
    if (labels.empty()) return std::nullopt;
    const TransitionClasses& classes = task_.classes();
    const LabelRange range = classes.labels().range(arc->head == kRoot);
    right_.clear();
    for (const Label label : labels) {
      if (range.contains(label)) right_.push_back(classes.of(transition.action, label));
    }
    return Choice{classes.of(transition.action, range.first),
                  static_cast<std::uint32_t>(range.count), right_};
  }

  /// The cost of a transition, in any configuration. If labels are chosen separately, it is taken
  /// to have the best one.
  int cost(const ParseState& state, const Transition& transition) {
    if (transition.action == Action::kTag) return is_right_tag(state, transition.label) ? 0 : 1;
    const Configuration& c = state.configuration();
    const Transition judged{transition.action, labels_are_joint() ? transition.label : kNoLabel};
    return known_->several() ? references_.cost(c, judged) : oracle_.cost(c, known_->any(), judged);
  }

  /// Counts which references a completed derivation has reached.
  void finish(const ParseState& state, TrainingCounts& counts) {
    if (!known_->several()) return;
    for (const std::uint8_t alternative : references_.selection(state.configuration())) {
      ++counts.choices;
      counts.alternatives += alternative != 0 ? 1 : 0;
    }
  }

 private:
  using Labels = std::span<const Label>;

  [[nodiscard]] bool is_right_tag(const ParseState& state, Label tag) const {
    const Label right = tags_[static_cast<std::size_t>(state.word_to_tag())];
    return right == kNoLabel || right == tag;
  }

  /// The static oracles have one derivation each, which is found once; the others are queried in
  /// every configuration. They apply only to full trees: otherwise costs are used.
  void begin_swap_oracle() {
    swap_guide_.reset();
    const panarc::Gold& gold = known_->any();
    on_path_ = swap_oracles_apply(gold, task_.options());
    if (!on_path_) return;
    const Heads heads = heads_of(gold);
    if (options_.reference == Strategy::Reference::kStatic) {
      reference_ =
          &derivation_of(gold, [&] { return swap_derivation(heads, *options_.swap_oracle); });
    } else {
      swap_guide_.emplace(heads, *options_.swap_oracle);
    }
  }

  /// The derivation of a static oracle, which is the same in every epoch.
  template <class Find>
  const std::vector<Action>& derivation_of(const panarc::Gold& gold, Find&& find) {
    const auto known = derivations_.find(gold.id());
    if (known != derivations_.end()) return known->second;
    return derivations_.emplace(gold.id(), find()).first->second;
  }

  [[nodiscard]] bool labels_are_joint() const {
    return task_.classes().mode() == LabelMode::kJoint;
  }

  /// The correct labels of the arc of a correct action; empty: any. The static oracle always has an
  /// answer; the dynamic one requires a label only if another would be an error.
  [[nodiscard]] Labels correct_labels(const Configuration& c, const Correct& correct,
                                      Action action) {
    const Arc arc = *added_arc<S>(c, action);
    if (known_->several()) {
      const std::size_t index = static_cast<std::size_t>(action);
      return labels_of_references(c, references_.gold(correct.reference[index]), action, arc);
    }
    const bool always = on_path_ && options_.reference == Strategy::Reference::kStatic;
    const panarc::Gold& gold = known_->any();
    return always ? allowed_labels(gold, arc) : labels_if_right(gold, c, arc);
  }

  /// The labels of an arc in one reference, and in others that are as good.
  [[nodiscard]] Labels labels_of_references(const Configuration& c, const panarc::Gold& reference,
                                            Action action, Arc arc) {
    const Labels own = labels_if_right(reference, c, arc);
    const Labels all = known_->any().labels(arc);
    if (own.empty() || all.size() <= own.size()) return own;
    labels_.assign(own.begin(), own.end());
    for (const Label label : all) {
      if (std::ranges::find(own, label) != own.end()) continue;
      if (references_.is_correct_label(c, {action, label})) labels_.push_back(label);
    }
    return labels_;
  }

  /// The labels of an arc, if the arc is right, or if any head is.
  [[nodiscard]] Labels labels_if_right(const panarc::Gold& gold, const Configuration& c,
                                       Arc arc) const {
    const bool right = gold.agrees(arc, c.options().root) || !gold.knows_head(arc.dependent);
    return right ? allowed_labels(gold, arc) : Labels();
  }

  /// The known labels of an arc, if one of them is allowed there; otherwise none.
  [[nodiscard]] Labels allowed_labels(const panarc::Gold& gold, Arc arc) const {
    const LabelRange range = task_.classes().labels().range(arc.head == kRoot);
    const Labels labels = gold.labels(arc);
    const bool may_stand = std::ranges::any_of(labels, [&](Label l) { return range.contains(l); });
    return may_stand ? labels : Labels();
  }

  /// The label with the best score among some labels or, if there are none, among all.
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

  static Heads heads_of(const panarc::Gold& gold) {
    Heads heads(static_cast<std::size_t>(gold.words()) + 1, kNoHead);
    for (Node word = 1; word <= gold.words(); ++word) {
      heads[static_cast<std::size_t>(word)] = gold.head(word);
    }
    return heads;
  }

  GuideOptions options_;
  const ParsingTask<S>& task_;
  Oracle<S> oracle_;
  ReferenceOracle<S> references_;
  /// The derivations of a static oracle, by the ids of gold annotations.
  std::unordered_map<std::uint64_t, std::vector<Action>> derivations_;

  // What is known of the current sentence.
  const References* known_ = nullptr;
  std::span<const Label> tags_;
  const std::vector<Action>* reference_ = nullptr;
  std::optional<SwapGuide> swap_guide_;
  /// Only correct transitions were taken so far, and the oracle knows them better than costs do.
  bool on_path_ = true;
  std::vector<Label> labels_;  // the last ones found, from several references
  std::vector<std::uint32_t> right_;
};

}  // namespace panarc
