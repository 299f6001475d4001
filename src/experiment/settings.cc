#include "experiment/experiment_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>
#include <utility>

#include "io/utf8.h"
#include "panarc/error.h"

namespace panarc {

namespace {

constexpr const char* kOneSetting = "default";

std::string option_text(const TomlValue& value, const std::string& name) {
  using Kind = TomlValue::Kind;
  if (value.kind != Kind::kText && value.kind != Kind::kNumber) {
    throw_unexpected(value, name, "true, false, a number, text, or a list of numbers or texts");
  }
  return value.text;
}

/// Names are those of options of the command, without the dashes.
void check_name(const std::string& name, const Place& place) {
  constexpr std::string_view kLetters = "abcdefghijklmnopqrstuvwxyz0123456789-";
  const std::size_t begin = std::min(name.find_first_not_of('-'), name.size());
  const std::string bare = name.substr(begin);
  const bool known = !bare.empty() && bare.find_first_not_of(kLetters) == std::string::npos;
  if (known && begin == 0) return;
  throw Error(place, fmt::format("found the option {}, expected {}", in_quotes(name),
                                 known ? fmt::format("{}, without dashes in front", bare)
                                       : "lower-case letters, digits and dashes"));
}

ExperimentOption read_option(const std::string& name, const TomlValue& value) {
  check_name(name, value.place);
  using Kind = TomlValue::Kind;
  ExperimentOption option{name, {}, true, value.place};
  if (value.kind == Kind::kFlag) {
    option.given = value.flag;
  } else if (value.kind == Kind::kList) {
    for (const TomlValue& item : value.items) option.values.push_back(option_text(item, name));
  } else {
    option.values.push_back(option_text(value, name));
  }
  return option;
}

/// A dimension of a sweep: the values of an option, one for each setting.
struct Dimension {
  std::string name;
  std::vector<ExperimentOption> values;
};

std::vector<Dimension> read_sweep(const TomlValue* sweep) {
  std::vector<Dimension> dimensions;
  if (sweep == nullptr) return dimensions;
  (void)TomlTable(*sweep, "sweep");
  for (const auto& [name, list] : sweep->entries) {
    if (list.kind != TomlValue::Kind::kList || list.items.empty()) {
      throw_unexpected(list, name, "a list of values to try");
    }
    Dimension dimension{name, {}};
    for (const TomlValue& item : list.items) dimension.values.push_back(read_option(name, item));
    dimensions.push_back(std::move(dimension));
  }
  return dimensions;
}

/// `beam=8`; for a flag, `fast=true`.
std::string name_of(const ExperimentOption& option) {
  if (option.values.empty()) return fmt::format("{}={}", option.name, option.given);
  std::string values;
  for (const std::string& value : option.values) values += (values.empty() ? "" : " ") + value;
  return fmt::format("{}={}", option.name, values);
}

std::vector<Setting> read_named(const TomlValue* settings) {
  std::vector<Setting> named;
  if (settings == nullptr) return named;
  (void)TomlTable(*settings, "settings");
  for (const auto& [name, table] : settings->entries) {
    named.push_back({name, read_options(table), table.place});
  }
  return named;
}

}  // namespace

ExperimentOptions read_options(const TomlValue& table) {
  (void)TomlTable(table, "options");
  ExperimentOptions options;
  for (const auto& [name, value] : table.entries) options.push_back(read_option(name, value));
  return options;
}

ExperimentOptions with_options(ExperimentOptions options, const ExperimentOptions& over) {
  for (const ExperimentOption& option : over) {
    const auto found = std::ranges::find(options, option.name, &ExperimentOption::name);
    if (found == options.end()) {
      options.push_back(option);
    } else {
      *found = option;
    }
  }
  return options;
}

std::vector<Setting> expand_settings(const TomlValue& part, const TomlValue* options,
                                     const TomlValue* sweep, const TomlValue* settings) {
  std::vector<Setting> result = read_named(settings);
  if (result.empty()) result.push_back({"", {}, part.place});
  const ExperimentOptions common =
      options == nullptr ? ExperimentOptions{} : read_options(*options);
  for (Setting& setting : result) setting.options = with_options(common, setting.options);
  for (const Dimension& dimension : read_sweep(sweep)) {
    std::vector<Setting> expanded;
    for (const Setting& setting : result) {
      for (const ExperimentOption& value : dimension.values) {
        expanded.push_back({(setting.name.empty() ? "" : setting.name + ", ") + name_of(value),
                            with_options(setting.options, {value}), value.place});
      }
    }
    result = std::move(expanded);
  }
  if (result.front().name.empty()) result.front().name = kOneSetting;
  return result;
}

std::vector<std::string> words_of(const ExperimentOptions& options) {
  std::vector<std::string> words;
  for (const ExperimentOption& option : options) {
    if (!option.given) continue;
    words.push_back("--" + option.name);
    words.insert(words.end(), option.values.begin(), option.values.end());
  }
  return words;
}

}  // namespace panarc
