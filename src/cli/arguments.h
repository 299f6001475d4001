#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "panarc/error.h"
#include "transition/systems.h"

namespace panarc::cli {

/// The names that an argument takes, and what they stand for, in the order of the help.
template <class Value>
using Choices = std::vector<std::pair<std::string, Value>>;

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

/// A check for whole numbers of 0 or more.
inline std::string check_whole_number(const std::string& text) {
  const bool digits = !text.empty() && text.find_first_not_of("0123456789") == std::string::npos;
  return digits ? std::string() : fmt::format("found \"{}\", expected a whole number", text);
}

/// A check for the name of a transition system.
inline std::string check_system_name(const std::string& text) {
  try {
    with_system(text, [](auto /*system*/) {});
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
