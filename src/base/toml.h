#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/error.h"

// TOML is slow to compile, so all reading is in one source file.

namespace panarc {

/// More than an experiment should have. The library finds the line of a value by counting from the
/// first, which takes long in long texts.
inline constexpr std::size_t kMostToml = std::size_t{1} << 18;

struct TomlEntry;

/// A value of a TOML file, and its place.
struct TomlValue {
  enum class Kind { kFlag, kNumber, kText, kList, kTable };

  Kind kind = Kind::kTable;
  Place place;
  bool flag = false;
  double number = 0;
  std::string text;              ///< also for numbers, in their shortest form
  std::vector<TomlValue> items;  ///< of a list
  /// The entries of a table, in file order.
  std::vector<TomlEntry> entries;
};

/// A key of a table, and its value.
struct TomlEntry {
  std::string key;
  TomlValue value;
};

/// Parses TOML; `name` is used as the file name in messages. Throws Error if it is not well-formed,
/// for dates and times, which are not used here, and for what is too long or too deeply nested.
TomlValue parse_toml(std::string_view text, const std::string& name);

/// Reads a table: keys that were never asked for are unknown keys.
class TomlTable {
 public:
  /// `what` is the name in messages, such as "a part". Throws Error if it is not a table.
  TomlTable(const TomlValue& value, std::string what);

  [[nodiscard]] const Place& place() const { return value_.place; }

  /// The value of a key; null if there is none.
  const TomlValue* find(const std::string& key);
  const TomlValue& require(const std::string& key);

  /// Return `otherwise` if there is no such key. Throw Error for values of another kind.
  std::string text(const std::string& key, std::string otherwise = {});
  bool flag(const std::string& key, bool otherwise = false);
  std::vector<std::string> texts(const std::string& key, std::vector<std::string> otherwise = {});
  /// The tables of a list; none if there is no such key.
  std::vector<const TomlValue*> tables(const std::string& key);

  /// Throws Error for a key that was not asked for, and suggests the one that may have been meant.
  void finish() const;

 private:
  const TomlValue& value_;
  std::string what_;
  std::vector<std::string> known_;
};

/// The text of a value. Throws Error if it is not a text; `key` is its key.
std::string toml_text(const TomlValue& value, const std::string& key);
double toml_number(const TomlValue& value, const std::string& key);

/// Throws Error at a value: "KEY: found FOUND, expected EXPECTED".
[[noreturn]] void throw_unexpected(const TomlValue& value, const std::string& key,
                                   const std::string& expected);

}  // namespace panarc
