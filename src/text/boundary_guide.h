#pragma once

#include <cstddef>

#include "text/boundary_task.h"
#include "text/gold_text.h"

namespace panarc {

/// Tells which boundaries are correct: those of the text, whatever was decided before.
class BoundaryGuide {
 public:
  using Gold = GoldText;
  using Correct = Boundary;

  explicit BoundaryGuide(const BoundaryTask& task) : task_(task) {}

  void begin(const TextSpan& /*span*/, const Gold& gold) { gold_ = &gold; }
  static void leave_path() {}
  [[nodiscard]] Correct correct(const BoundaryState& state, std::size_t /*depth*/) const {
    const Boundary boundary = gold_->boundaries[state.at];
    const BoundarySet set = task_.allowed(state);
    if (contains(set, boundary)) return boundary;
    // The boundary of the text is too rare to be offered: take the most similar one instead.
    return boundary == Boundary::kSentence && contains(set, Boundary::kToken) ? Boundary::kToken
           : contains(set, Boundary::kInside)                                 ? Boundary::kInside
           : contains(set, Boundary::kToken)                                  ? Boundary::kToken
                                                                              : Boundary::kSentence;
  }
  static bool is_correct(const BoundaryState& /*state*/, Correct correct, Boundary step) {
    return step == correct;
  }
  template <class Visitor>
  void for_each_correct(const BoundaryState& /*state*/, Correct correct, const float* /*row*/,
                        Visitor&& visit) const {
    visit(correct);
  }
  static std::size_t steps_left(const BoundaryState& state, std::size_t /*depth*/) {
    return state.span->end - state.at;
  }

 private:
  const BoundaryTask& task_;
  const Gold* gold_ = nullptr;
};

}  // namespace panarc
