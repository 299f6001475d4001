#pragma once

#include <concepts>
#include <cstdint>

namespace panarc {

/// What a search is about: states, the steps that lead from one to the next, and the classes of a
/// scorer that they belong to. All of it is known at compile time, so that the inner loops of
/// search and training are those of a program written for one task.
///
/// One member is a template, and so is not in the concept. `successors(state, row, offers)` offers
/// the steps that may be taken in a state that is not final, each with its score, in a fixed order;
/// `row` has the scores of all classes, and `offers` is Beam::Offers, or anything like it.
///
/// States are copied by assignment. If that takes longer the less the two have in common, they may
/// have `shared_steps(other)`, the number of steps they have in common, or 0 if that is not known:
/// the beam then assigns to those that have most.
template <class T>
concept Task = requires(const T& task, const typename T::Input& input, typename T::State& state,
                        const typename T::State& before, const typename T::Step& step) {
  requires std::equality_comparable<typename T::Step>;
  /// Makes it the first state of a sentence.
  task.start(input, state);
  { task.is_final(before) } -> std::same_as<bool>;
  task.advance(state, step);
  /// The class that the score of a step comes from.
  { task.class_of(step) } -> std::same_as<std::uint32_t>;
};

}  // namespace panarc
