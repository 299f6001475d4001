#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "transition/configuration.h"

namespace panarc {

/// What a network sees of the configurations of a system, whose type ends here: some nodes, each in
/// a role of its own, which actions are legal, and which arcs they would add.
class StateView {
 public:
  static constexpr std::size_t kMostRoles = 7;
  using Nodes = std::array<Node, kMostRoles>;

  /// Throws Error if there is no system of that name.
  explicit StateView(std::string_view system);

  /// Three on the stack and two in the buffer. Where nodes may have a head while they are there,
  /// also that of the first on the stack and that of the first in the buffer.
  [[nodiscard]] std::size_t roles() const { return roles_; }
  /// Those that are not there are kNoHead.
  void find(const Configuration& c, Nodes& nodes) const;

  [[nodiscard]] ActionSet actions() const { return actions_; }
  [[nodiscard]] ActionSet legal(const Configuration& c) const { return legal_(c); }
  /// The arc that a legal action would add, if any.
  [[nodiscard]] std::optional<Arc> arc(const Configuration& c, Action action) const {
    return arc_(c, action);
  }

 private:
  std::size_t roles_ = 0;
  ActionSet actions_;
  ActionSet (*legal_)(const Configuration&) = nullptr;
  std::optional<Arc> (*arc_)(const Configuration&, Action) = nullptr;
};

}  // namespace panarc
