#pragma once

#include <span>

#include "task/parse_state.h"
#include "transition/transition.h"

namespace panarc {

/// Says which of the legal transitions of a state are out of the question.
class TransitionFilter {
 public:
  TransitionFilter() = default;
  TransitionFilter(const TransitionFilter&) = delete;
  TransitionFilter& operator=(const TransitionFilter&) = delete;
  TransitionFilter(TransitionFilter&&) = delete;
  TransitionFilter& operator=(TransitionFilter&&) = delete;
  virtual ~TransitionFilter() = default;

  /// Those of the legal actions that may be taken: at least one.
  virtual ActionSet actions(const ParseState& state) = 0;
  /// Whether to ask about one action takes less time than actions(). Where one successor is enough,
  /// surely_allows() is asked first then, about the one with the best score.
  virtual bool answers_one_by_one(const ParseState& /*state*/) { return false; }
  /// Whether an action may be taken, with any label; if not, actions() has to say.
  virtual bool surely_allows(const ParseState& /*state*/, Action /*action*/) { return false; }
  /// The labels that the arc of an action may have; none: any. So it is, too, if none of them can
  /// be the label of such an arc.
  virtual std::span<const Label> labels(const ParseState& state, Action action) = 0;
};

}  // namespace panarc
