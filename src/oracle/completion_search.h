#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "oracle/gain.h"
#include "oracle/gold.h"
#include "oracle/swap_completion.h"
#include "transition/swap.h"
#include "transition/system.h"

namespace panarc {

/// How many configurations a search may visit: in training, where an answer is wanted at once, and
/// where it is wanted exact.
inline constexpr int kTrainingSearchLimit = 100;
inline constexpr int kExactSearchLimit = 1 << 20;

/// The best completion of a configuration by search over derivations, for systems of which no
/// dynamic program is known.
///
/// A bound says what the remaining words could bring at most. The search asks for a derivation that
/// loses nothing of it, then one that loses 1, and so on; it never visits a configuration twice
/// with no more to lose. Within its limit of configurations the value is exact; beyond it, it is
/// what the best derivation found brings, and `exact()` is false.
template <TransitionSystem S>
class CompletionSearch {
 public:
  void set_limit(int nodes) { limit_ = nodes; }
  [[nodiscard]] bool exact() const { return exact_; }

  int best(const Configuration& c, const Gold& gold) {
    exact_ = true;
    const int bound = upper_bound(c, gold);
    int first = 0, last = 1 << 20;
    if constexpr (std::is_same_v<S, Swap>) {
      const auto b = bounds_.bounds(c, gold);
      if (b.lower == b.upper) return b.lower;
      first = bound - b.upper;
      last = bound - b.lower;
    }
    for (int loss = first;; ++loss) {
      if (loss >= last) return bound - last;
      visited_.clear();
      cut_ = false;
      if (can_lose_at_most(c, gold, loss, 0)) return bound - loss;
      if (cut_) exact_ = false;
    }
  }

 private:
  static int upper_bound(const Configuration& c, const Gold& gold) {
    int bound = 0;
    int only_root = 0;
    for (Node word = 1; word <= c.words(); ++word) {
      if (c.attached(word) || !(c.in_stack(word) || c.in_buffer(word))) continue;
      if (gold.known(word) != Gold::Known::kHeads) {
        bound += gold.known(word) == Gold::Known::kNothing ? 0 : 1;
        continue;
      }
      bool any = false;
      bool root = false;
      for (const Node head : gold.heads(word)) {
        (head == kRoot ? root : any) |= c.in_stack(head) || c.in_buffer(head);
      }
      if (any) {
        ++bound;
      } else if (root) {
        ++only_root;
      }
    }
    return bound + (c.options().single_root ? std::min(only_root, 1) : only_root);
  }

  /// Whether some derivation loses at most `loss` of the bound.
  bool can_lose_at_most(const Configuration& c, const Gold& gold, int loss, std::size_t depth) {
    if (S::is_final(c)) return true;
    const auto [known, inserted] = visited_.try_emplace(key_of(c), loss);
    if (!inserted) {
      if (known->second >= loss) return false;
      known->second = loss;
    }
    if (static_cast<int>(visited_.size()) > limit_ && loss < c.words()) {
      cut_ = true;
      return false;
    }
    if (levels_.size() <= depth) levels_.resize(depth + 1);
    const int bound = upper_bound(c, gold);
    for (const Action action : legal_actions<S>(c)) {
      const int gained = gain<S>(c, gold, {action, kNoLabel});
      Configuration next = c;
      apply<S>(next, action);
      const int lost = bound - gained - upper_bound(next, gold);
      if (lost <= loss && can_lose_at_most(next, gold, loss - lost, depth + 1)) return true;
    }
    return false;
  }

  /// What of a configuration decides which derivations it has.
  static std::string key_of(const Configuration& c) {
    std::string key;
    const auto append = [&](Node node) {
      key.append(reinterpret_cast<const char*>(&node), sizeof node);
    };
    for (const Node node : c.stack()) {
      append(node);
      append(node == kRoot ? kNoHead : c.head(node));
    }
    append(kNoHead);
    for (const Node node : c.buffer()) append(node);
    return key;
  }

  SwapCompletion bounds_;
  int limit_ = kExactSearchLimit;
  bool exact_ = true;
  bool cut_ = false;
  std::unordered_map<std::string, int> visited_;
  std::vector<Configuration> levels_;
};

}  // namespace panarc
