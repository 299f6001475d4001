#include "scorer/network/state_view.h"

#include "transition/systems.h"

namespace panarc {
namespace {

/// Looks at nodes one after the other. A missing node has no neighbours.
class Looker {
 public:
  Looker(const ParseState& state, StateView::Seen& seen) : state_(state), seen_(seen) {}

  Node see(Node node) {
    seen_.nodes[nodes_++] = node;
    return node;
  }
  void see_label(Node node) {
    seen_.labels[labels_++] = is_word(node) ? configuration().label(node) : kNoLabel;
  }
  void see_tags(Node node) { seen_.tagged[tagged_++] = node; }
  void see_labelled(Node node) {
    see_label(node);
    see_tags(node);
  }
  Node see_head(Node of) { return see(is_word(of) ? configuration().head(of) : kNoHead); }
  /// The outermost dependent on each side, a dependent of that, and the next one inwards.
  void see_dependents(Node of) {
    const auto& left = is_there(of) ? state_.left(of) : kNone;
    const auto& right = is_there(of) ? state_.right(of) : kNone;
    see_labelled(left.outermost);
    see_labelled(right.outermost);
    see_labelled(left.second);
    see_labelled(right.second);
    see_tags(is_there(left.outermost) ? state_.left(left.outermost).outermost : kNoHead);
    see_tags(is_there(right.outermost) ? state_.right(right.outermost).outermost : kNoHead);
  }
  void see_left_dependents(Node of) {
    const auto& left = is_there(of) ? state_.left(of) : kNone;
    see_labelled(left.outermost);
    see_labelled(left.second);
  }
  void see_beside(Node of, int steps) {
    const Node node = of + steps;
    see_tags(is_word(of) && node >= 1 && node <= configuration().words() ? node : kNoHead);
  }

  [[nodiscard]] Node stack(int depth) const {
    return configuration().stack_has(depth + 1) ? configuration().stack(depth) : kNoHead;
  }
  [[nodiscard]] Node buffer(int depth) const {
    return configuration().buffer_size() > depth ? configuration().buffer(depth) : kNoHead;
  }

  [[nodiscard]] std::size_t nodes() const { return nodes_; }
  [[nodiscard]] std::size_t tagged() const { return tagged_; }
  [[nodiscard]] std::size_t labels() const { return labels_; }

 private:
  static constexpr DependentsOnSide kNone{};

  [[nodiscard]] const Configuration& configuration() const { return state_.configuration(); }
  static bool is_there(Node node) { return node != kNoHead; }
  static bool is_word(Node node) { return node != kNoHead && node != kRoot; }

  const ParseState& state_;
  StateView::Seen& seen_;
  std::size_t nodes_ = 0;
  std::size_t tagged_ = 0;
  std::size_t labels_ = 0;
};

Looker look(const ParseState& state, StateView::Width width, bool heads, StateView::Seen& seen) {
  Looker looker(state, seen);
  looker.see(looker.stack(2));
  const Node second = looker.see(looker.stack(1));
  const Node top = looker.see(looker.stack(0));
  const Node next = looker.see(looker.buffer(0));
  looker.see(looker.buffer(1));
  if (heads) {
    looker.see_head(top);
    looker.see_head(next);
  }
  if (width == StateView::Width::kNarrow) return looker;
  if (heads) {
    looker.see_label(top);
    looker.see_label(next);
  }
  looker.see(looker.buffer(2));
  looker.see_dependents(top);
  looker.see_dependents(second);
  looker.see_left_dependents(next);
  looker.see_beside(top, -1);
  looker.see_beside(top, 1);
  looker.see_beside(second, 1);
  looker.see_beside(next, -1);
  return looker;
}

}  // namespace

StateView::StateView(std::string_view system, Width width)
    : width_(width), actions_(system_record(system).actions) {
  with_system(system, [&](auto s) {
    using System = decltype(s);
    legal_ = legal_actions<System>;
    arc_ = added_arc<System>;
  });
  // Some action removes a word that has a head, or skips one.
  heads_ = actions_.contains(Action::kReduce) || actions_.contains(Action::kNoArc);
  Seen seen;
  const Looker looker = look(ParseState(1, {}), width, heads_, seen);
  roles_ = looker.nodes();
  tagged_ = looker.tagged();
  labels_ = looker.labels();
}

void StateView::find(const ParseState& state, Seen& seen) const {
  look(state, width_, heads_, seen);
}

}  // namespace panarc
