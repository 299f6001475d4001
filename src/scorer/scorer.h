#pragma once

#include <cstddef>
#include <span>

#include "scorer/learner.h"
#include "scorer/update.h"

namespace panarc {

/// Gives scores to the classes of states: what search knows of a model. One per thread.
///
/// It is called once per step with all states of the step, so that a table can fetch memory for all
/// of them, and a network can multiply matrices; the call being virtual costs nothing beside that.
template <class State, class Input, class Score>
class Scorer {
 public:
  Scorer() = default;
  Scorer(const Scorer&) = delete;
  Scorer& operator=(const Scorer&) = delete;
  Scorer(Scorer&&) = delete;
  Scorer& operator=(Scorer&&) = delete;
  virtual ~Scorer() = default;

  /// A sentence begins. What is known of it must stay where it is until the next one begins.
  virtual void begin(const Input& input) = 0;

  /// The scores of all classes, one row per state. All rows are valid until the next call.
  virtual std::span<const Score* const> score(std::span<const State* const> states) = 0;
};

/// A scorer in training, of parameters that a Learner has.
template <class State, class Input>
class LearningScorer : public Scorer<State, Input, float> {
 public:
  /// The parameters have changed.
  virtual void forget() = 0;

  /// Appends what an update, of states of the sentence that has begun, asks the parameters to
  /// become. They stay as they are until the learner applies it.
  virtual void learn(const Update<State>& update, Changes& changes) = 0;
};

}  // namespace panarc
