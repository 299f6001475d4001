#pragma once

#include <cstddef>
#include <span>

#include "base/interface.h"
#include "scorer/learner.h"
#include "scorer/update.h"

namespace panarc {

/// Scores the classes of states: what search sees of a model. One per thread.
///
/// It is called once per step with all states of the step, so that a table can prefetch memory for
/// all of them, and a network can multiply matrices; next to that, a virtual call costs nothing.
template <class State, class Input, class Score>
class Scorer : public Interface {
 public:
  /// Begins a sentence. The input must stay in place until the next one begins.
  virtual void begin(const Input& input) = 0;

  /// The scores of all classes, one row per state. All rows are valid until the next call.
  virtual std::span<const Score* const> score(std::span<const State* const> states) = 0;
};

/// A scorer in training; a Learner has its parameters.
template <class State, class Input>
class LearningScorer : public Scorer<State, Input, float> {
 public:
  /// Call this after the parameters have changed.
  virtual void forget() = 0;

  /// Appends the changes that an update of states of the current sentence makes to the parameters.
  /// They take effect when the learner applies them.
  virtual void learn(const Update<State>& update, Changes& changes) = 0;
};

}  // namespace panarc
