#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "transition/system.h"

namespace panarc {

/// What features ask about the dependents of a node. "Outermost" is farthest from the node.
struct DependentsOnSide {
  Node outermost = kNoHead;
  Node second = kNoHead;
  std::uint32_t count = 0;
  /// The set of their relations, by number modulo 64.
  std::uint64_t labels = 0;

  friend bool operator==(const DependentsOnSide&, const DependentsOnSide&) = default;
};

/// A configuration with what features look at beside it: the dependents of every node so far and
/// the last actions. Copying assigns into what is there, without allocation once sizes are seen.
class ParseState {
 public:
  static constexpr std::size_t kHistory = 4;

  ParseState() = default;
  ParseState(int words, const SystemOptions& options) { reset(words, options); }

  void reset(int words, const SystemOptions& options);

  [[nodiscard]] const Configuration& configuration() const { return configuration_; }
  [[nodiscard]] const DependentsOnSide& left(Node node) const {
    return sides_[2 * static_cast<std::size_t>(node)];
  }
  [[nodiscard]] const DependentsOnSide& right(Node node) const {
    return sides_[2 * static_cast<std::size_t>(node) + 1];
  }
  /// 1 + the action taken `steps` ago (1: the last one), or 0 if there was none.
  [[nodiscard]] int history(std::size_t steps) const { return history_[steps - 1]; }

  /// Takes a legal transition.
  template <TransitionSystem S>
  void advance(Transition transition) {
    const auto arc = added_arc<S>(configuration_, transition.action);
    const Node old_head = arc ? configuration_.head(arc->dependent) : kNoHead;
    apply<S>(configuration_, transition);
    if (arc) attach(*arc, transition.label, old_head);
    for (std::size_t i = kHistory - 1; i > 0; --i) history_[i] = history_[i - 1];
    history_[0] = static_cast<std::uint8_t>(static_cast<int>(transition.action) + 1);
  }

 private:
  void attach(Arc arc, Label label, Node old_head);
  void add_dependent(Arc arc, Label label);
  /// Counts the dependents of a node again, after it lost one.
  void recount(Node head);

  Configuration configuration_;
  /// Left and right of node 0, of node 1, ...
  std::vector<DependentsOnSide> sides_;
  std::array<std::uint8_t, kHistory> history_{};
};

}  // namespace panarc
