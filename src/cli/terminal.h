#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "cli/app.h"
#include "panarc/draw.h"

/// Options of drawings in characters.

namespace panarc::cli {

/// Adds `--width`.
Argument& add_width_argument(Command& command, std::optional<std::size_t>& width);

/// How to draw to an output: in colour, and no wider than the screen, if it is `-` and standard
/// output is a terminal. NO_COLOR turns colours off.
TextStyle style_for(const std::string& output, std::optional<std::size_t> width);

}  // namespace panarc::cli
