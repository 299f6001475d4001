#pragma once

#include <cstdint>
#include <string>

namespace panarc::cli {

/// A number and what it counts: "1 sentence", "2 sentences".
std::string counted(std::uint64_t number, const std::string& noun);

}  // namespace panarc::cli
