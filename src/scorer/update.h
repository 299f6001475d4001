#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace panarc {

/// One update, as a value: which scores of which states should rise and fall. These are the lambdas
/// of PanParser's B.3, or minus the gradient of a loss by the scores. A search and an oracle choose
/// the states, a loss the coefficients; the scorer learns from them.
///
/// Most states follow from another of the update by one step. Only the step is kept, and the state
/// made again when it is asked for: in a long sentence, states are large and derivations long.
///
/// An update that is cleared keeps its memory, including that of the states.
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
    numbered_.clear();
    stored_count_ = 0;
    current_.reset();
    terms_.clear();
    step_limit.reset();
    violation = 0;
    margin = 1;
  }
  [[nodiscard]] bool empty() const { return terms_.empty(); }

  /// Adds a copy of a state and returns its number.
  std::uint32_t add_state(const State& state) {
    if (stored_count_ == stored_.size()) stored_.emplace_back();
    stored_[stored_count_] = state;
    return add({static_cast<std::uint32_t>(stored_count_++), true, {}});
  }
  /// Adds the state to which `take_step` changes a copy of another one, and returns its number.
  /// What the function refers to must outlive the use of the state.
  std::uint32_t add_next(std::uint32_t from, std::function<void(State&)> take_step) {
    return add({from, false, std::move(take_step)});
  }
  void add_term(std::uint32_t state, std::uint32_t cls, float coefficient) {
    terms_.push_back({state, cls, coefficient});
  }

  /// Valid until the next call. Fastest in the order in which states were added.
  [[nodiscard]] const State& state(std::uint32_t number) const {
    const Numbered& numbered = numbered_[number];
    if (numbered.is_stored) return stored_[numbered.from];
    make(number);
    return made_;
  }
  /// A state that was added as a copy, to change it.
  [[nodiscard]] State& copied_state(std::uint32_t number) {
    return stored_[numbered_[number].from];
  }
  [[nodiscard]] std::span<const Term> terms() const { return terms_; }

  /// By how much the total of the scores that should rise falls short of the others.
  double violation = 0;
  /// If set, the terms only give a direction: the step is the smallest that turns the violation
  /// into a margin, but no longer than this (passive-aggressive, Crammer et al. 2006, PA-I). The
  /// length depends on the parameters, which only the scorer knows.
  std::optional<double> step_limit;
  double margin = 1;

 private:
  struct Numbered {
    std::uint32_t from = 0;  // the number of another state, or an index of `stored_`
    bool is_stored = false;
    std::function<void(State&)> take_step;
  };

  std::uint32_t add(Numbered numbered) {
    numbered_.push_back(std::move(numbered));
    return static_cast<std::uint32_t>(numbered_.size() - 1);
  }

  /// Takes all steps from the nearest state at hand.
  void make(std::uint32_t number) const {
    path_.clear();
    std::uint32_t from = number;
    for (; current_ != from && !numbered_[from].is_stored; from = numbered_[from].from) {
      path_.push_back(from);
    }
    if (current_ != from) made_ = stored_[numbered_[from].from];
    for (; !path_.empty(); path_.pop_back()) numbered_[path_.back()].take_step(made_);
    current_ = number;
  }

  std::vector<Numbered> numbered_;
  std::vector<State> stored_;
  std::size_t stored_count_ = 0;
  std::vector<Term> terms_;

  // The state that was made last.
  mutable std::optional<std::uint32_t> current_;
  mutable State made_;
  mutable std::vector<std::uint32_t> path_;
};

}  // namespace panarc
