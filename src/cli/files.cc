#include "cli/files.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <system_error>

#include "cli/arguments.h"

namespace panarc::cli {

bool is_same_file(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return false;
  std::error_code failure;
  return a == b || std::filesystem::equivalent(a, b, failure);
}

std::string title_of(const std::string& file) {
  return file == "-" ? "standard input" : std::filesystem::path(file).filename().string();
}

bool has_extension(const std::string& output, const std::string& extension) {
  return output.ends_with(extension) || output.ends_with(extension + ".gz") ||
         output.ends_with(extension + ".zst");
}

void check_output_name(const std::string& output) {
  if (output.empty()) throw UsageError("--output", "the name is empty");
}

void add_force_argument(Command& command, bool& force) {
  add_flag(command, "--force", force,
           "Write even if the output is one of the inputs, which is then lost");
}

void check_inputs_are_kept(const std::string& output, const std::vector<std::string>& inputs,
                           bool force) {
  if (force) return;
  for (const std::string& input : inputs) {
    if (is_same_file(output, input)) {
      throw UsageError(
          "--output", fmt::format("{} is an input, and would be replaced; --force does so", input));
    }
  }
}

void check_standard_input(const std::string& arguments, const std::vector<std::string>& inputs) {
  if (std::count(inputs.begin(), inputs.end(), "-") > 1) {
    throw UsageError(arguments, "only one of them can be standard input");
  }
}

void announce_standard_input(const std::vector<std::string>& inputs) {
  const bool reads = std::find(inputs.begin(), inputs.end(), "-") != inputs.end();
  if (reads && ::isatty(STDIN_FILENO) == 1) fmt::print(stderr, "panarc: reading standard input\n");
}

}  // namespace panarc::cli
