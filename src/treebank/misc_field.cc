#include "treebank/misc_field.h"

#include "io/text.h"

namespace panarc {

namespace {

// Calls visit(attribute) for every part of the field; `_` has none.
template <class Visit>
void for_each_attribute(std::string_view field, Visit visit) {
  if (field == "_") return;
  Parts attributes(field, '|');
  for (std::string_view attribute; attributes.next(attribute);) visit(attribute);
}

bool has_key(std::string_view attribute, std::string_view key) {
  return attribute.size() > key.size() && attribute.starts_with(key) &&
         attribute[key.size()] == '=';
}

}  // namespace

std::optional<std::string_view> misc_value(std::string_view field, std::string_view key) {
  std::optional<std::string_view> value;
  for_each_attribute(field, [&](std::string_view attribute) {
    if (!value && has_key(attribute, key)) value = attribute.substr(key.size() + 1);
  });
  return value;
}

std::string with_misc_value(std::string_view field, std::string_view key, std::string_view value) {
  std::string result;
  const auto add = [&](std::string_view attribute) {
    if (!result.empty()) result += '|';
    result += attribute;
  };
  const std::string wanted = value.empty() ? "" : std::string(key) + '=' + std::string(value);
  bool placed = wanted.empty();
  for_each_attribute(field, [&](std::string_view attribute) {
    if (!has_key(attribute, key)) {
      add(attribute);
    } else if (!placed) {
      add(wanted);
      placed = true;
    }
  });
  if (!placed) add(wanted);
  return result.empty() ? "_" : result;
}

}  // namespace panarc
