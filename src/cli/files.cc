#include "cli/files.h"

#include <algorithm>
#include <filesystem>
#include <system_error>

#include "cli/app.h"

namespace panarc::cli {

bool is_same_file(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return false;
  std::error_code failure;
  return a == b || std::filesystem::equivalent(a, b, failure);
}

void check_output_name(const std::string& output) {
  if (output.empty()) throw UsageError("--output", "the name is empty");
}

void check_standard_input(const std::string& arguments, const std::vector<std::string>& inputs) {
  if (std::count(inputs.begin(), inputs.end(), "-") > 1) {
    throw UsageError(arguments, "only one of them can be standard input");
  }
}

}  // namespace panarc::cli
