#pragma once

#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/interface.h"
#include "task/encoded_sentence.h"
#include "task/parse_state.h"
#include "task/transition_classes.h"

namespace panarc {

/// A transition that is offered in a state, and its score.
struct OfferedTransition {
  Transition transition;
  double score = 0;

  friend bool operator==(const OfferedTransition&, const OfferedTransition&) = default;
};

/// The ParsingTask of a system, hiding its type: a task for code that is compiled once, where time
/// does not matter. Immutable, so threads may share it.
class AnyParsingTask : public Interface {
 public:
  using Input = EncodedSentence;
  using State = ParseState;
  using Step = Transition;

  explicit AnyParsingTask(const TransitionClasses& classes) : classes_(classes) {}

  [[nodiscard]] const TransitionClasses& classes() const { return classes_; }
  [[nodiscard]] std::uint32_t class_of(const Step& step) const { return classes_.of(step); }

  virtual void start(const Input& words, State& state) const = 0;
  [[nodiscard]] virtual bool is_final(const State& state) const = 0;
  virtual void advance(State& state, const Step& step) const = 0;
  /// All that a search considers in a state that is not final, in its order.
  [[nodiscard]] virtual std::vector<OfferedTransition> offers(const State& state,
                                                              const double* row) const = 0;
  /// The labels that a legal transition may have; those of kTag are the tags.
  [[nodiscard]] virtual LabelRange labels_of(const State& state, Action action) const = 0;

  template <class Offers>
  void successors(const State& state, const double* row, Offers& offered) const {
    for (const OfferedTransition& offer : offers(state, row)) {
      if (offered.wants(offer.score)) offered.add(offer.transition, offer.score);
    }
  }

 private:
  TransitionClasses classes_;
};

/// Defined for each system in a separate translation unit.
template <TransitionSystem S>
struct AnyParsingTaskOf {
  static std::unique_ptr<AnyParsingTask> make(const TransitionClasses& classes,
                                              const SystemOptions& options);
};

/// For the named system.
std::unique_ptr<AnyParsingTask> make_parsing_task(std::string_view system,
                                                  const TransitionClasses& classes,
                                                  const SystemOptions& options);

}  // namespace panarc
