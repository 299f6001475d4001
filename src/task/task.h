#pragma once

#include <concepts>
#include <cstdint>

namespace panarc {

/// What a search works on: states, the steps from one to the next, and the scorer's classes of
/// these. All of it is known at compile time, so the inner loops of search and training are as in a
/// program written for one task.
///
/// One member is a template, and so is not in the concept. `successors(state, row, offers)` offers
/// the steps that may be taken in a state that is not final, each with its score, in a fixed order;
/// `row` has the scores of all classes, and `offers` is Beam::Offers, or anything like it.
///
/// States are copied by assignment. If that is faster the more the two have in common, they may
/// have `shared_steps(other)`, the number of steps they share, or 0 if unknown: the beam then
/// assigns to the states that share most.
template <class T>
concept Task = requires(const T& task, const typename T::Input& input, typename T::State& state,
                        const typename T::State& before, const typename T::Step& step) {
  requires std::equality_comparable<typename T::Step>;
  /// Sets the state to the initial one of a sentence.
  task.start(input, state);
  { task.is_final(before) } -> std::same_as<bool>;
  task.advance(state, step);
  /// The class that the score of a step comes from.
  { task.class_of(step) } -> std::same_as<std::uint32_t>;
};

}  // namespace panarc
