#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <string_view>

#include "panarc/choices.h"

namespace panarc {

constexpr std::string_view action_name(Action action) { return kActionNames.of(action); }

/// A relation, as a small number; whoever reads the treebank keeps the names.
using Label = std::int32_t;
inline constexpr Label kNoLabel = -1;

struct Transition {
  Action action = Action::kShift;
  Label label = kNoLabel;

  friend bool operator==(const Transition&, const Transition&) = default;
};

/// A set of actions, iterated in their order.
class ActionSet {
 public:
  constexpr ActionSet() = default;
  constexpr ActionSet(std::initializer_list<Action> actions) {
    for (const Action action : actions) insert(action);
  }

  constexpr void insert(Action action) {
    bits_ = static_cast<std::uint8_t>(bits_ | (1U << static_cast<unsigned>(action)));
  }
  [[nodiscard]] constexpr bool contains(Action action) const {
    return ((bits_ >> static_cast<unsigned>(action)) & 1U) != 0;
  }
  [[nodiscard]] constexpr bool empty() const { return bits_ == 0; }
  [[nodiscard]] constexpr std::uint8_t bits() const { return bits_; }
  static constexpr ActionSet from_bits(std::uint8_t bits) {
    ActionSet set;
    set.bits_ = bits;
    return set;
  }
  [[nodiscard]] constexpr int size() const { return std::popcount(bits_); }

  class Iterator {
   public:
    using iterator_category = std::input_iterator_tag;  // NOLINT: the standard's names
    using value_type = Action;                          // NOLINT
    using difference_type = std::ptrdiff_t;             // NOLINT
    using pointer = const Action*;                      // NOLINT
    using reference = Action;                           // NOLINT

    constexpr explicit Iterator(unsigned bits) : bits_(bits) {}
    constexpr Action operator*() const { return static_cast<Action>(std::countr_zero(bits_)); }
    constexpr Iterator& operator++() {
      bits_ &= bits_ - 1;
      return *this;
    }
    constexpr Iterator operator++(int) {
      const Iterator before = *this;
      ++*this;
      return before;
    }
    friend constexpr bool operator==(const Iterator&, const Iterator&) = default;

   private:
    unsigned bits_;
  };
  [[nodiscard]] constexpr Iterator begin() const { return Iterator(bits_); }
  [[nodiscard]] constexpr Iterator end() const { return Iterator(0); }

  friend constexpr bool operator==(const ActionSet&, const ActionSet&) = default;

 private:
  std::uint8_t bits_ = 0;
};

}  // namespace panarc
