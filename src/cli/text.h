#pragma once

#include <cstddef>
#include <string_view>
#include <vector>

namespace panarc::cli {

/// The parts of a text between separators; even an empty text has one.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> parts;
  while (true) {
    const std::size_t end = text.find(separator);
    parts.push_back(text.substr(0, end));
    if (end == std::string_view::npos) return parts;
    text.remove_prefix(end + 1);
  }
}

}  // namespace panarc::cli
