#include "cli/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>
#include <string_view>

#include "cli/text.h"
#include "panarc/error.h"
#include "panarc/file.h"
#include "panarc/text.h"

namespace panarc::cli {

namespace {

bool is_digits(std::string_view text) {
  return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

std::string check_whole(const std::string& text, std::uint64_t least, std::uint64_t most) {
  const auto number = number_in<std::uint64_t>(text);
  if (number && *number >= least && *number <= most) return {};
  // The limit of a type matters only to those who exceed it.
  constexpr std::uint64_t kNoLimit = std::numeric_limits<std::int32_t>::max();
  const bool too_large = number ? *number > most : is_digits(text);
  if (most >= kNoLimit && !too_large) {
    return fmt::format("found {}, expected a whole number of {} or more", in_quotes(text), least);
  }
  return fmt::format("found {}, expected a whole number from {} to {}", in_quotes(text), least,
                     most);
}

std::string check_real(const std::string& text, double least, double most) {
  const auto number = number_in<double>(text);
  if (number && *number >= least && *number <= most) return {};
  return most > 1 ? fmt::format("found {}, expected a number of {} or more", in_quotes(text), least)
                  : fmt::format("found {}, expected a number from {} to {}", in_quotes(text), least,
                                most);
}

/// The rules that a name in a list stands for: one, or all; none if it is unknown.
std::vector<Scheme> schemes_named(std::string_view name) {
  constexpr auto kAll = kSchemeNames.values();
  if (name == "all") return {kAll.begin(), kAll.end()};
  const auto scheme = kSchemeNames.parse(name);
  return scheme ? std::vector{*scheme} : std::vector<Scheme>();
}

std::string check_schemes(const std::string& list) {
  for (const std::string_view name : split(list, ',')) {
    if (!schemes_named(name).empty()) continue;
    return fmt::format("found {}, expected all or some of {}, separated by commas", in_quotes(name),
                       kSchemeNames.list());
  }
  return {};
}

Argument& add(Command& command, const std::string& names, const std::string& description,
              Values values) {
  Argument& argument = command.arguments.emplace_back();
  argument.names = names;
  argument.description = description;
  argument.values = values;
  return argument;
}

}  // namespace

std::string check_name(const std::string& text, const std::vector<std::string>& choices) {
  if (std::find(choices.begin(), choices.end(), text) != choices.end()) return {};
  return fmt::format("found {}, expected {}", in_quotes(text), fmt::join(choices, "|"));
}

std::string check_encoding(const std::string& text) {
  // For iconv, an empty name is the encoding of the locale.
  if (text.empty()) return "found \"\", expected a name that `iconv -l` lists";
  try {
    panarc::check_encoding(text);
    return {};
  } catch (const Error& error) {
    return error.message();
  }
}

std::string check_language(const std::string& text) {
  try {
    Segmenter::for_language(text);
    return {};
  } catch (const Error& error) {
    return error.message();
  }
}

Argument& add_flag(Command& command, const std::string& names, std::function<void()> assign,
                   const std::string& description) {
  Argument& argument = add(command, names, description, Values::kNone);
  argument.set = [assign = std::move(assign)](const std::vector<std::string>& /*values*/) {
    assign();
  };
  return argument;
}

Argument& add_flag(Command& command, const std::string& names, bool& target,
                   const std::string& description) {
  return add_flag(
      command, names, [&target] { target = true; }, description);
}

Argument& add_text(Command& command, const std::string& names, const std::string& type,
                   std::function<void(const std::string&)> assign, const std::string& description) {
  Argument& argument = add(command, names, description, Values::kOne);
  argument.type = type;
  argument.set = [assign = std::move(assign)](const std::vector<std::string>& values) {
    assign(values.empty() ? "" : values.front());
  };
  return argument;
}

Argument& add_texts(Command& command, const std::string& names, std::vector<std::string>& target,
                    const std::string& description) {
  Argument& argument = add(command, names, description, Values::kOneOrMore);
  argument.set = [&target](const std::vector<std::string>& values) { target = values; };
  return argument;
}

Argument& add_name(Command& command, const std::string& names,
                   const std::vector<std::string>& choices,
                   std::function<void(const std::string&)> assign, const std::string& description) {
  Argument& argument = add_text(command, names, fmt::format("{}", fmt::join(choices, "|")),
                                std::move(assign), description);
  argument.check = [choices](const std::string& text) { return check_name(text, choices); };
  return argument;
}

Argument& add_list(Command& command, const std::string& names, std::vector<std::string>& target,
                   const std::string& type, const std::string& description) {
  return add_text(
      command, names, type,
      [&target](const std::string& list) {
        target.clear();
        for (const std::string_view part : split(list, ',')) target.emplace_back(part);
      },
      description);
}

Argument& add_scheme_list(Command& command, const std::string& names, std::vector<Scheme>& target,
                          const std::string& description) {
  Argument& argument = add_text(
      command, names, "RULES",
      [&target](const std::string& list) {
        std::set<Scheme> wanted;
        for (const std::string_view name : split(list, ',')) {
          for (const Scheme scheme : schemes_named(name)) wanted.insert(scheme);
        }
        target.assign(wanted.begin(), wanted.end());
      },
      description);
  argument.check = check_schemes;
  return argument;
}

Argument& add_whole(Command& command, const std::string& names, const std::string& type,
                    std::uint64_t least, std::uint64_t most,
                    std::function<void(std::uint64_t)> assign, const std::string& description) {
  Argument& argument = add_text(
      command, names, type,
      [assign = std::move(assign)](const std::string& text) {
        assign(number_in<std::uint64_t>(text).value());
      },
      description);
  argument.check = [least, most](const std::string& text) {
    return check_whole(text, least, most);
  };
  return argument;
}

Argument& add_real(Command& command, const std::string& names, const std::string& type,
                   double least, double most, std::function<void(double)> assign,
                   const std::string& description) {
  Argument& argument = add_text(
      command, names, type,
      [assign = std::move(assign)](const std::string& text) {
        assign(number_in<double>(text).value());
      },
      description);
  argument.check = [least, most](const std::string& text) { return check_real(text, least, most); };
  return argument;
}

}  // namespace panarc::cli
