#pragma once

#include <algorithm>
#include <cmath>
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

/// The step of an update against what costs so much.
inline void set_step(const LossOptions& options, double violation, double cost, auto& update) {
  update.violation = violation;
  if (options.kind != LossKind::kPassiveAggressive) return;
  update.step_limit = options.aggressiveness;
  update.margin = std::sqrt(cost);
}

/// The coefficient of what is to rise. A margin says by itself how far it is to.
inline float coefficient(const LossOptions& options, double cost) {
  return options.kind == LossKind::kPassiveAggressive ? 1 : static_cast<float>(cost);
}

}  // namespace loss

/// A derivation that should have won against one that did, both from `start`: the scores of its
/// steps are to rise, those of the other's to fall. What they begin with in common cancels out. The
/// more the other costs, the more it matters: a perceptron takes steps of that length, and a
/// passive-aggressive learner asks for a margin of its root (Crammer et al. 2006, cost-sensitive
/// classification with the prediction-based update).
template <Task T>
void contrast(const LossOptions& options, const T& task, const typename T::State& start,
              std::span<const typename T::Step> positive,
              std::span<const typename T::Step> negative, double violation, double cost,
              Update<typename T::State>& update) {
  update.clear();
  const auto fork =
      std::mismatch(positive.begin(), positive.end(), negative.begin(), negative.end()).first;
  const auto shared = static_cast<std::size_t>(fork - positive.begin());
  const std::uint32_t number = update.add_state(start);
  for (std::size_t i = 0; i < shared; ++i) task.advance(update.state(number), positive[i]);
  const float coefficient = loss::coefficient(options, cost);
  loss::add_terms(task, number, positive, shared, coefficient, update);
  loss::add_terms(task, number, negative, shared, -coefficient, update);
  loss::set_step(options, violation, cost, update);
}

/// A class that should have won against one that did, in one state.
template <class State>
void contrast(const LossOptions& options, const State& state, std::uint32_t positive,
              std::uint32_t negative, double violation, Update<State>& update) {
  update.clear();
  const std::uint32_t number = update.add_state(state);
  update.add_term(number, positive, 1);
  update.add_term(number, negative, -1);
  loss::set_step(options, violation, 1, update);
}

/// Some of several classes of a state should have won: the terms are the probabilities that they
/// would have if they were the only ones, less those that classes have (so every score moves by
/// minus the gradient of the loss). Returns the loss: minus the logarithm of the probability of the
/// right ones together.
///
/// `scores` are those of `classes`; `right` says of each class whether it is.
template <class State>
double likelihood(std::uint32_t state, std::span<const std::uint32_t> classes,
                  std::span<const double> scores, std::span<const char> right,
                  Update<State>& update) {
  const double most = *std::max_element(scores.begin(), scores.end());
  double all = 0;
  double of_right = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double value = std::exp(scores[i] - most);
    all += value;
    if (right[i] != 0) of_right += value;
  }
  // Where the right ones have no chance, they share it evenly.
  const auto count = static_cast<double>(std::count(right.begin(), right.end(), 1));
  constexpr double kLeast = 1e-30;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double value = std::exp(scores[i] - most);
    double wanted = 0;
    if (right[i] != 0) wanted = of_right > kLeast * all ? value / of_right : 1 / count;
    update.add_term(state, classes[i], static_cast<float>(wanted - value / all));
  }
  return std::log(all) - std::log(std::max(of_right, kLeast * all));
}

}  // namespace panarc
