#include "task/parse_state.h"

namespace panarc {

void ParseState::reset(int words, const SystemOptions& options) {
  configuration_.reset(words, options);
  sides_.assign(2 * (static_cast<std::size_t>(words) + 1), {});
  history_.fill(0);
}

void ParseState::attach(Arc arc, Label label, Node old_head) {
  if (old_head != kNoHead) recount(old_head);
  if (old_head != arc.head) add_dependent(arc, label);
}

void ParseState::add_dependent(Arc arc, Label label) {
  const int head = configuration_.position(arc.head);
  const bool on_left = arc.dependent < head;
  DependentsOnSide& side = sides_[2 * static_cast<std::size_t>(arc.head) + (on_left ? 0 : 1)];
  const auto is_outside = [&](Node than) {
    return than == kNoHead || (on_left ? arc.dependent < than : arc.dependent > than);
  };
  if (is_outside(side.outermost)) {
    side.second = side.outermost;
    side.outermost = arc.dependent;
  } else if (is_outside(side.second)) {
    side.second = arc.dependent;
  }
  ++side.count;
  if (label != kNoLabel) side.labels |= std::uint64_t{1} << (static_cast<unsigned>(label) % 64U);
}

void ParseState::recount(Node head) {
  sides_[2 * static_cast<std::size_t>(head)] = {};
  sides_[2 * static_cast<std::size_t>(head) + 1] = {};
  for (Node word = 1; word <= configuration_.words(); ++word) {
    if (configuration_.head(word) == head) {
      add_dependent({head, word}, configuration_.label(word));
    }
  }
}

}  // namespace panarc
