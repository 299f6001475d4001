#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "cli/app.h"
#include "panarc/draw.h"

/// What commands read and write.

namespace panarc::cli {

/// Whether two names refer to the same file. `-` is not a file: standard input and standard output
/// differ.
bool is_same_file(const std::string& a, const std::string& b);

/// The name of a file for use in a title, without its folder.
std::string title_of(const std::string& file);

/// Whether the name of an output ends in an extension, perhaps followed by one for compression.
bool has_extension(const std::string& output, const std::string& extension);

/// Where a command writes.
struct OutputOptions {
  std::string file = "-";
  bool force = false;  ///< even if it is one of the inputs
};

/// Adds `--force`, with which a command may write over its input.
void add_force_argument(Command& command, bool& force);

/// Adds `--output`, which it returns, and `--force`.
Argument& add_output_arguments(Command& command, OutputOptions& output,
                               const std::string& description = "Where to write, in UTF-8 [-]");

/// Adds `--width`.
Argument& add_width_argument(Command& command, std::optional<std::size_t>& width);

/// How to draw to an output: in colour, and no wider than the screen, if it is `-` and standard
/// output is a terminal. NO_COLOR turns colours off.
TextStyle style_for(const std::string& output, std::optional<std::size_t> width);

/// Throws UsageError if the name of the output is empty.
void check_output_name(const std::string& output);

/// Throws UsageError if the output is one of the inputs, by whatever name, unless `force`.
void check_inputs_are_kept(const std::string& output, const std::vector<std::string>& inputs,
                           bool force);

/// Throws UsageError if standard input would be read more than once; `arguments` are the names of
/// the inputs in the help.
void check_standard_input(const std::string& arguments, const std::vector<std::string>& inputs);

/// Prints to standard error that a command is waiting for someone to type, if one of its inputs is
/// standard input and that is a terminal.
void announce_standard_input(const std::vector<std::string>& inputs);

/// Checks the names of all files of a command, and announces standard input unless it is `quiet`. A
/// model, if there is one, is never replaced. `arguments` are the names of the inputs in the help.
/// Throws UsageError.
void check_files(const std::string& arguments, const std::vector<std::string>& inputs,
                 const OutputOptions& output, bool quiet, const std::string& model = "");

}  // namespace panarc::cli
