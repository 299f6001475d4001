#pragma once

#include <cstddef>
#include <cstdint>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "oracle/gold.h"
#include "transition/configuration.h"

namespace panarc {

/// Remembers the optimal actions of configurations, for systems whose costs depend only on the
/// options, the stack, the buffer, which words on the stack have a head, and whether ROOT has a
/// child. The hypotheses of a beam, and successive epochs of training, mostly ask about the same
/// ones.
class ActionMemo {
 public:
  /// The remembered actions, or else what `find` returns.
  template <class Find>
  ActionSet get(const Configuration& c, const Gold& gold, Find&& find) {
    set_key(c);
    Actions& known = by_gold_[gold.id()];
    const auto found = known.find(key_);
    if (found != known.end()) return found->second;
    const ActionSet actions = find();
    const std::size_t numbers = kNumbersPerEntry + key_.size();
    if (numbers_ + numbers > kMostNumbers) clear();
    numbers_ += numbers;
    by_gold_[gold.id()].emplace(key_, actions);
    return actions;
  }

  void clear() {
    by_gold_.clear();
    numbers_ = 0;
  }

 private:
  using Key = std::vector<std::uint32_t>;
  using Actions = std::unordered_map<Key, ActionSet, NumbersHash>;

  /// Memory limit, in four-byte numbers: about 100 MB in all. An entry takes some besides its key.
  static constexpr std::size_t kMostNumbers = 25'000'000;
  static constexpr std::size_t kNumbersPerEntry = 24;

  void set_key(const Configuration& c) {
    key_.clear();
    const auto flag = [](bool value) { return value ? 1U : 0U; };
    key_.push_back(8 * static_cast<std::uint32_t>(c.buffer_size()) + 4 * flag(c.root_first()) +
                   2 * flag(c.options().single_root) + flag(c.root_children() > 0));
    key_.push_back(static_cast<std::uint32_t>(c.options().span));
    for (const Node node : c.stack()) {
      const bool attached = node != kRoot && c.attached(node);
      key_.push_back(2 * static_cast<std::uint32_t>(node) + (attached ? 1U : 0U));
    }
  }

  std::unordered_map<std::uint64_t, Actions> by_gold_;
  std::size_t numbers_ = 0;
  Key key_;
};

}  // namespace panarc
