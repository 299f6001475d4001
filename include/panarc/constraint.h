#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace panarc {

/// What is known of a word before parsing (PanParser, 4.5): a set of flags.
enum class Constraint : std::uint8_t {
  kNone = 0,
  kHead = 1,   ///< its head is the one written in HEAD
  kLeft = 2,   ///< its head stands to its left
  kRight = 4,  ///< its head stands to its right
  kLabel = 8,  ///< its relation is the one written in DEPREL
};

constexpr Constraint operator|(Constraint a, Constraint b) {
  return static_cast<Constraint>(static_cast<unsigned>(a) | static_cast<unsigned>(b));
}

constexpr Constraint operator&(Constraint a, Constraint b) {
  return static_cast<Constraint>(static_cast<unsigned>(a) & static_cast<unsigned>(b));
}

/// Whether all of `flags` are set.
constexpr bool has(Constraint set, Constraint flags) { return (set & flags) == flags; }

/// A comma-separated list of `Head`, `Left`, `Right`, `Label`; nothing if a name is unknown or
/// if the list is empty or contradicts itself (`Left,Right`).
std::optional<Constraint> parse_constraint(std::string_view names);

/// The inverse of parse_constraint; empty for kNone.
std::string constraint_names(Constraint constraint);

}  // namespace panarc
