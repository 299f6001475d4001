#pragma once

#include <string>

/// What commands check of the files that they are given, before they read any.

namespace panarc::cli {

/// Whether two names are of one file. `-` is no file: it is read in one place, and written in
/// another.
bool is_same_file(const std::string& a, const std::string& b);

}  // namespace panarc::cli
