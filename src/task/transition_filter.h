#pragma once

#include <span>

#include "base/interface.h"
#include "task/parse_state.h"
#include "transition/transition.h"

namespace panarc {

/// Excludes some of the legal transitions of a state.
class TransitionFilter : public Interface {
 public:
  /// The legal actions that are allowed: at least one.
  virtual ActionSet actions(const ParseState& state) = 0;
  /// Whether asking about one action is faster than actions(). If so, and if one successor is
  /// enough, surely_allows() is asked first, about the one with the best score.
  virtual bool answers_one_by_one(const ParseState& /*state*/) { return false; }
  /// Whether an action is allowed, with any label; if false, actions() decides.
  virtual bool surely_allows(const ParseState& /*state*/, Action /*action*/) { return false; }
  /// The labels that the arc of an action may have; empty: any. If such an arc can have none of
  /// them, any label is allowed as well.
  virtual std::span<const Label> labels(const ParseState& state, Action action) = 0;
};

}  // namespace panarc
