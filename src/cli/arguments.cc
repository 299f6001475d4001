#include "cli/arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>

#include "cli/text.h"
#include "panarc/error.h"
#include "panarc/io.h"
#include "panarc/options.h"
#include "panarc/text.h"

namespace panarc::cli {

namespace {

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
  return problem([&] { return panarc::check_encoding(text); });
}

std::string check_language(const std::string& text) {
  return problem([&] { return Segmenter::for_language(text); });
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
  return add_read(
      command, names, "RULES", parse_schemes,
      [&target](std::vector<Scheme> schemes) { target = std::move(schemes); }, description);
}

Argument& add_whole(Command& command, const std::string& names, const std::string& type,
                    std::uint64_t least, std::uint64_t most,
                    std::function<void(std::uint64_t)> assign, const std::string& description) {
  const auto read = [least, most](const std::string& text) {
    return whole_number(text, least, most);
  };
  return add_read(command, names, type, read, std::move(assign), description);
}

Argument& add_real(Command& command, const std::string& names, const std::string& type,
                   double least, double most, std::function<void(double)> assign,
                   const std::string& description) {
  const auto read = [least, most](const std::string& text) {
    return real_number(text, least, most);
  };
  return add_read(command, names, type, read, std::move(assign), description);
}

}  // namespace panarc::cli
