#pragma once

#include <fmt/format.h>

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
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

/// A text that is an unsigned number, as a number; nothing if it is not one, or too large.
inline std::optional<std::int32_t> parse_number(std::string_view text) {
  // from_chars would accept a minus sign.
  if (text.empty() || text.front() < '0' || text.front() > '9') return std::nullopt;
  std::int32_t value = 0;
  const char* end = text.data() + text.size();
  const auto [parsed, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc{} || parsed != end) return std::nullopt;
  return value;
}

/// A place mentioned in a message about another: `file:line`.
inline std::string text_of(const Place& place) {
  return fmt::format("{}:{}", place.file, place.line);
}

/// The parts of a text between separators, one after the other; even an empty text has one.
class Parts {
 public:
  Parts(std::string_view text, char separator) : rest_(text), separator_(separator) {}

  /// Stores the next part in `part`; false if there is none.
  bool next(std::string_view& part) {
    if (done_) return false;
    const std::size_t end = rest_.find(separator_);
    part = rest_.substr(0, end);
    done_ = end == std::string_view::npos;
    if (!done_) rest_.remove_prefix(end + 1);
    return true;
  }

 private:
  std::string_view rest_;
  char separator_;
  bool done_ = false;
};

/// All parts of a text between separators.
inline std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> all;
  Parts parts(text, separator);
  for (std::string_view part; parts.next(part);) all.push_back(part);
  return all;
}

}  // namespace panarc
