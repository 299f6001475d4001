#pragma once

#include <string>
#include <string_view>

namespace panarc::cli {

/// Prints `panarc: MESSAGE` as a line of standard error. Names and values in it may come from
/// anywhere: control characters are shown, not sent to the terminal, except for line feeds.
void print_message(std::string_view message);

/// Prints a message as `panarc: warning: MESSAGE`.
void print_warning(std::string_view message);

/// Throws Error "cannot ACTION: reason" for the last failed system call.
[[noreturn]] void throw_system_error(const std::string& file, const std::string& action);

}  // namespace panarc::cli
