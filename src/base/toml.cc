#include "base/toml.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <map>
#include <sstream>
#include <toml.hpp>
#include <utility>

#include "panarc/error.h"

namespace panarc {

namespace {

using TomlNode = toml::basic_value<toml::discard_comments, std::map, std::vector>;

Place toml_place(const toml::source_location& location, const std::string& name) {
  return {name, location.line(), location.column()};
}

/// The first line of the library's message, without the function name.
std::string message_of(const toml::exception& error) {
  std::string message = error.what();
  message.resize(std::min(message.find('\n'), message.size()));
  for (const std::string_view prefix : {"[error] ", "toml::"}) {
    if (message.starts_with(prefix)) message.erase(0, prefix.size());
    if (prefix == "toml::" && message.find(": ") != std::string::npos) {
      message.erase(0, message.find(": ") + 2);
    }
  }
  return message;
}

/// Checks that a text is not long, that brackets are not nested deeply, which the library follows
/// by recursion, and that keys have few parts, each of which it looks up from the start.
class TomlLimits {
 public:
  TomlLimits(std::string_view text, const std::string& name) : text_(text), name_(name) {}

  void check() {
    if (text_.size() > kMostToml) {
      throw Error({name_, 0, 0},
                  fmt::format("found {} bytes, expected at most {}", text_.size(), kMostToml));
    }
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"' || c == '\'') {
        skip_string();
        continue;
      }
      ++at_;
      if (c == '#') at_ = std::min(text_.find('\n', at_), text_.size());
      if (c == '[' || c == '{') limit(++depth_, "brackets nested");
      if (c == ']' || c == '}') depth_ = std::max(depth_ - 1, 0);
      if (c == '.') limit(++parts_, "parts of a key");
      if (std::string_view("\n=,[]{}").find(c) != std::string_view::npos) parts_ = 1;
      if (c == '\n') ++line_;
    }
  }

 private:
  void limit(int found, const char* what) const {
    constexpr int kMost = 100;
    if (found <= kMost) return;
    throw Error({name_, line_, 0},
                fmt::format("found more than {} {}: expected fewer", kMost, what));
  }

  /// Strings of one character of quotation end with their line; those of three go on.
  void skip_string() {
    const char quote = text_[at_];
    const std::string_view three(text_.substr(at_, 3));
    const bool long_one = three == std::string(3, quote);
    at_ += long_one ? 3 : 1;
    for (; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\n') {
        if (!long_one) return;
        ++line_;
      } else if (text_[at_] == '\\' && quote == '"' && !text_.substr(at_ + 1).starts_with('\n')) {
        ++at_;
      } else if (text_[at_] == quote && (!long_one || text_.substr(at_, 3) == three)) {
        at_ += long_one ? 3 : 1;
        return;
      }
    }
  }

  std::string_view text_;
  const std::string& name_;
  std::size_t at_ = 0;
  std::uint64_t line_ = 1;
  int depth_ = 0;
  int parts_ = 1;
};

TomlValue convert(const TomlNode& node, const std::string& name);

TomlValue convert_table(const TomlNode& node, const std::string& name) {
  TomlValue value;
  for (const auto& [key, entry] : node.as_table()) {
    value.entries.push_back({key, convert(entry, name)});
  }
  std::stable_sort(value.entries.begin(), value.entries.end(), [](const auto& a, const auto& b) {
    const Place& left = a.value.place;
    const Place& right = b.value.place;
    return std::pair(left.line, left.column) < std::pair(right.line, right.column);
  });
  return value;
}

TomlValue convert(const TomlNode& node, const std::string& name) {
  using Kind = TomlValue::Kind;
  TomlValue value;
  if (node.is_table()) {
    value = convert_table(node, name);
  } else if (node.is_array()) {
    value.kind = Kind::kList;
    for (const TomlNode& item : node.as_array()) value.items.push_back(convert(item, name));
  } else if (node.is_string()) {
    value.kind = Kind::kText;
    value.text = node.as_string().str;
  } else if (node.is_boolean()) {
    value.kind = Kind::kFlag;
    value.flag = node.as_boolean();
  } else if (node.is_integer()) {
    value.kind = Kind::kNumber;
    value.number = static_cast<double>(node.as_integer());
    value.text = fmt::format("{}", node.as_integer());
  } else if (node.is_floating()) {
    value.kind = Kind::kNumber;
    value.number = node.as_floating();
    value.text = fmt::format("{}", node.as_floating());
  } else {
    throw Error(toml_place(node.location(), name), "found a date or a time, expected none");
  }
  value.place = toml_place(node.location(), name);
  return value;
}

