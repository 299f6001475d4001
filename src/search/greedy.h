#pragma once

#include <optional>
#include <span>
#include <type_traits>

#include "base/interruption.h"
#include "task/task.h"

namespace panarc {

/// Keeps the best successor of a state; the first, if several are equal.
template <class Step, class Score>
struct BestStep {
  Step step{};
  Score score{};
  bool any = false;

  [[nodiscard]] static bool only_best() { return true; }
  [[nodiscard]] bool is_full() const { return any; }
  [[nodiscard]] bool wants(Score other) const { return !any || other > score; }
  void add(const Step& other, Score its_score) {
    if (!wants(its_score)) return;
    step = other;
    score = its_score;
    any = true;
  }
};

/// Greedy search for the best final state and nothing else: the result is that of a Beam of one,
/// but no derivation and no score are kept. So a step without alternatives need not be scored.
///
/// It asks a task for `choices(state)`, of any type, and for `only_step(state, choices)`, the step
/// that needs no score, if any; the choices are also passed to successors().
template <Task T>
class GreedySearch {
 public:
  using State = typename T::State;
  using Step = typename T::Step;

  /// The task must outlive it.
  explicit GreedySearch(const T& task) : task_(task) {}

  /// The final state; valid until the next search. The scorer must have begun with the input.
  template <class Scorer>
  const State& search(const typename T::Input& input, Scorer& scorer,
                      const Interruption& interruption = kNeverOver) {
    task_.start(input, state_);
    const State* const states = &state_;
    for (unsigned step = 0; !task_.is_final(state_); ++step) {
      if (step % kStepsPerLook == 0) interruption.throw_if_over();
      const auto choices = task_.choices(state_);
      if (const std::optional<Step> only = task_.only_step(state_, choices)) {
        task_.advance(state_, *only);
        continue;
      }
      const auto* const row = scorer.score(std::span(&states, 1)).front();
      BestStep<Step, std::remove_cvref_t<decltype(*row)>> best;
      task_.successors(state_, choices, row, best);
      task_.advance(state_, best.step);
    }
    return state_;
  }

 private:
  /// Looking takes a twentieth of the time of the fastest steps.
  static constexpr unsigned kStepsPerLook = 16;

  const T& task_;
  State state_;
};

}  // namespace panarc
