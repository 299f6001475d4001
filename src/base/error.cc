#include "panarc/error.h"

#include <fmt/format.h>

#include <utility>

namespace panarc {

namespace {

std::string with_place(const Place& place, const std::string& message) {
  std::string text = place.file;
  if (place.line != 0) text += fmt::format(":{}", place.line);
  if (place.column != 0) text += fmt::format(":{}", place.column);
  return text.empty() ? message : text + ": " + message;
}

}  // namespace

Error::Error(const std::string& message) : std::runtime_error(message), message_(message) {}

Error::Error(Place place, const std::string& message)
    : std::runtime_error(with_place(place, message)), place_(std::move(place)), message_(message) {}

}  // namespace panarc
