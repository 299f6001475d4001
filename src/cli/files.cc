#include "cli/files.h"

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

}  // namespace panarc::cli
