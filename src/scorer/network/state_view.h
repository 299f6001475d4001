#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "task/parse_state.h"

namespace panarc {

/// What a network sees of the states of a system, hiding its type: some nodes, each in its own
/// role, the tags and labels of others, which actions are legal, and which arcs they would add.
class StateView {
 public:
  static constexpr std::size_t kMostRoles = 8;
  static constexpr std::size_t kMostTags = 20;
  static constexpr std::size_t kMostLabels = 12;

  /// Missing nodes are kNoHead. Missing nodes, and nodes without a head, have kNoLabel.
  struct Seen {
    std::array<Node, kMostRoles> nodes{};
    std::array<Node, kMostTags> tagged{};  ///< nodes of which only the tags are seen
    std::array<Label, kMostLabels> labels{};
  };

  /// How many nodes are seen. If words have been read in context, a few are enough. Otherwise the
  /// network has to look at dependents, and at neighbouring words.
  enum class Width : unsigned char { kNarrow, kWide };

  /// Throws Error if there is no system with that name.
  StateView(std::string_view system, Width width);

  [[nodiscard]] std::size_t roles() const { return roles_; }
  [[nodiscard]] std::size_t tagged() const { return tagged_; }
  /// The number of labels it sees, if there are any.
  [[nodiscard]] std::size_t labels() const { return labels_; }
  void find(const ParseState& state, Seen& seen) const;

  [[nodiscard]] ActionSet actions() const { return actions_; }
  [[nodiscard]] ActionSet legal(const Configuration& c) const { return legal_(c); }
  /// The arc that a legal action would add, if any.
  [[nodiscard]] std::optional<Arc> arc(const Configuration& c, Action action) const {
    return arc_(c, action);
  }

 private:
  Width width_;
  /// Whether nodes may have a head while they are on the stack or in the buffer.
  bool heads_ = false;
  std::size_t roles_ = 0;
  std::size_t tagged_ = 0;
  std::size_t labels_ = 0;
  ActionSet actions_;
  ActionSet (*legal_)(const Configuration&) = nullptr;
  std::optional<Arc> (*arc_)(const Configuration&, Action) = nullptr;
};

}  // namespace panarc
