#include "cli/terminal.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>

#include "cli/arguments.h"

namespace panarc::cli {

namespace {

constexpr std::size_t kNarrowest = 40;

/// Nothing if it is not known.
std::optional<std::size_t> terminal_width() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return std::nullopt;
  return std::max<std::size_t>(size.ws_col, kNarrowest);
}

}  // namespace

Argument& add_width_argument(Command& command, std::optional<std::size_t>& width) {
  return add_whole(command, "--width", width, "N", kNarrowest,
                   "Number of columns to draw in [those of the terminal, else unlimited]");
}

TextStyle style_for(const std::string& output, std::optional<std::size_t> width) {
  TextStyle style;
  style.width = width;
  if (output != "-" || ::isatty(STDOUT_FILENO) != 1) return style;
  if (!width) style.width = terminal_width();
  style.colour = std::getenv("NO_COLOR") == nullptr;
  return style;
}

}  // namespace panarc::cli
