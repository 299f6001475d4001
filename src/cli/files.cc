#include "cli/files.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "cli/arguments.h"
#include "cli/message.h"

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

bool is_same_file(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return false;
  namespace fs = std::filesystem;
  std::error_code failure;
  if (a == b || fs::equivalent(a, b, failure)) return true;
  const fs::path full = fs::weakly_canonical(fs::absolute(a, failure), failure);
  // They may both be yet to be written.
  return !full.empty() && full == fs::weakly_canonical(fs::absolute(b, failure), failure);
}

std::string title_of(const std::string& file) {
  return file == "-" ? "standard input" : std::filesystem::path(file).filename().string();
}

bool has_extension(const std::string& output, const std::string& extension) {
  return output.ends_with(extension) || output.ends_with(extension + ".gz") ||
         output.ends_with(extension + ".zst");
}

void add_force_argument(Command& command, bool& force) {
  add_flag(command, "--force", force,
           "Write even if the output is one of the inputs, which is then lost");
}

Argument& add_output_arguments(Command& command, OutputOptions& output,
                               const std::string& description) {
  Argument& argument = add_text(command, "-o,--output", output.file, "OUT", description);
  add_force_argument(command, output.force);
  return argument;
}

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

void check_output_name(const std::string& output) {
  if (output.empty()) throw UsageError("--output", "the name is empty");
}

void check_inputs_are_kept(const std::string& output, const std::vector<std::string>& inputs,
                           bool force) {
  for (const std::string& input : inputs) {
    if (!force && is_same_file(output, input)) {
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
  if (reads && ::isatty(STDIN_FILENO) == 1) print_message("reading standard input");
}

void check_files(const std::string& arguments, const std::vector<std::string>& inputs,
                 const OutputOptions& output, bool quiet, const std::string& model) {
  check_output_name(output.file);
  check_inputs_are_kept(output.file, inputs, output.force);
  if (is_same_file(output.file, model)) {
    throw UsageError("--output", "it is the model, and would be replaced");
  }
  std::vector<std::string> all = inputs;
  all.push_back(model);
  check_standard_input(arguments, all);
  if (!quiet) announce_standard_input(inputs);
}

}  // namespace panarc::cli
