#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "scorer/update.h"
#include "task/task.h"
#include "train/options.h"

namespace panarc {

namespace loss {

/// Adds the state after a step to an update. The task must outlive the update.
template <Task T>
std::uint32_t add_next(const T& task, std::uint32_t from, const typename T::Step& step,
                       Update<typename T::State>& update) {
  return update.add_next(from,
                         [&task, step](typename T::State& state) { task.advance(state, step); });
}

/// Adds terms for the steps of a derivation from `from` on; state `number` is the one before that
/// step.
template <Task T>
void add_terms(const T& task, std::uint32_t number, std::span<const typename T::Step> derivation,
               std::size_t from, float coefficient, Update<typename T::State>& update) {
  for (std::size_t i = from; i < derivation.size(); ++i) {
    if (i > from) number = add_next(task, number, derivation[i - 1], update);
    update.add_term(number, task.class_of(derivation[i]), coefficient);
  }
}

/// Sets the step of an update against an error of this cost.
inline void set_step(const LossOptions& options, double violation, double cost, auto& update) {
  update.violation = violation;
  if (options.kind != LossKind::kPassiveAggressive) return;
  update.step_limit = options.aggressiveness;
  update.margin = std::sqrt(cost);
}

/// The coefficient of what should rise. With a margin, the step length is determined later.
inline float coefficient(const LossOptions& options, double cost) {
  return options.kind == LossKind::kPassiveAggressive ? 1 : static_cast<float>(cost);
}

}  // namespace loss

/// A derivation that should have won against one that did, both from `start`: the scores of its
/// steps should rise, those of the other's fall. A common prefix cancels out. The more the other
/// costs, the larger the update: a perceptron scales its step by the cost, and a passive-aggressive
/// learner requires a margin of its square root (Crammer et al. 2006, cost-sensitive classification
/// with the prediction-based update).
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
  for (std::size_t i = 0; i < shared; ++i) task.advance(update.copied_state(number), positive[i]);
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

/// Some of several alternatives should have won. Calls `visit(i, coefficient)` with the probability
/// that each would have among the right ones alone, minus its actual probability: this is minus the
/// gradient of the loss. Returns the loss: minus the log of the total probability of the right
/// ones.
template <class Visitor>
double likelihood(std::span<const double> scores, std::span<const char> right, Visitor&& visit) {
  const double most = *std::max_element(scores.begin(), scores.end());
  double all = 0;
  double of_right = 0;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double value = std::exp(scores[i] - most);
    all += value;
    if (right[i] != 0) of_right += value;
  }
  // If the right ones have no chance, they share it evenly.
  const auto count = static_cast<double>(std::count(right.begin(), right.end(), 1));
  constexpr double kLeast = 1e-30;
  for (std::size_t i = 0; i < scores.size(); ++i) {
    const double value = std::exp(scores[i] - most);
    double wanted = 0;
    if (right[i] != 0) wanted = of_right > kLeast * all ? value / of_right : 1 / count;
    visit(i, static_cast<float>(wanted - value / all));
  }
  return std::log(all) - std::log(std::max(of_right, kLeast * all));
}

/// The likelihood loss for the classes of a state, some of which are right.
template <class State>
double likelihood(std::uint32_t state, std::span<const std::uint32_t> classes,
                  std::span<const double> scores, std::span<const char> right,
                  Update<State>& update) {
  return likelihood(scores, right, [&](std::size_t i, float coefficient) {
    update.add_term(state, classes[i], coefficient);
  });
}

/// Derivations from one state, some of which should have won.
template <class Step>
struct Contest {
  std::vector<std::vector<Step>> derivations;
  std::vector<double> scores;
  std::vector<char> right;
  /// How much steps weigh, by their place; 1 where nothing is given.
  std::vector<float> weights;

