#include "scorer/network/state_view.h"

#include "transition/systems.h"

namespace panarc {
namespace {

constexpr std::size_t kPlaces = 5;

Node head_of(const Configuration& c, Node node) {
  return node == kNoHead || node == kRoot ? kNoHead : c.head(node);
}

}  // namespace

StateView::StateView(std::string_view system) : roles_(kPlaces) {
  with_system(system, [&](auto s) {
    using System = decltype(s);
    actions_ = kActionsOf<System>;
    legal_ = legal_actions<System>;
    arc_ = added_arc<System>;
  });
  // An action that takes away a word that has a head, or passes over one.
  if (actions_.contains(Action::kReduce) || actions_.contains(Action::kNoArc)) roles_ = kMostRoles;
}

void StateView::find(const Configuration& c, Nodes& nodes) const {
  nodes = {c.stack_has(3) ? c.stack(2) : kNoHead,
           c.stack_has(2) ? c.stack(1) : kNoHead,
           c.stack_has(1) ? c.stack(0) : kNoHead,
           c.buffer_size() > 0 ? c.buffer(0) : kNoHead,
           c.buffer_size() > 1 ? c.buffer(1) : kNoHead,
           kNoHead,
           kNoHead};
  if (roles_ == kPlaces) return;
  nodes[5] = head_of(c, nodes[2]);
  nodes[6] = head_of(c, nodes[3]);
}

}  // namespace panarc
