#include "cli/files.h"

#include <filesystem>
#include <system_error>

namespace panarc::cli {

bool is_same_file(const std::string& a, const std::string& b) {
  if (a == "-" || b == "-") return false;
  std::error_code failure;
  return a == b || std::filesystem::equivalent(a, b, failure);
}

}  // namespace panarc::cli
