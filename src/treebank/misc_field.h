#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace panarc {

/// The value of `key=value` in a field of attributes separated by `|`, such as MISC or FEATS.
std::optional<std::string_view> misc_value(std::string_view field, std::string_view key);

/// The field with `key` set to `value`, in place if it was there, otherwise at the end; an empty
/// value removes it. Never empty: `_` stands for nothing.
std::string with_misc_value(std::string_view field, std::string_view key, std::string_view value);

}  // namespace panarc
