#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "cli/app.h"
#include "panarc/choices.h"
#include "panarc/error.h"
#include "panarc/scheme.h"

/// The kinds of arguments that commands take. Each function adds an argument to a command and
/// assigns its value to a target, which must outlive the command.

namespace panarc::cli {

/// What is wrong with a text that `read` throws Error for; empty if nothing is.
template <class Read>
std::string problem(Read&& read) {
  try {
    (void)read();
    return {};
  } catch (const Error& error) {
    return error.message();
  }
}

/// A flag, without a value; `assign` is called if it is given.
Argument& add_flag(Command& command, const std::string& names, std::function<void()> assign,
                   const std::string& description);
Argument& add_flag(Command& command, const std::string& names, bool& target,
                   const std::string& description);

/// Text, such as the name of a file. Without a type, the help calls it TEXT.
Argument& add_text(Command& command, const std::string& names, const std::string& type,
                   std::function<void(const std::string&)> assign, const std::string& description);
template <class Target>
Argument& add_text(Command& command, const std::string& names, Target& target,
                   const std::string& type, const std::string& description) {
  return add_text(
      command, names, type, [&target](const std::string& text) { target = text; }, description);
}

/// Text that `read` makes a value of, or throws Error for.
template <class Read, class Assign>
Argument& add_read(Command& command, const std::string& names, const std::string& type, Read read,
                   Assign assign, const std::string& description) {
  Argument& argument = add_text(
      command, names, type, [=](const std::string& text) { assign(read(text)); }, description);
  argument.check = [=](const std::string& text) { return problem([&] { return read(text); }); };
  return argument;
}

/// One or more texts.
Argument& add_texts(Command& command, const std::string& names, std::vector<std::string>& target,
                    const std::string& description);

/// A list of texts, separated by commas.
Argument& add_list(Command& command, const std::string& names, std::vector<std::string>& target,
                   const std::string& type, const std::string& description);

/// What is wrong with a text that is not one of the choices; empty if it is one.
std::string check_name(const std::string& text, const std::vector<std::string>& choices);

/// What is wrong with the name of an encoding; empty if nothing is.
std::string check_encoding(const std::string& text);

/// What is wrong with the name of a language; empty if nothing is.
std::string check_language(const std::string& text);

/// Text that must be one of several names.
Argument& add_name(Command& command, const std::string& names,
                   const std::vector<std::string>& choices,
                   std::function<void(const std::string&)> assign, const std::string& description);

/// The names that an argument takes and the values they stand for, in the order of the help.
template <class Value>
using Choices = std::vector<std::pair<std::string, Value>>;

template <class Value, std::size_t Size>
Choices<Value> choices_of(const Names<Value, Size>& names) {
  Choices<Value> choices;
  for (const auto& [value, name] : names) choices.emplace_back(name, value);
  return choices;
}

template <class Value, class Target>
Argument& add_choice(Command& command, const std::string& names, Target& target,
                     const Choices<Value>& choices, const std::string& description) {
  std::vector<std::string> known;
  for (const auto& choice : choices) known.push_back(choice.first);
  const auto assign = [&target, choices](const std::string& text) {
    for (const auto& [name, value] : choices) {
      if (name == text) target = value;
    }
  };
  return add_name(command, names, known, assign, description);
}
template <class Value, std::size_t Size, class Target>
Argument& add_choice(Command& command, const std::string& names, Target& target,
                     const Names<Value, Size>& choices, const std::string& description) {
  return add_choice(command, names, target, choices_of(choices), description);
}

/// Rules of annotation schemes: `all`, or several separated by commas. They are stored in the order
/// in which they are applied.
Argument& add_scheme_list(Command& command, const std::string& names, std::vector<Scheme>& target,
                          const std::string& description);

/// Whole numbers, from `least` to `most`.
Argument& add_whole(Command& command, const std::string& names, const std::string& type,
                    std::uint64_t least, std::uint64_t most,
                    std::function<void(std::uint64_t)> assign, const std::string& description);

/// The type of a number, which may be optional.
template <class Target>
struct NumberOf {
  using Type = Target;
};
template <class Number>
struct NumberOf<std::optional<Number>> {
  using Type = Number;
};

/// Without `most`, the limit is what the target can hold.
template <class Target>
Argument& add_whole(Command& command, const std::string& names, Target& target,
                    const std::string& type, std::uint64_t least, const std::string& description,
                    std::optional<std::uint64_t> most = std::nullopt) {
  using Number = typename NumberOf<Target>::Type;
  static_assert(std::is_integral_v<Number>);
  return add_whole(
      command, names, type, least,
      most.value_or(static_cast<std::uint64_t>(std::numeric_limits<Number>::max())),
      [&target](std::uint64_t number) { target = static_cast<Number>(number); }, description);
}

/// Numbers from `least` to `most`.
Argument& add_real(Command& command, const std::string& names, const std::string& type,
                   double least, double most, std::function<void(double)> assign,
                   const std::string& description);

}  // namespace panarc::cli
