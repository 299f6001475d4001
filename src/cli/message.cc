#include "cli/message.h"

#include <fmt/format.h>

#include <cerrno>
#include <cstdio>
#include <string>
#include <system_error>

#include "cli/text.h"
#include "panarc/error.h"
#include "panarc/io.h"

namespace panarc::cli {

void print_message(std::string_view message) {
  std::string text = "panarc: ";
  for (const std::string_view line : split(message, '\n')) text += visible(line) + '\n';
  fmt::print(stderr, "{}", text);
}

void print_warning(std::string_view message) { print_message(fmt::format("warning: {}", message)); }

void throw_system_error(const std::string& file, const std::string& action) {
  const std::string reason = std::generic_category().message(errno);
  throw Error({file, 0, 0}, fmt::format("cannot {}: {}", action, reason));
}

}  // namespace panarc::cli
