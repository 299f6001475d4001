#pragma once

#include <algorithm>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include "search/derivation.h"
#include "task/task.h"

namespace panarc {

/// Beam search over any task, one step at a time; a beam of one is greedy search.
///
/// Each step expands all hypotheses and keeps the best successors. Ties go to the first, by
/// hypothesis and then in the task's order. It knows neither where scores come from nor what is
/// correct: the caller passes rows of scores, and training can read the same rows.
template <Task T>
class Beam {
 public:
  using State = typename T::State;
  using Step = typename T::Step;
  using Derivations = DerivationTree<Step>;

  struct Hypothesis {
    State state;
    double score = 0;
    typename Derivations::Index derivation = Derivations::kStart;
  };

  /// A successor of a hypothesis, or the hypothesis itself if it is final.
  struct Candidate {
    double score = 0;
    std::uint32_t parent = 0;
    Step step{};
    bool stays = false;
  };

  /// Takes the successors of one hypothesis, with the scores of their last steps.
  class Offers {
   public:
    /// Whether only the best successor will be kept: worse ones, and later ones with the same
    /// score, need not be offered.
    [[nodiscard]] bool only_best() const { return beam_.size_ == 1; }
    [[nodiscard]] bool is_full() const { return beam_.best_.size() == beam_.size_; }
    /// Whether a successor with this score is among the best so far.
    template <class Score>
    [[nodiscard]] bool wants(Score score) const {
      return before_ + static_cast<double>(score) > bar_;
    }
    template <class Score>
    void add(const Step& step, Score score) {
      beam_.offer({before_ + static_cast<double>(score), parent_, step, false});
      set_bar();
    }

   private:
    friend class Beam;
    Offers(Beam& beam, std::uint32_t parent)
        : beam_(beam), parent_(parent), before_(beam.hypotheses_[parent].score) {
      set_bar();
    }

    void set_bar() {
      bar_ = is_full() ? beam_.best_.back().score : -std::numeric_limits<double>::infinity();
    }

    Beam& beam_;
    std::uint32_t parent_;
    double before_;
    double bar_ = 0;  // the score that a successor must exceed
  };

  /// The task must outlive the beam.
  Beam(const T& task, std::size_t size) : task_(task) { set_size(size); }

  /// From the next start on, keeps this many hypotheses.
  void set_size(std::size_t size) {
    size_ = std::max<std::size_t>(size, 1);
    best_.reserve(size_ + 1);
  }

  /// Starts at the beginning of a sentence, in a given state, or empty.
  void start(const typename T::Input& input) {
    clear();
    task_.start(input, new_hypothesis().state);
    find_open();
  }
  void start(const State& state) {
    clear();
    new_hypothesis().state = state;
    find_open();
  }
  void clear() {
    count_ = 0;
    open_.clear();
    open_states_.clear();
    derivations_.clear();
  }
  /// Adds a hypothesis that is not better than the existing ones.
  void add(const State& state, double score, std::span<const Step> derivation) {
    Hypothesis& hypothesis = new_hypothesis();
    hypothesis.state = state;
    hypothesis.score = score;
    for (const Step& step : derivation) {
      hypothesis.derivation = derivations_.add(hypothesis.derivation, step);
    }
    find_open();
  }

  /// Best first.
  [[nodiscard]] std::span<const Hypothesis> hypotheses() const {
    return std::span(hypotheses_).first(count_);
  }
  [[nodiscard]] const Hypothesis& top() const { return hypotheses_[0]; }
  [[nodiscard]] const Derivations& derivations() const { return derivations_; }

  /// The indices of the hypotheses that are not final, and their states: rows of scores are needed
  /// for these.
  [[nodiscard]] std::span<const std::uint32_t> open() const { return open_; }
  [[nodiscard]] std::span<const State* const> open_states() const { return open_states_; }
  [[nodiscard]] bool is_final() const { return open_.empty(); }

  /// Finds the best successors; there is one row per open hypothesis.
  template <class Score>
  void expand(std::span<const Score* const> rows) {
    expand_with([&](std::size_t open, const Hypothesis& hypothesis, Offers& offers) {
      task_.successors(hypothesis.state, rows[open], offers);
    });
  }
  /// Finds the best successors; `successors(open, hypothesis, offers)` offers those of each open
  /// hypothesis.
  template <class Successors>
  void expand_with(Successors&& successors) {
    best_.clear();
    std::size_t open = 0;
    for (std::uint32_t i = 0; i < count_; ++i) {
      if (open < open_.size() && open_[open] == i) {
        Offers offers(*this, i);
        successors(open++, std::as_const(hypotheses_[i]), offers);
      } else {
        offer({hypotheses_[i].score, i, {}, true});
      }
    }
  }

