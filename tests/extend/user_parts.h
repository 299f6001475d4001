#pragma once

#include <memory>
#include <optional>

#include "install/extend/arc_hybrid.h"
#include "panarc/extend.h"

namespace panarc::test {

/// Arc-eager with ROOT first or last (Nivre 2003; PanParser, A.5.1), without costs.
class MyArcEager : public UserSystem {
 public:
  [[nodiscard]] SystemFacts facts() const override {
    return {.actions = {{Action::kShift},
                        {Action::kLeft, AddsArc::kAlways},
                        {Action::kRight, AddsArc::kAlways},
                        {Action::kReduce}}};
  }
  [[nodiscard]] bool legal(const ConfigurationView& c, Action action) const override {
    const Node s = c.stack(0);
    const Node b = c.buffer(0);
    switch (action) {
      case Action::kShift:
        if (b <= kRoot) return false;
        return b != c.words() || (!c.root_first() && (!c.single_root() || c.stack_size() == 0));
      case Action::kLeft:
        return s > kRoot && b != kNoHead && !c.attached(s);
      case Action::kRight:
        if (b <= kRoot || s == kNoHead) return false;
        if (b != c.words()) return true;
        if (c.root_first()) return c.unattached_on_stack() == 0;
        return !c.single_root() || c.unattached_on_stack() == 1;
      default:
        if (s <= kRoot || !c.attached(s)) return false;
        return !c.single_root() || c.head(s) != kRoot || b == kNoHead;
    }
  }
  [[nodiscard]] std::optional<Arc> arc(const ConfigurationView& c, Action action) const override {
    if (action == Action::kLeft) return Arc{c.buffer(0), c.stack(0)};
    return Arc{c.stack(0), c.buffer(0)};
  }
  void apply(ConfigurationEditor& c, Action action) const override {
    if (action == Action::kShift || action == Action::kRight) {
      c.shift();
    } else {
      c.pop();
    }
  }
};

/// Registers `my-arc-hybrid`, which has costs, and `plain-arc-hybrid` and `plain-arc-eager`, which
/// have none; once.
inline void register_my_systems() {
  static const bool done = [] {
    register_system("my-arc-hybrid", std::make_shared<ArcHybridWithCosts>());
    register_system("plain-arc-hybrid", std::make_shared<ArcHybrid>());
    register_system("plain-arc-eager", std::make_shared<MyArcEager>());
    return true;
  }();
  static_cast<void>(done);
}

}  // namespace panarc::test
