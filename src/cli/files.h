#pragma once

#include <string>
#include <vector>

#include "cli/app.h"

/// Checks of the files that commands are given, before any is read.

namespace panarc::cli {

/// Whether two names refer to the same file. `-` is not a file: standard input and standard output
/// differ.
bool is_same_file(const std::string& a, const std::string& b);

/// The name of a file for use in a title, without its folder.
std::string title_of(const std::string& file);

/// Whether the name of an output ends in an extension, perhaps followed by one for compression.
bool has_extension(const std::string& output, const std::string& extension);

/// Throws UsageError if the name of the output is empty.
void check_output_name(const std::string& output);

/// Adds `--force`, with which a command may write over its input.
void add_force_argument(Command& command, bool& force);

/// Throws UsageError if the output is one of the inputs, by whatever name, unless `force`.
void check_inputs_are_kept(const std::string& output, const std::vector<std::string>& inputs,
                           bool force);

/// Throws UsageError if standard input would be read more than once; `arguments` are the names of
/// the inputs in the help.
void check_standard_input(const std::string& arguments, const std::vector<std::string>& inputs);

/// Prints to standard error that a command is waiting for someone to type, if one of its inputs is
/// standard input and that is a terminal.
void announce_standard_input(const std::vector<std::string>& inputs);

}  // namespace panarc::cli
