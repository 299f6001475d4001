#pragma once

#include <span>
#include <string>

#include "panarc/choices.h"

namespace panarc {

/// What is drawn of a configuration.
struct DrawnConfiguration {
  std::span<const Node> stack;
  std::span<const Node> buffer;
  /// Covington's second list; not drawn if empty.
  std::span<const Node> compared = {};
  std::span<const Node> heads;
  /// What to write behind each word, by number; may be empty.
  std::span<const std::string> texts = {};
};

/// The numbers of nodes, separated by blanks.
std::string node_names(std::span<const Node> nodes);

/// Stack, buffer and arcs, as text.
std::string draw_configuration(const DrawnConfiguration& configuration);

}  // namespace panarc
