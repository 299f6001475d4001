#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <initializer_list>
#include <span>
#include <string_view>

namespace panarc::validation {

/// A few tags or relations, in a table.
class NameList {
 public:
  consteval NameList(std::initializer_list<std::string_view> names) : size_(names.size()) {
    std::copy(names.begin(), names.end(), names_.begin());
  }

  [[nodiscard]] std::span<const std::string_view> all() const {
    return std::span(names_).first(size_);
  }
  [[nodiscard]] bool contains(std::string_view name) const {
    return std::ranges::find(all(), name) != all().end();
  }

 private:
  static constexpr std::size_t kMost = 15;

  std::array<std::string_view, kMost> names_{};
  std::size_t size_;
};

}  // namespace panarc::validation
