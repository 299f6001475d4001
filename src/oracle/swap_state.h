#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "panarc/choices.h"
#include "transition/configuration.h"
#include "transition/transition.h"

namespace panarc {

/// A gold tree as the swap oracles see it.
struct SwapTree {
  /// Throws Error if the heads are not a full tree.
  explicit SwapTree(std::span<const Node> gold);

  [[nodiscard]] int words() const { return static_cast<int>(heads.size()) - 1; }
  /// What eager_action() gives for the state that a configuration is in. This usually takes time
  /// that does not depend on the sentence.
  [[nodiscard]] ActionSet eager_action(const Configuration& c) const;

  Heads heads;
  /// Projective order and maximal projective components; see treebank/projectivity.h.
  std::vector<int> rank;
  std::vector<Node> component;
  /// The number of children of every node.
  std::vector<int> children;
  bool projective = true;

 private:
  /// All children of a node are attached.
  [[nodiscard]] bool is_complete(const Configuration& c, Node node) const;

  /// All words by their heads, and where the children of every node end among them.
  std::vector<Node> words_by_head_;
  std::vector<int> children_end_;
};

/// A configuration of arc-standard with SWAP on the way to a gold tree. Stack and buffer are
/// enough, since any other node has been attached to its gold head.
///
/// Only ordered derivations are considered (Björkelund & Nivre 2015): an arc is a gold arc to a
/// node whose own children are all attached, and SWAP is taken only against projective order. At
/// most one of LEFT, RIGHT and SWAP is possible: a node and its head have the same order in the
/// sentence and in projective order, so they are never swapped.
class SwapState {
 public:
  /// The initial configuration. The tree must outlive the state.
  explicit SwapState(const SwapTree& tree) : tree_(&tree) { reset(); }

  void reset();
  void assign(const Configuration& c);
  /// The buffer is reversed: its front is last.
  void assign(std::span<const Node> stack, std::span<const Node> reversed_buffer);

  [[nodiscard]] const SwapTree& tree() const { return *tree_; }
  [[nodiscard]] std::span<const Node> stack() const { return stack_; }
  /// The buffer, reversed: its front is last.
  [[nodiscard]] std::span<const Node> reversed_buffer() const { return buffer_; }
  [[nodiscard]] bool is_final() const { return buffer_.empty() && stack_.size() == 1; }

  [[nodiscard]] bool can_left() const;
  [[nodiscard]] bool can_right() const;
  [[nodiscard]] bool can_swap() const;
  /// There is a word to shift; `can_shift` tells whether the gold tree stays reachable.
  [[nodiscard]] bool has_next() const { return !buffer_.empty(); }
  /// The top of the stack and the front of the buffer belong to one maximal projective component.
  [[nodiscard]] bool next_joins_top() const;

  void apply(Action action);

 private:
  [[nodiscard]] Node top() const { return stack_.back(); }
  [[nodiscard]] Node below() const { return stack_[stack_.size() - 2]; }
  void count_open();

  const SwapTree* tree_;
  std::vector<Node> stack_;
  std::vector<Node> buffer_;
  /// For every node: how many of its gold children are still to be attached.
  std::vector<int> open_;
};

/// The transition of EAGER (Nivre 2009), the first possible of LEFT, RIGHT, SWAP, SHIFT. If there
/// is none in a configuration that is not final, the gold tree is out of reach.
ActionSet eager_action(const SwapState& state);

/// For trying out derivations: memory to reuse, and the work done, in transitions.
struct SwapTrial {
  explicit SwapTrial(const SwapTree& tree) : state(tree) {}

  SwapState state;
  std::uint64_t work = 0;
};

/// Whether the gold tree is still reachable after SHIFT (CANSHIFT of Björkelund & Nivre 2015).
/// EAGER finds the tree wherever any ordered derivation does, so it is tried, in `trial`. Quadratic
/// in sentence length; allocates nothing once `trial` has seen the sentence.
bool can_shift(const SwapState& state, SwapTrial& trial);

/// The transition of LAZY (Nivre, Kuhlmann & Hall 2009), which does not swap while the top of the
/// stack and the next word belong to one component. This may lose the tree where other oracles have
/// led, though not on LAZY's own path; so it also swaps where it must.
ActionSet lazy_action(const SwapState& state, SwapTrial& trial);

/// When a static oracle swaps.
enum class SwapTime { kEager, kLazy };

/// The rest of the derivation under a static oracle.
std::vector<Action> static_derivation(const SwapState& start, SwapTime time);

/// Which spurious ambiguities a non-deterministic oracle keeps.
enum class SwapAmbiguity { kShiftSwap, kAll };

/// The transitions after which the gold tree is still reachable; empty in a final configuration. In
/// a configuration from which the tree is not reachable the answer is meaningless.
ActionSet permissible(const SwapState& state, SwapAmbiguity kept, SwapTrial& trial);

}  // namespace panarc
