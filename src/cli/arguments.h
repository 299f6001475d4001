#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "panarc/names.h"
#include "panarc/error.h"
#include "transition/system_record.h"

namespace panarc::cli {

/// The names that an argument takes, and what they stand for, in the order of the help.
template <class Value>
using Choices = std::vector<std::pair<std::string, Value>>;

template <class Value, std::size_t Size>
Choices<Value> choices_of(const Names<Value, Size>& names) {
  Choices<Value> choices;
  for (const auto& [value, name] : names) choices.emplace_back(name, value);
  return choices;
}

/// Adds an argument that takes one of some names; `target` is assigned the value of the name.
template <class Value, class Target>
CLI::Option* add_choice(CLI::App& command, const std::string& name, Target& target,
                        const Choices<Value>& choices, const std::string& description) {
  std::vector<std::string> names;
  for (const auto& choice : choices) names.push_back(choice.first);
  const std::string all = fmt::format("{}", fmt::join(names, "|"));
  const auto assign = [&target, choices](const std::string& text) {
    for (const auto& [known, value] : choices) {
      if (known == text) target = value;
    }
  };
  const auto check = [names, all](const std::string& text) {
    const bool known = std::find(names.begin(), names.end(), text) != names.end();
    return known ? std::string() : fmt::format("found \"{}\", expected {}", text, all);
  };
  return command.add_option_function<std::string>(name, assign, description)
      ->type_name(all)
      ->check(check);
}

/// The name of a value.
template <class Value>
std::string name_of(const Choices<Value>& choices, const Value& value) {
  for (const auto& [name, known] : choices) {
    if (known == value) return name;
  }
  return {};
}

/// A check for whole numbers of 0 or more.
inline std::string check_whole_number(const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  return digits ? std::string() : fmt::format("found \"{}\", expected a whole number", text);
}

/// The same, within limits.
inline auto whole_number(std::uint64_t least,
                         std::uint64_t most = std::numeric_limits<int>::max()) {
  return [least, most](const std::string& text) -> std::string {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool whole = error == std::errc() && end == text.data() + text.size();
    if (whole && number >= least && number <= most) return {};
    return fmt::format("found \"{}\", expected a whole number from {} to {}", text, least, most);
  };
}

/// A check for numbers within limits.
inline auto real_number(double least, double most = std::numeric_limits<float>::max()) {
  return [least, most](const std::string& text) -> std::string {
    double number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    const bool real = error == std::errc() && end == text.data() + text.size();
    if (real && number >= least && number <= most) return {};
    return most > 1
               ? fmt::format("found \"{}\", expected a number of {} or more", text, least)
               : fmt::format("found \"{}\", expected a number from {} to {}", text, least, most);
  };
}

/// A check for the name of a transition system.
inline std::string check_system_name(const std::string& text) {
  try {
    static_cast<void>(system_record(text));
    return {};
  } catch (const Error& error) {
    return error.message();
  }
}

/// Adds an argument for a value that may be missing.
template <class Value>
CLI::Option* add_optional(CLI::App& command, const std::string& name, std::optional<Value>& target,
                          const std::string& type, const std::string& description) {
  return command
      .add_option_function<Value>(
          name, [&target](const Value& value) { target = value; }, description)
      ->type_name(type);
}

}  // namespace panarc::cli
