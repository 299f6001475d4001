#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "scorer/linear/linear_scorer.h"
#include "search/derivation.h"
#include "task/parse_state.h"
#include "task/transition_classes.h"

namespace panarc {

/// A hypothesis of a beam.
struct Hypothesis {
  ParseState state;
  double score = 0;
  DerivationTree::Index derivation = DerivationTree::kStart;
};

/// A successor of a hypothesis, or the hypothesis itself if it is final.
struct Candidate {
  double score = 0;
  std::uint32_t parent = 0;
  Transition transition;
  bool stays = false;
};

/// Beam search over any system, one step at a time; a beam of one is greedy search.
///
/// Each step expands all hypotheses and keeps the best successors; of equals, those that come first
/// by hypothesis, action and label. Knows nothing of gold trees: whoever trains looks at the scores
/// while hypotheses are expanded, or hands in the successors to choose from.
template <TransitionSystem S, class Table>
class Beam {
 public:
  using Score = typename Table::Score;

  Beam(const TransitionClasses& classes, Scorer<Table>& scorer, std::size_t size)
      : classes_(classes), scorer_(scorer), size_(std::max<std::size_t>(size, 1)) {
    best_.reserve(size_ + 1);
  }

  void clear() {
    count_ = 0;
    derivations_.clear();
  }
  void start(const ParseState& state) {
    clear();
    new_hypothesis().state = state;
  }
  void start(int words, const SystemOptions& options) {
    clear();
    new_hypothesis().state.reset(words, options);
  }
  /// Adds a hypothesis that is not better than those there are.
  void add(const ParseState& state, double score, std::span<const Transition> derivation) {
    Hypothesis& hypothesis = new_hypothesis();
    hypothesis.state = state;
    hypothesis.score = score;
    for (const Transition& transition : derivation) {
      hypothesis.derivation = derivations_.add(hypothesis.derivation, transition);
    }
  }

  /// From the best to the worst.
  [[nodiscard]] std::span<const Hypothesis> hypotheses() const {
    return std::span(hypotheses_).first(count_);
  }
  [[nodiscard]] const Hypothesis& top() const { return hypotheses_[0]; }
  [[nodiscard]] const DerivationTree& derivations() const { return derivations_; }
  [[nodiscard]] bool is_final() const {
    return std::all_of(hypotheses().begin(), hypotheses().end(), [](const Hypothesis& hypothesis) {
      return S::is_final(hypothesis.state.configuration());
    });
  }

  /// Expands all hypotheses and finds the best successors. `visit(index, scores)` is called for
  /// each hypothesis that is not final.
  template <class Visitor>
  void expand(const EncodedSentence& words, Visitor&& visit) {
    expand_with(words, [&](std::uint32_t index, const Score* scores) {
      offer_successors(index, scores);
      visit(index, scores);
    });
  }
  void expand(const EncodedSentence& words) {
    expand_with(words,
                [&](std::uint32_t index, const Score* scores) { offer_successors(index, scores); });
  }
  /// The same, where `visit` offers the successors.
  template <class Visitor>
  void expand_with(const EncodedSentence& words, Visitor&& visit) {
    best_.clear();
    for (std::uint32_t i = 0; i < count_; ++i) {
      const Hypothesis& hypothesis = hypotheses_[i];
      if (S::is_final(hypothesis.state.configuration())) {
        offer({hypothesis.score, i, {}, true});
      } else {
        visit(i, scorer_.score(hypothesis.state, words));
      }
    }
  }

  void offer(const Candidate& candidate) {
    if (best_.size() == size_) {
      if (!(candidate.score > best_.back().score)) return;
      best_.pop_back();
    }
    auto at = best_.end();
    while (at != best_.begin() && candidate.score > (at - 1)->score) --at;
    best_.insert(at, candidate);
  }

  /// The successors that will be kept, from the best to the worst.
  [[nodiscard]] std::span<const Candidate> best() const { return best_; }

  /// Makes them the beam.
  void advance() {
    next_.resize(std::max(next_.size(), best_.size()));
    uses_.assign(count_, 0);
    for (const Candidate& candidate : best_) ++uses_[candidate.parent];
    for (std::size_t i = 0; i < best_.size(); ++i) {
      const Candidate& candidate = best_[i];
      Hypothesis& parent = hypotheses_[candidate.parent];
      Hypothesis& child = next_[i];
      child.score = candidate.score;
      child.derivation = parent.derivation;
      if (--uses_[candidate.parent] == 0) {
        std::swap(child.state, parent.state);
      } else {
        child.state = parent.state;
      }
      if (candidate.stays) continue;
      child.state.template advance<S>(candidate.transition);
      child.derivation = derivations_.add(parent.derivation, candidate.transition);
    }
    std::swap(hypotheses_, next_);
    count_ = best_.size();
  }

  /// The label with the best score for an arc, in all modes but kNone.
  Label best_label(const Score* scores, Action action, LabelRange range) const {
    const Score* const of = scores + classes_.of(action, range.first);
    const Score best = largest(of, static_cast<std::size_t>(range.count));
    return range.first + static_cast<Label>(std::find(of, of + range.count, best) - of);
  }

 private:
  Hypothesis& new_hypothesis() {
    hypotheses_.resize(std::max(hypotheses_.size(), count_ + 1));
    Hypothesis& hypothesis = hypotheses_[count_++];
    hypothesis.score = 0;
    hypothesis.derivation = DerivationTree::kStart;
    return hypothesis;
  }

  void offer_successors(std::uint32_t index, const Score* scores) {
    const Hypothesis& hypothesis = hypotheses_[index];
    const Configuration& c = hypothesis.state.configuration();
    for (const Action action : legal_actions<S>(c)) {
      const auto offer_with = [&](Label label, std::uint32_t cls) {
        offer({hypothesis.score + static_cast<double>(scores[cls]), index, {action, label}, false});
      };
      const auto arc = added_arc<S>(c, action);
      if (classes_.mode() == LabelMode::kNone || !arc) {
        offer_with(kNoLabel, classes_.of(action));
        continue;
      }
      const LabelRange range = classes_.labels().range(arc->head == kRoot);
      if (classes_.mode() == LabelMode::kParallel) {
        offer_with(best_label(scores, action, range), classes_.of(action));
      } else if (size_ == 1) {
        const Label label = best_label(scores, action, range);
        offer_with(label, classes_.of(action, label));
      } else {
        offer_all_labels(index, scores, action, range);
      }
    }
  }

  /// Most labels are out of the question; what is not better than the worst is not looked at twice.
  void offer_all_labels(std::uint32_t index, const Score* scores, Action action, LabelRange range) {
    const double before = hypotheses_[index].score;
    const Score* const of = scores + classes_.of(action, range.first);
    if (best_.size() == size_) {
      const Score best = largest(of, static_cast<std::size_t>(range.count));
      if (!(before + static_cast<double>(best) > best_.back().score)) return;
    }
    for (Label i = 0; i < range.count; ++i) {
      const double score = before + static_cast<double>(of[i]);
      if (best_.size() == size_ && !(score > best_.back().score)) continue;
      offer({score, index, {action, range.first + i}, false});
    }
  }

  const TransitionClasses& classes_;
  Scorer<Table>& scorer_;
  std::size_t size_;
  std::size_t count_ = 0;
  std::vector<Hypothesis> hypotheses_;
  std::vector<Hypothesis> next_;
  std::vector<Candidate> best_;
  std::vector<std::uint32_t> uses_;
  DerivationTree derivations_;
};

}  // namespace panarc