  void clear() {
    derivations.clear();
    scores.clear();
    right.clear();
    weights.clear();
  }
  /// Whether there are two, all of whose steps weigh the same.
  [[nodiscard]] bool is_of_two() const { return derivations.size() == 2 && weights.empty(); }
  [[nodiscard]] float weight(std::size_t place) const {
    return place < weights.size() ? weights[place] : 1;
  }
  void add(std::vector<Step> derivation, double score, bool is_right) {
    derivations.push_back(std::move(derivation));
    scores.push_back(score);
    right.push_back(is_right ? 1 : 0);
  }
};

namespace loss {

/// The members of a contest, grouped by the step they take after `depth` others.
template <class Step>
std::vector<std::vector<std::size_t>> groups_by_step(const Contest<Step>& contest,
                                                     std::span<const std::size_t> members,
                                                     std::size_t depth) {
  std::vector<std::vector<std::size_t>> groups;
  for (const std::size_t member : members) {
    const std::vector<Step>& derivation = contest.derivations[member];
    if (derivation.size() == depth) continue;
    const auto same = std::ranges::find_if(groups, [&](const auto& group) {
      return contest.derivations[group.front()][depth] == derivation[depth];
    });
    same == groups.end() ? groups.push_back({member}) : same->push_back(member);
  }
  return groups;
}

/// Adds terms for the steps of all derivations of a contest. A step that several take from the same
/// state has the sum of their coefficients; a common prefix of all cancels out.
template <Task T>
void add_terms(const T& task, const typename T::State& start,
               const Contest<typename T::Step>& contest, std::span<const float> coefficients,
               Update<typename T::State>& update) {
  struct Branch {
    std::uint32_t state;
    std::size_t depth;
    std::vector<std::size_t> members;
  };
  std::vector<Branch> branches{{update.add_state(start), 0, {}}};
  for (std::size_t i = 0; i < coefficients.size(); ++i) branches.front().members.push_back(i);
  while (!branches.empty()) {
    const Branch branch = std::move(branches.back());
    branches.pop_back();
    const auto groups = groups_by_step(contest, branch.members, branch.depth);
    const bool all_agree = groups.size() == 1 && groups[0].size() == coefficients.size();
    const auto step_of = [&](const auto& group) {
      return contest.derivations[group.front()][branch.depth];
    };
    for (const auto& group : groups) {
      if (all_agree) break;
      float sum = 0;
      for (const std::size_t member : group) sum += coefficients[member];
      update.add_term(branch.state, task.class_of(step_of(group)),
                      sum * contest.weight(branch.depth));
    }
    for (const auto& group : groups) {
      std::uint32_t next = branch.state;
      if (all_agree) {
        task.advance(update.copied_state(next), step_of(group));
      } else {
        next = add_next(task, next, step_of(group), update);
      }
      branches.push_back({next, branch.depth + 1, group});
    }
  }
}

}  // namespace loss

/// Several derivations that should have won against several that did: the mean of the scores of
/// those should rise, the mean of the others' fall.
template <Task T>
void contrast(const LossOptions& options, const T& task, const typename T::State& start,
              const Contest<typename T::Step>& contest, double violation, double cost,
              Update<typename T::State>& update) {
  update.clear();
  const float coefficient = loss::coefficient(options, cost);
  const auto right = std::ranges::count(contest.right, 1);
  const auto wrong = std::ranges::count(contest.right, 0);
  std::vector<float> coefficients;
  for (const char is_right : contest.right) {
    coefficients.push_back(is_right != 0 ? coefficient / static_cast<float>(right)
                                         : -coefficient / static_cast<float>(wrong));
  }
  loss::add_terms(task, start, contest, coefficients, update);
  loss::set_step(options, violation, cost, update);
}

/// The likelihood loss for derivations from a state: the objective of Andor et al. (2016), in which
/// whole derivations have probabilities. The derivations in the beam stand for all.
template <Task T>
double likelihood(const T& task, const typename T::State& start,
                  const Contest<typename T::Step>& contest, Update<typename T::State>& update) {
  std::vector<float> coefficients(contest.scores.size());
  const double lost =
      likelihood(contest.scores, contest.right,
                 [&](std::size_t i, float coefficient) { coefficients[i] = coefficient; });
  loss::add_terms(task, start, contest, coefficients, update);
  return lost;
}

}  // namespace panarc
