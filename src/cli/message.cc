#include "cli/message.h"

#include <fmt/format.h>

#include <cstdio>
#include <string>

#include "io/text.h"
#include "io/utf8.h"

namespace panarc::cli {

void print_message(std::string_view message) {
  std::string text = "panarc: ";
  Parts lines(message, '\n');
  for (std::string_view line; lines.next(line);) text += visible(line) + '\n';
  fmt::print(stderr, "{}", text);
}

void print_warning(std::string_view message) { print_message(fmt::format("warning: {}", message)); }

}  // namespace panarc::cli
