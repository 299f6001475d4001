#pragma once

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <iterator>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/error.h"
#include "panarc/io.h"

namespace panarc {

/// A UTF-8 file may begin with this.
inline constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

/// Whether a text is an unsigned number.
constexpr bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// A text that is an unsigned number, as a number; nothing if it is not one, or too large. Heads
/// and ids have a digit or two, for which a loop is faster than std::from_chars().
inline std::optional<std::int32_t> parse_number(std::string_view text) {
  constexpr std::int64_t kLargest = std::numeric_limits<std::int32_t>::max();
  if (text.empty()) return std::nullopt;
  std::int64_t value = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') return std::nullopt;
    value = value * 10 + (c - '0');
    if (value > kLargest) return std::nullopt;
  }
  return static_cast<std::int32_t>(value);
}

/// A place mentioned in a message about another: `file:line`.
inline std::string text_of(const Place& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

/// The parts of a text between separators, as a range; even an empty text has one.
class Parts {
 public:
  class Iterator {
   public:
    using value_type = std::string_view;
    using difference_type = std::ptrdiff_t;

    Iterator() = default;
    Iterator(std::string_view text, char separator)
        : rest_(text), separator_(separator), size_(text.find(separator)) {}

    std::string_view operator*() const { return rest_.substr(0, size_); }
    Iterator& operator++() {
      at_end_ = size_ == std::string_view::npos;
      if (!at_end_) *this = Iterator(rest_.substr(size_ + 1), separator_);
      return *this;
    }
    void operator++(int) { ++*this; }
    bool operator==(std::default_sentinel_t /*end*/) const { return at_end_; }

   private:
    std::string_view rest_;
    char separator_ = '\0';
    std::size_t size_ = 0;
    bool at_end_ = false;
  };

  Parts(std::string_view text, char separator) : first_(text, separator) {}

  [[nodiscard]] Iterator begin() const { return first_; }
  [[nodiscard]] static std::default_sentinel_t end() { return {}; }

 private:
  Iterator first_;
};

/// All parts of a text between separators.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> all;
  for (const std::string_view part : Parts(text, separator)) all.push_back(part);
  return all;
}

}  // namespace panarc
