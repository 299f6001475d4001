#pragma once

#include <optional>
#include <span>
#include <vector>

#include "oracle/arborescence.h"
#include "oracle/gold.h"
#include "transition/configuration.h"

namespace panarc {

/// Bounds on the best completion of a configuration of arc-standard with SWAP.
///
/// What is exact. Let V be the words on the stack and in the buffer, in that order. No derivation
/// can bring more than the best tree over V (`Bounds::upper`): that ignores order. If V is in
/// sentence order and the buffer is not empty, every tree over V can be built: the front of the
/// buffer, being larger than all on the stack, can be swapped past them all, which empties the
/// stack, and any tree is projective in some order that begins with a given word. Elsewhere
/// derivations that follow a few promising orders give what can be reached for certain
/// (`Bounds::lower`). Where the two agree the value is exact.
class SwapCompletion {
 public:
  struct Bounds {
    int lower = 0;
    int upper = 0;
    /// The first transition of a derivation that brings `lower`.
    std::optional<Action> first;
  };

  Bounds bounds(const Configuration& c, const Gold& gold);

 private:
  /// Words by the order in which a derivation tries to bring them.
  enum class Order { kAsTheyStand, kSentence, kHelperFirst, kTopFirst };

  int best_tree(const Configuration& c, const Gold& gold);
  void collect(const Configuration& c, const Gold& gold);
  void rank_from(Order order);
  void rank_subtree(Node node);
  void find_fixed_pairs();
  void add_fixed_pair(Node first, Node second);
  void rank_block(Node node, Node block);
  int follow_ranks(const Configuration& c, const Gold& gold, bool swap_first);

  // The steps of a derivation that is followed.
  [[nodiscard]] Node top() const { return stack_.back(); }
  [[nodiscard]] Node second() const { return stack_[stack_.size() - 2]; }
  void taking(Action action);
  [[nodiscard]] bool wants_swap();
  void swap_second();
  [[nodiscard]] Arc free_arc();
  [[nodiscard]] Arc cheapest_arc();
  int attach(Arc arc, const Gold& gold);

  /// Of the blocks that a node and its children's subtrees are, one must come before another. A
  /// block is named by its child, or by the node itself.
  struct FixedPair {
    Node node;
    Node first;
    Node second;
  };

  struct Word {
    int index = 0;          // in V
    Node head = kNoHead;    // gold head within V or ROOT
    Node target = kNoHead;  // the same, until a derivation gives it up
    int pending = 0;        // gold children that are still to be attached
    int rank = 0;
    int sort_key = 0;
    int first_key = 0;  // the smallest in the subtree
    int depth = 0;
    bool ranked = false;       // its subtree, among the blocks of its head
    bool self_ranked = false;  // itself, among its own blocks
  };
  [[nodiscard]] Word& at(Node node) { return words_[static_cast<std::size_t>(node)]; }

  Arborescence tree_;
  std::vector<Node> sequence_;
  std::vector<Word> words_;
  std::vector<std::vector<Node>> children_;
  std::vector<FixedPair> fixed_;
  std::vector<Node> stack_;
  std::vector<Node> buffer_;  // front at the end
  int on_stack_ = 0;
  int next_rank_ = 0;
  bool single_root_ = false;
  std::optional<Action> first_;  // of the last derivation that was followed
};

}  // namespace panarc
