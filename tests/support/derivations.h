#pragma once

#include <rapidcheck.h>

#include <cstddef>
#include <iterator>
#include <vector>

#include "task/parse_state.h"

namespace panarc::test {

/// Calls `visit(state)` in the beginning and after every transition of a derivation that RapidCheck
/// chooses, and shrinks. Labels are numbers below `labels`.
template <TransitionSystem S, class Visitor>
void for_random_derivation(const SystemOptions& options, Label labels, Visitor&& visit) {
  const int words = *rc::gen::inRange(1, 12);
  const auto choices = *rc::gen::container<std::vector<unsigned>>(
      64, rc::gen::resize(100, rc::gen::inRange<unsigned>(0, 720)));
  ParseState state(words, options);
  visit(state);
  for (std::size_t i = 0; !S::is_final(state.configuration()); ++i) {
    const unsigned choice = choices[i % choices.size()] + static_cast<unsigned>(i / choices.size());
    const ActionSet legal = legal_actions<S>(state.configuration());
    auto action = legal.begin();
    std::advance(action, choice % static_cast<unsigned>(legal.size()));
    const bool labelled = added_arc<S>(state.configuration(), *action).has_value();
    const Label label = static_cast<Label>(choice / 7) % labels;
    state.template advance<S>({*action, labelled ? label : kNoLabel});
    visit(state);
  }
}

}  // namespace panarc::test
