#include "panarc/options.h"

#include <fmt/format.h>

#include <charconv>
#include <limits>
#include <optional>
#include <system_error>

#include "io/text.h"
#include "io/utf8.h"
#include "panarc/error.h"

namespace panarc {
namespace {

/// The number that a whole text represents.
template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number{};
  const char* const last = text.data() + text.size();
  const auto [end, error] = std::from_chars(text.data(), last, number);
  if (error != std::errc() || end != last) return std::nullopt;
  return number;
}

}  // namespace

std::uint64_t whole_number(std::string_view text, std::uint64_t least, std::uint64_t most) {
  const auto number = number_in<std::uint64_t>(text);
  if (number && *number >= least && *number <= most) return *number;
  // The limit of a type matters only to those who exceed it.
  constexpr std::uint64_t kNoLimit = std::numeric_limits<std::int32_t>::max();
  const bool too_large = number ? *number > most : is_digits(text);
  if (most >= kNoLimit && !too_large) {
    throw Error(
        fmt::format("found {}, expected a whole number of {} or more", in_quotes(text), least));
  }
  throw Error(
      fmt::format("found {}, expected a whole number from {} to {}", in_quotes(text), least, most));
}

double real_number(std::string_view text, double least, double most) {
  const auto number = number_in<double>(text);
  if (number && *number >= least && *number <= most) return *number;
  throw Error(
      most >= std::numeric_limits<float>::max()
          ? fmt::format("found {}, expected a number of {} or more", in_quotes(text), least)
          : fmt::format("found {}, expected a number from {} to {}", in_quotes(text), least, most));
}

}  // namespace panarc
