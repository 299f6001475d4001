#include "treebank/misc_field.h"

#include <utility>

#include "io/text.h"

namespace panarc {

namespace {

bool has_key(std::string_view attribute, std::string_view key) {
  return attribute.size() > key.size() && attribute.starts_with(key) &&
         attribute[key.size()] == '=';
}

}  // namespace

std::optional<std::string_view> misc_value(std::string_view field, std::string_view key) {
  for (const std::string_view attribute : Parts(field, '|')) {
    if (has_key(attribute, key)) return attribute.substr(key.size() + 1);
  }
  return std::nullopt;
}

std::string with_misc_value(std::string_view field, std::string_view key, std::string_view value) {
  std::string result;
  const auto add = [&](std::string_view attribute) {
    if (!result.empty()) result += '|';
    result += attribute;
  };
  const std::string wanted = value.empty() ? "" : std::string(key) + '=' + std::string(value);
  bool placed = wanted.empty();
  for (const std::string_view attribute : Parts(field == "_" ? "" : field, '|')) {
    if (!has_key(attribute, key)) {
      add(attribute);
    } else if (!std::exchange(placed, true)) {
      add(wanted);
    }
  }
  if (!placed) add(wanted);
  return result.empty() ? "_" : result;
}

}  // namespace panarc