  /// The successors that will be kept, best first.
  [[nodiscard]] std::span<const Candidate> best() const { return best_; }

  /// Makes the successors that will be kept the beam.
  void advance() {
    if (count_ == 1 && best_.size() == 1) {
      take(best_[0], hypotheses_[0]);
      find_open();
      return;
    }
    next_.resize(std::max(next_.size(), best_.size()));
    uses_.assign(count_, 0);
    for (const Candidate& candidate : best_) ++uses_[candidate.parent];
    for (std::size_t i = 0; i < best_.size(); ++i) {
      const Candidate& candidate = best_[i];
      Hypothesis& parent = hypotheses_[candidate.parent];
      Hypothesis& child = next_[i];
      child.derivation = parent.derivation;
      if (--uses_[candidate.parent] == 0) {
        std::swap(child.state, parent.state);
      } else {
        if constexpr (kStatesKnowWhatTheyShare) bring_nearest_spare(i, parent.state);
        child.state = parent.state;
      }
      take(candidate, child);
    }
    std::swap(hypotheses_, next_);
    count_ = best_.size();
    find_open();
  }

 private:
  /// Whether states know how many steps they share.
  static constexpr bool kStatesKnowWhatTheyShare = requires(const State& state) {
    { state.shared_steps(state) } -> std::same_as<std::size_t>;
  };

  /// Chooses the memory for a child state, which will be a copy of `original`, so that little must
  /// be copied. Hypotheses that diverged long ago may coexist, each with its own successors. So
  /// this takes the unused state that shares most with the original or, if none shares anything,
  /// the one unused for longest.
  void bring_nearest_spare(std::size_t child, const State& original) {
    if (original.shared_steps(original) == 0) return;
    State* nearest = &next_[child].state;
    std::size_t most = nearest->shared_steps(original);
    // An unused state takes no steps: the fewer it has taken, the longer it has been unused.
    std::size_t last = nearest->shared_steps(*nearest);
    const auto consider = [&](State& spare) {
      const std::size_t shared = spare.shared_steps(original);
      const std::size_t steps = spare.shared_steps(spare);
      if (shared < most || (shared == most && steps >= last)) return;
      nearest = &spare;
      most = shared;
      last = steps;
    };
    for (std::size_t i = child + 1; i < next_.size(); ++i) consider(next_[i].state);
    for (std::size_t i = 0; i < hypotheses_.size(); ++i) {
      if (i >= count_ || uses_[i] == 0) consider(hypotheses_[i].state);
    }
    if (nearest != &next_[child].state) std::swap(next_[child].state, *nearest);
  }

  /// Turns the parent into the candidate.
  void take(const Candidate& candidate, Hypothesis& hypothesis) {
    hypothesis.score = candidate.score;
    if (candidate.stays) return;
    task_.advance(hypothesis.state, candidate.step);
    hypothesis.derivation = derivations_.add(hypothesis.derivation, candidate.step);
  }

  Hypothesis& new_hypothesis() {
    hypotheses_.resize(std::max(hypotheses_.size(), count_ + 1));
    Hypothesis& hypothesis = hypotheses_[count_++];
    hypothesis.score = 0;
    hypothesis.derivation = Derivations::kStart;
    return hypothesis;
  }

  void find_open() {
    open_.clear();
    open_states_.clear();
    for (std::uint32_t i = 0; i < count_; ++i) {
      if (task_.is_final(hypotheses_[i].state)) continue;
      open_.push_back(i);
      open_states_.push_back(&hypotheses_[i].state);
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

  const T& task_;
  std::size_t size_ = 1;
  std::size_t count_ = 0;
  std::vector<Hypothesis> hypotheses_;
  std::vector<Hypothesis> next_;
  std::vector<std::uint32_t> open_;
  std::vector<const State*> open_states_;
  std::vector<Candidate> best_;
  std::vector<std::uint32_t> uses_;
  Derivations derivations_;
};

}  // namespace panarc
