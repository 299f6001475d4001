#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "panarc/error.h"

// Reading TOML takes the compiler long; it is done in one source.

namespace panarc {

struct TomlEntry;

/// A value of a TOML file, and where it stands.
struct TomlValue {
  enum class Kind { kFlag, kNumber, kText, kList, kTable };

  Kind kind = Kind::kTable;
  Place place;
  bool flag = false;
  double number = 0;
  std::string text;              ///< of numbers, too: as short as they can be written
  std::vector<TomlValue> items;  ///< of a list
  /// Of a table, in the order of the file.
  std::vector<TomlEntry> entries;
};

/// A key of a table, and its value.
struct TomlEntry {
  std::string key;
  TomlValue value;
};

/// Parses TOML; `name` stands for the file in messages. Throws Error for what is not well-formed,
/// and for dates and times, which nothing here has a use for.
TomlValue parse_toml(std::string_view text, const std::string& name);

/// Takes a table apart: what has not been asked for by the end is an unknown key.
class TomlTable {
 public:
  /// `what` is what messages call it, such as "a part". Throws Error for what is no table.
  TomlTable(const TomlValue& value, std::string what);

  [[nodiscard]] const Place& place() const { return value_.place; }

  /// Nothing if there is no such key.
  const TomlValue* find(const std::string& key);
  const TomlValue& require(const std::string& key);

  /// What `otherwise` is where there is no such key. Throws Error for values of another kind.
  std::string text(const std::string& key, std::string otherwise = {});
  bool flag(const std::string& key, bool otherwise = false);
  std::vector<std::string> texts(const std::string& key, std::vector<std::string> otherwise = {});
  /// The tables of a list; none where there is no such key.
  std::vector<const TomlValue*> tables(const std::string& key);

  /// Throws Error for a key that was not asked for, and names the one that may have been meant.
  void finish() const;

 private:
  const TomlValue& value_;
  std::string what_;
  std::vector<std::string> known_;
};

/// The text of a value. Throws Error if it is none; `key` is what it is the value of.
std::string toml_text(const TomlValue& value, const std::string& key);
double toml_number(const TomlValue& value, const std::string& key);

/// Throws Error at a value: "KEY: found FOUND, expected EXPECTED".
[[noreturn]] void throw_unexpected(const TomlValue& value, const std::string& key,
                                   const std::string& expected);

}  // namespace panarc
