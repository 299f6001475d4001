#pragma once

#include <fmt/format.h>

#include <string>
#include <string_view>
#include <utility>

namespace panarc::cli {

/// Prints `panarc: MESSAGE` as a line of standard error. Names and values in it may come from
/// anywhere: control characters are shown, not sent to the terminal, except for line feeds.
void print_message(std::string_view message);

/// Prints a message as `panarc: warning: MESSAGE`.
void print_warning(std::string_view message);

/// Formats and prints a message.
template <class First, class... Rest>
void print_message(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest) {
  print_message(fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...));
}

/// Formats and prints a warning.
template <class First, class... Rest>
void print_warning(fmt::format_string<First, Rest...> format, First&& first, Rest&&... rest) {
  print_warning(fmt::format(format, std::forward<First>(first), std::forward<Rest>(rest)...));
}

/// Throws Error "cannot ACTION: reason" for the last failed system call.
[[noreturn]] void throw_system_error(const std::string& file, const std::string& action);

}  // namespace panarc::cli
