#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace panarc {

/// One update, as a value: which scores of which states should rise and fall. These are the lambdas
/// of PanParser's B.3, or minus the gradient of a loss by the scores. A search and an oracle choose
/// the states, a loss the coefficients; the scorer learns from them.
///
/// Keeps its memory when cleared, including that of the states.
template <class State>
class Update {
 public:
  /// A score that should change: by how much, relative to the others of the update.
  struct Term {
    std::uint32_t state = 0;
    std::uint32_t cls = 0;
    float coefficient = 0;
  };

  void clear() {
    state_count_ = 0;
    terms_.clear();
    step_limit.reset();
    violation = 0;
    margin = 1;
  }
  [[nodiscard]] bool empty() const { return terms_.empty(); }

  /// Adds a copy of a state and returns its number.
  std::uint32_t add_state(const State& state) {
    const std::uint32_t number = new_state();
    states_[number] = state;
    return number;
  }
  /// Adds a copy of one of its own states.
  std::uint32_t copy_state(std::uint32_t of) {
    const std::uint32_t number = new_state();
    states_[number] = states_[of];
    return number;
  }
  void add_term(std::uint32_t state, std::uint32_t cls, float coefficient) {
    terms_.push_back({state, cls, coefficient});
  }

  [[nodiscard]] const State& state(std::uint32_t number) const { return states_[number]; }
  [[nodiscard]] State& state(std::uint32_t number) { return states_[number]; }
  [[nodiscard]] std::span<const Term> terms() const { return terms_; }

  /// By how much the total of the scores that should rise falls short of the others.
  double violation = 0;
  /// If set, the terms only give a direction: the step is the smallest that turns the violation
  /// into a margin, but no longer than this (passive-aggressive, Crammer et al. 2006, PA-I). The
  /// length depends on the parameters, which only the scorer knows.
  std::optional<double> step_limit;
  double margin = 1;

 private:
  std::uint32_t new_state() {
    if (state_count_ == states_.size()) states_.emplace_back();
    return static_cast<std::uint32_t>(state_count_++);
  }

  std::vector<State> states_;
  std::size_t state_count_ = 0;
  std::vector<Term> terms_;
};

}  // namespace panarc