std::string describe_value(const TomlValue& value) {
  switch (value.kind) {
    case TomlValue::Kind::kFlag:
      return value.flag ? "true" : "false";
    case TomlValue::Kind::kNumber:
      return value.text;
    case TomlValue::Kind::kText:
      return fmt::format("\"{}\"", value.text);
    case TomlValue::Kind::kList:
      return "a list";
    case TomlValue::Kind::kTable:
      break;
  }
  return "a table";
}

}  // namespace

TomlValue parse_toml(std::string_view text, const std::string& name) {
  TomlLimits(text, name).check();
  std::istringstream in{std::string(text)};
  try {
    return convert(toml::parse<toml::discard_comments, std::map, std::vector>(in, name), name);
  } catch (const toml::exception& error) {
    throw Error(toml_place(error.location(), name), message_of(error));
  }
}

void throw_unexpected(const TomlValue& value, const std::string& key, const std::string& expected) {
  throw Error(value.place,
              fmt::format("{}: found {}, expected {}", key, describe_value(value), expected));
}

std::string toml_text(const TomlValue& value, const std::string& key) {
  if (value.kind != TomlValue::Kind::kText) throw_unexpected(value, key, "text");
  return value.text;
}

double toml_number(const TomlValue& value, const std::string& key) {
  if (value.kind != TomlValue::Kind::kNumber) throw_unexpected(value, key, "a number");
  return value.number;
}

TomlTable::TomlTable(const TomlValue& value, std::string what)
    : value_(value), what_(std::move(what)) {
  if (value.kind != TomlValue::Kind::kTable) throw_unexpected(value, what_, "a table");
}

const TomlValue* TomlTable::find(const std::string& key) {
  known_.push_back(key);
  for (const auto& [name, value] : value_.entries) {
    if (name == key) return &value;
  }
  return nullptr;
}

const TomlValue& TomlTable::require(const std::string& key) {
  const TomlValue* const value = find(key);
  if (value == nullptr) {
    throw Error(place(), fmt::format("{} has no {}, which is required", what_, key));
  }
  return *value;
}

std::string TomlTable::text(const std::string& key, std::string otherwise) {
  const TomlValue* const value = find(key);
  return value == nullptr ? std::move(otherwise) : toml_text(*value, key);
}

bool TomlTable::flag(const std::string& key, bool otherwise) {
  const TomlValue* const value = find(key);
  if (value == nullptr) return otherwise;
  if (value->kind != TomlValue::Kind::kFlag) throw_unexpected(*value, key, "true or false");
  return value->flag;
}

std::vector<std::string> TomlTable::texts(const std::string& key,
                                          std::vector<std::string> otherwise) {
  const TomlValue* const value = find(key);
  if (value == nullptr) return otherwise;
  if (value->kind != TomlValue::Kind::kList) throw_unexpected(*value, key, "a list of texts");
  std::vector<std::string> texts;
  for (const TomlValue& item : value->items) texts.push_back(toml_text(item, key));
  return texts;
}

std::vector<const TomlValue*> TomlTable::tables(const std::string& key) {
  const TomlValue* const value = find(key);
  if (value == nullptr) return {};
  if (value->kind != TomlValue::Kind::kList) {
    throw_unexpected(*value, key, fmt::format("tables, each under [[{}]]", key));
  }
  std::vector<const TomlValue*> tables;
  for (const TomlValue& item : value->items) tables.push_back(&item);
  return tables;
}

void TomlTable::finish() const {
  for (const auto& [key, value] : value_.entries) {
    if (std::find(known_.begin(), known_.end(), key) != known_.end()) continue;
    throw Error(value.place,
                fmt::format("unknown key {} of {}{}", key, what_, suggestion(key, known_)));
  }
}

}  // namespace panarc
