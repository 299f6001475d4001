#include "cli/app.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <memory>
#include <string_view>
#include <utility>

#include "cli/message.h"
#include "panarc/error.h"

// The only source file that uses CLI11, which takes long to compile.

namespace panarc::cli {

Argument& Argument::require() {
  required = true;
  return *this;
}

Argument& Argument::in_group(const std::string& heading) {
  group = heading;
  return *this;
}

Argument& Argument::exclude(const std::vector<std::string>& others) {
  excluded.insert(excluded.end(), others.begin(), others.end());
  return *this;
}

Argument& Argument::need(const std::string& other) {
  needed = other;
  return *this;
}

std::vector<std::string> Argument::long_names() const {
  std::vector<std::string> result;
  for (const std::string& name : CLI::detail::split(names, ',')) {
    if (name.starts_with("--")) result.push_back(name);
  }
  return result;
}

Command& Program::add(const std::string& command, const std::string& about,
                      const std::string& footer) {
  Command& added = commands.emplace_back();
  added.name = command;
  added.description = about;
  added.footer = footer;
  return added;
}

namespace {

constexpr std::size_t kHelpColumns = 100;
/// Names that are longer get a line of their own.
constexpr std::size_t kNameColumns = 26;

/// The number of characters of a text in UTF-8.
std::size_t width_of(std::string_view text) {
  return static_cast<std::size_t>(std::ranges::count_if(
      text, [](char c) { return (static_cast<unsigned char>(c) >> 6U) != 2; }));
}

}  // namespace

std::string help_row(const std::string& name, const std::string& description) {
  std::string text = "  " + name;
  std::size_t column = width_of(text);
  const auto begin_line = [&] {
    text += "\n" + std::string(kNameColumns, ' ');
    column = kNameColumns;
  };
  if (column + 2 > kNameColumns && !description.empty()) {
    begin_line();
  } else if (!description.empty()) {
    text.append(kNameColumns - column, ' ');
    column = kNameColumns;
  }
  bool is_first = true;
  for (const std::string& word : CLI::detail::split(description, ' ')) {
    const std::size_t width = width_of(word);
    if (!is_first && column + 1 + width > kHelpColumns) {
      begin_line();
      is_first = true;
    }
    text += (is_first ? "" : " ") + word;
    column += width + (is_first ? 0 : 1);
    is_first = false;
  }
  return text + "\n";
}

namespace {

/// Help that fits into kHelpColumns.
class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_option(const CLI::Option* option, bool is_positional) const override {
    return help_row(make_option_name(option, is_positional) + make_option_opts(option),
                    make_option_desc(option));
  }
  std::string make_subcommand(const CLI::App* command) const override {
    return help_row(command->get_name(), command->get_description());
  }
};

CLI::Option* add_values(CLI::App& app, const Argument& argument) {
  if (argument.values == Values::kNone) {
    return app.add_flag_callback(argument.names, [&argument] { argument.set({}); });
  }
  if (argument.values == Values::kOne) {
    return app.add_option_function<std::string>(
        argument.names, [&argument](const std::string& value) { argument.set({value}); });
  }
  CLI::Option* const option = app.add_option_function<std::vector<std::string>>(
      argument.names, [&argument](const std::vector<std::string>& all) { argument.set(all); });
  if (argument.values == Values::kNoneOrOne) option->expected(0, 1);
  if (argument.values == Values::kOneEachTime) option->allow_extra_args(false);
  return option;
}

/// The description of an argument in the help.
std::string description_of(const Command& command, const Argument& argument) {
  std::vector<std::string> notes;
  if (!argument.needed.empty()) notes.push_back("with " + argument.needed);
  if (argument.excluded.size() + 1 == command.arguments.size()) {
    notes.emplace_back("not with other options");
  } else if (!argument.excluded.empty()) {
    notes.push_back(fmt::format("not with {}", fmt::join(argument.excluded, ", ")));
  }
  if (notes.empty()) return argument.description;
  return fmt::format("{} ({})", argument.description, fmt::join(notes, "; "));
}

void add_argument(CLI::App& app, const Command& command, const Argument& argument) {
  CLI::Option* const option = add_values(app, argument)->required(argument.required);
  option->description(description_of(command, argument));
  // Otherwise the name of a positional argument would be followed by "TEXT".
  if (!argument.type.empty() || option->get_positional()) option->type_name(argument.type);
  if (!argument.group.empty()) option->group(argument.group);
  if (argument.check) option->check(argument.check);
}

void add_command(CLI::App& program, const Command& command) {
  CLI::App& app = *program.add_subcommand(command.name, command.description);
  app.footer(command.footer);
  for (const Argument& argument : command.arguments) add_argument(app, command, argument);
}

/// Throws UsageError if two arguments are given that exclude each other, or one without another
/// that it needs. CLI11 could check this, but would list exclusions in the help of both.
void check_combinations(const CLI::App& app, const Command& command) {
  for (const Argument& argument : command.arguments) {
    const std::string name = argument.names.substr(argument.names.rfind(',') + 1);
    if (app.count(name) == 0) continue;
    for (const std::string& other : argument.excluded) {
      if (app.count(other) > 0) {
        throw UsageError(fmt::format("{} cannot be used with {}", name, other));
      }
    }
    if (!argument.needed.empty() && app.count(argument.needed) == 0) {
      throw UsageError(fmt::format("{} cannot be used without {}", name, argument.needed));
    }
  }
}

/// "; did you mean ...?" for a word that is not the name of a command; empty if none is meant.
std::string suggested_command(const Program& program, const std::string& word) {
  std::vector<std::string> names;
  for (const Command& command : program.commands) {
    if (std::ranges::find(command.other_names, word) != command.other_names.end()) {
      return fmt::format("; did you mean {}?", command.name);
    }
    names.push_back(command.name);
  }
  return suggestion(word, names);
}

const Command* find_command(const Program& program, const std::string& name) {
  const auto found = std::find_if(program.commands.begin(), program.commands.end(),
                                  [&](const Command& command) { return command.name == name; });
  return found == program.commands.end() ? nullptr : &*found;
}

int fail(const Program& program, const Command* command, const std::string& message) {
  // Whatever follows the first line of a message stays at the end.
  const std::size_t first_line = std::min(message.find('\n'), message.size());
  print_message(fmt::format("{} (see {}{}{} --help){}", message.substr(0, first_line), program.name,
                            command == nullptr ? "" : " ", command == nullptr ? "" : command->name,
                            message.substr(first_line)));
  return kWrongUsage;
}

/// The message for unknown options and superfluous arguments.
std::string unexpected(const Command* command, const std::vector<std::string>& words) {
  const std::string& word = words.front();
  if (!word.starts_with('-')) return fmt::format("unexpected argument {}", word);
  std::vector<std::string> known{"--help"};
  if (command == nullptr) known.emplace_back("--version");
  if (command != nullptr) {
    for (const Argument& argument : command->arguments) {
      for (const std::string& name : argument.long_names()) known.push_back(name);
    }
  }
  return fmt::format("unknown option {}{}", word,
                     suggestion(word.substr(0, word.find('=')), known));
}

/// The message for an argument with too few values or too many.
std::string mismatch(const std::string& message) {
  const std::string name = message.substr(0, message.find(':'));
  const bool missing = message.ends_with("missing");
  return name + (missing ? " needs a value" : " is given more than once");
}

/// `help train` is `train --help`.
void replace_help(std::vector<std::string>& words) {
  if (words.empty() || words.front() != "help") return;
  words.erase(words.begin());
  words.resize(std::min<std::size_t>(words.size(), 1));
  words.emplace_back("--help");
}

using Failure = std::function<int(const Command* command, const std::string& message)>;

/// Reads arguments and does something with the command that they name; returns the exit status.
int with_arguments(const Program& program, std::vector<std::string> words,
                   const std::function<int(const Command&)>& act, const Failure& fail) {
  CLI::App app{program.description, program.name};
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_version_flag("--version", fmt::format("{} {}", program.name, program.version));
  const Command* const command = words.empty() ? nullptr : find_command(program, words.front());
  for (const Command& each : program.commands) add_command(app, each);
  app.footer(fmt::format("{} help COMMAND describes a command.", program.name));
  if (words.empty()) {
    fmt::print(stderr, "{}", app.help());
    return kWrongUsage;
  }
  if (command == nullptr && !words.front().starts_with('-')) {
    return fail(nullptr, fmt::format("there is no command {}{}", words.front(),
                                     suggested_command(program, words.front())));
  }
  try {
    std::reverse(words.begin(), words.end());
    app.parse(std::move(words));
    if (command == nullptr) return fail(nullptr, "a command is missing");
    check_combinations(*app.get_subcommand(command->name), *command);
    return act(*command);
  } catch (const CLI::Success& help) {
    return app.exit(help);
  } catch (const CLI::ExtrasError&) {
    const CLI::App& parsed = command == nullptr ? app : *app.get_subcommand(command->name);
    return fail(command, unexpected(command, parsed.remaining()));
  } catch (const CLI::ArgumentMismatch& error) {
    return fail(command, mismatch(error.what()));
  } catch (const CLI::ParseError& error) {
    return fail(command, error.what());
  } catch (const UsageError& error) {
    return fail(command, error.what());
  }
}

}  // namespace

int run(const Program& program, int argc, const char* const* argv) {
  std::vector<std::string> words(argv + std::min(argc, 1), argv + argc);
  replace_help(words);
  return with_arguments(
      program, std::move(words), [](const Command& command) { return command.run(); },
      [&](const Command* command, const std::string& message) {
        return fail(program, command, message);
      });
}

std::string check_usage(const Program& program, const std::vector<std::string>& words) {
  std::string wrong;
  const auto check = [](const Command& command) {
    if (command.check) command.check();
    return 0;
  };
  with_arguments(program, words, check,
                 [&](const Command* /*command*/, const std::string& message) {
                   wrong = message;
                   return kWrongUsage;
                 });
  return wrong;
}

}  // namespace panarc::cli
