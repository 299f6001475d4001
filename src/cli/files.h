#pragma once

#include <string>
#include <vector>

/// What commands check of the files that they are given, before they read any.

namespace panarc::cli {

/// Whether two names are of one file. `-` is no file: it is read in one place, and written in
/// another.
bool is_same_file(const std::string& a, const std::string& b);

/// A file as a title calls it.
std::string title_of(const std::string& file);

/// Throws UsageError if the name of the output is empty.
void check_output_name(const std::string& output);

/// Throws UsageError if standard input would be read more than once; `arguments` is what the
/// inputs are called in the help.
void check_standard_input(const std::string& arguments, const std::vector<std::string>& inputs);

/// Says on standard error that a command waits for a person to type, if one of its inputs is
/// standard input and that is a terminal.
void announce_standard_input(const std::vector<std::string>& inputs);

}  // namespace panarc::cli
