#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/interruption.h"
#include "oracle/arborescence.h"
#include "oracle/bit_sets.h"
#include "oracle/gold.h"
#include "oracle/value_bounds.h"
#include "transition/configuration.h"

namespace panarc {

/// Bounds on the best completion of a configuration of arc-standard with SWAP.
///
/// Let V be the words on the stack and in the buffer, in that order. No derivation can achieve more
/// than the best tree over V, whatever the order (`ValueBounds::upper`). If V is in sentence order
/// and the buffer is not empty, every tree over V can be built: the front of the buffer, being
/// larger than all on the stack, can be swapped past them all, which empties the stack, and any
/// tree is projective in some order that begins with a given word. Otherwise, derivations that
/// follow a few promising orders give a value that can certainly be reached (`ValueBounds::lower`).
/// If the two agree, the value is exact.
class SwapCompletion {
 public:
  /// From now on, ends when this is over; it must outlive its use.
  void set_interruption(const Interruption& interruption) { interruption_ = &interruption; }

  /// As tight as possible; or tight enough to tell whether `wanted` can be reached.
  ValueBounds bounds(const Configuration& c, const Gold& gold,
                     std::optional<int> wanted = std::nullopt);

  /// Whether the order of the two top elements of the stack differs from that in the known tree of
  /// the remaining words, in which each is between its dependents to the left and to the right, as
  /// they stand now.
  bool swaps_against_order(const Configuration& c, const Gold& gold);

  /// About how many steps all answers so far have taken.
  [[nodiscard]] std::uint64_t work() const { return work_; }

 private:
  void count_pairs(std::uint64_t times) { work_ += times * sequence_.size() * sequence_.size(); }

  /// The order into which a derivation tries to bring the words.
  enum class Order { kAsTheyStand, kSentence, kHelperFirst, kTopFirst };

  int best_tree(const Configuration& c, const Gold& gold);
  void collect(const Configuration& c, const Gold& gold);
  void rank_as_they_stand();
  void rank_all_blocks();
  void rank_blocks(Node node);
  void rank_from(Order order);
  void rank_subtree(Node node);
  void find_fixed_order();
  [[nodiscard]] bool must_precede(Node node, Node first, Node second) const;
  void rank_block(Node node, Node block);
  int follow_ranks(const Configuration& c, const Gold& gold, bool swap_first);

  // The steps of the current derivation.
  [[nodiscard]] Node top() const { return stack_.back(); }
  [[nodiscard]] Node second() const { return stack_[stack_.size() - 2]; }
  void taking(Action action);
  [[nodiscard]] bool wants_swap();
  void swap_second();
  [[nodiscard]] Arc free_arc();
  [[nodiscard]] Arc cheapest_arc();
  int attach(Arc arc, const Gold& gold);

  struct Word {
    int index = 0;          // in V
    Node head = kNoHead;    // gold head within V or ROOT
    Node target = kNoHead;  // the same, until a derivation drops it
    int pending = 0;        // gold children not attached yet
    int rank = 0;
    int sort_key = 0;
    int first_key = 0;         // the smallest in the subtree
    bool ranked = false;       // its subtree, among the blocks of its head
    bool self_ranked = false;  // itself, among its own blocks
  };
  [[nodiscard]] Word& at(Node node) { return words_[static_cast<std::size_t>(node)]; }
  /// The blocks of a node are itself and its children's subtrees, each named after the child. Words
  /// without a head are below ROOT.
  [[nodiscard]] std::vector<Node>& blocks_of(Node node) {
    return blocks_[static_cast<std::size_t>(std::max(node, kRoot))];
  }
  void clear_blocks();

  const Interruption* interruption_ = &kNeverOver;
  Arborescence tree_;
  std::vector<Node> sequence_;
  std::vector<Word> words_;
  std::vector<std::vector<Node>> blocks_;
  // Sets of positions in V, by word.
  BitSets inside_;              // its subtree
  BitSets swapped_past_;        // what it was swapped past
  BitSets block_swapped_past_;  // what some word of its subtree was swapped past
  std::vector<Node> stack_;
  std::vector<Node> buffer_;  // reversed: the front is last
  int on_stack_ = 0;
  int next_rank_ = 0;
  bool single_root_ = false;
  std::optional<Action> first_;  // of the last derivation followed
  std::uint64_t work_ = 0;
};

}  // namespace panarc
