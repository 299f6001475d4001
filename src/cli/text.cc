#include "cli/text.h"

#include <fmt/format.h>

namespace panarc::cli {

std::string counted(std::uint64_t number, const std::string& noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

}  // namespace panarc::cli
