#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>

#include "scorer/update.h"
#include "task/task.h"
#include "train/options.h"

namespace panarc {

namespace loss {

/// Adds terms for the steps of a derivation from `from` on; state `number` is the one before that
/// step.
template <Task T>
void add_terms(const T& task, std::uint32_t number, std::span<const typename T::Step> derivation,
               std::size_t from, float coefficient, Update<typename T::State>& update) {
  for (std::size_t i = from; i < derivation.size(); ++i) {
    if (i > from) {
      number = update.copy_state(number);
      task.advance(update.state(number), derivation[i - 1]);
    }
    update.add_term(number, task.class_of(derivation[i]), coefficient);
  }
}

inline void set_step(const LossOptions& options, double violation, auto& update) {
  update.violation = violation;
  if (options.kind == LossKind::kPassiveAggressive) update.step_limit = options.aggressiveness;
}

}  // namespace loss

/// A derivation that should have won against one that did, both from `start`: the scores of its
/// steps are to rise, those of the other's to fall. What they begin with in common cancels out.
template <Task T>
void contrast(const LossOptions& options, const T& task, const typename T::State& start,
              std::span<const typename T::Step> positive,
              std::span<const typename T::Step> negative, double violation,
              Update<typename T::State>& update) {
  update.clear();
  const auto fork =
      std::mismatch(positive.begin(), positive.end(), negative.begin(), negative.end()).first;
  const auto shared = static_cast<std::size_t>(fork - positive.begin());
  const std::uint32_t number = update.add_state(start);
  for (std::size_t i = 0; i < shared; ++i) task.advance(update.state(number), positive[i]);
  loss::add_terms(task, number, positive, shared, 1, update);
  loss::add_terms(task, number, negative, shared, -1, update);
  loss::set_step(options, violation, update);
}

/// A class that should have won against one that did, in one state.
template <class State>
void contrast(const LossOptions& options, const State& state, std::uint32_t positive,
              std::uint32_t negative, double violation, Update<State>& update) {
  update.clear();
  const std::uint32_t number = update.add_state(state);
  update.add_term(number, positive, 1);
  update.add_term(number, negative, -1);
  loss::set_step(options, violation, update);
}

}  // namespace panarc
