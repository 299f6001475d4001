#pragma once

#include <algorithm>
#include <optional>

#include "panarc/extend.h"

/// Arc-hybrid (Kuhlmann et al. 2011).
class ArcHybrid : public panarc::UserSystem {
 public:
  using View = panarc::ConfigurationView;
  using Action = panarc::Action;
  using Node = panarc::Node;

  [[nodiscard]] panarc::SystemFacts facts() const override {
    using panarc::AddsArc;
    return {.actions = {{Action::kShift},
                        {Action::kLeft, AddsArc::kAlways},
                        {Action::kRight, AddsArc::kAlways}}};
  }

  [[nodiscard]] bool legal(const View& c, Action action) const override {
    const Node s = c.stack(0);
    const Node b = c.buffer(0);
    switch (action) {
      case Action::kShift:
        return b > panarc::kRoot;
      case Action::kLeft:  // a single word under ROOT is the last one
        if (s <= panarc::kRoot || b == panarc::kNoHead) return false;
        return b != panarc::kRoot || !c.single_root() || c.stack_size() == 1;
      default:
        if (c.stack_size() < 2) return false;
        return c.stack(1) != panarc::kRoot || !c.single_root() || b == panarc::kNoHead;
    }
  }

  [[nodiscard]] std::optional<panarc::Arc> arc(const View& c, Action action) const override {
    if (action == Action::kLeft) return panarc::Arc{c.buffer(0), c.stack(0)};
    return panarc::Arc{c.stack(1), c.stack(0)};
  }

  void apply(panarc::ConfigurationEditor& c, Action action) const override {
    if (action == Action::kShift) {
      c.shift();
    } else {
      c.pop();
    }
  }
};

/// Arc-hybrid with its costs (PanParser, Table 6): the gold arcs that each action rules out.
class ArcHybridWithCosts : public ArcHybrid {
 public:
  [[nodiscard]] panarc::SystemFacts facts() const override {
    panarc::SystemFacts facts = ArcHybrid::facts();
    facts.has_costs = true;
    return facts;
  }

  [[nodiscard]] int cost(const View& c, const panarc::GoldView& gold,
                         Action action) const override {
    const Node s = c.stack(0);
    const Node b = c.buffer(0);
    const auto in_stack = [&](Node node) { return c.in_stack(node); };
    const auto in_buffer = [&](Node node) { return c.in_buffer(node); };
    const Node word = action == Action::kShift ? b : s;
    const Node head = gold.head(word);
    int lost = buries_root(c, gold, action) ? 1 : 0;
    if (action == Action::kShift) {
      lost += in_stack(head) && head != s ? 1 : 0;
      lost += children(gold, word, in_stack);
    } else {
      lost += in_buffer(head) && (action == Action::kRight || head != b) ? 1 : 0;
      lost += action == Action::kLeft && head != panarc::kNoHead && head == c.stack(1) ? 1 : 0;
      lost += children(gold, word, in_buffer);
    }
    return lost;
  }

 private:
  template <class Where>
  static int children(const panarc::GoldView& gold, Node word, Where&& where) {
    return static_cast<int>(std::ranges::count_if(gold.children(word), where));
  }

  /// Words below the only child of ROOT on the stack cannot be under it any more; so it will not be
  /// the only one left, if ROOT is last.
  static bool buries_root(const View& c, const panarc::GoldView& gold, Action action) {
    if (c.root_first() || !c.single_root() || gold.children(panarc::kRoot).size() != 1) {
      return false;
    }
    const Node root = gold.children(panarc::kRoot).front();
    if (action == Action::kShift && root == c.buffer(0)) return c.stack_size() > 0;
    const bool stays = action == Action::kShift || root != c.stack(0);
    return stays && c.in_stack(root) && root != c.stack(c.stack_size() - 1);
  }
};
