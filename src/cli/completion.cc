#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"

namespace panarc::cli {

namespace {

constexpr const char* kCompletionDescription =
    "Print a script that completes panarc's arguments in a shell";

constexpr const char* kCompletionExamples = R"(
Examples:
  source <(panarc completion bash)                                   in ~/.bashrc
  source <(panarc completion zsh)                                    in ~/.zshrc
  panarc completion fish > ~/.config/fish/completions/panarc.fish
)";

enum class Shell { kBash, kZsh, kFish };

/// The long names of the arguments that all commands have, and of this command's own.
std::vector<std::string> option_names(const Command& command) {
  std::vector<std::string> names{"--help"};
  for (const Argument& argument : command.arguments) {
    for (const std::string& name : argument.long_names()) names.push_back(name);
  }
  return names;
}

std::vector<std::string> option_names(const Program& /*program*/) {
  return {"--help", "--version"};
}

std::string bash_script(const Program& program) {
  std::vector<std::string> commands;
  std::string cases;
  for (const Command& command : program.commands) {
    commands.push_back(command.name);
    cases +=
        fmt::format("    {}) words='{}' ;;\n", command.name, fmt::join(option_names(command), " "));
  }
  return fmt::format(
      "_panarc() {{\n"
      "  local word=${{COMP_WORDS[COMP_CWORD]}} words='{} {}'\n"
      "  [ \"$COMP_CWORD\" -gt 1 ] && case ${{COMP_WORDS[1]}} in\n"
      "{}"
      "  esac\n"
      "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
      "}}\n"
      "complete -o default -F _panarc panarc\n",
      fmt::join(commands, " "), fmt::join(option_names(program), " "), cases);
}

std::string zsh_script(const Program& program) {
  return "autoload -Uz compinit bashcompinit\ncompinit\nbashcompinit\n" + bash_script(program);
}

/// In single quotes, as fish reads them.
std::string fish_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

std::string fish_script(const Program& program) {
  std::string script;
  for (const std::string& option : option_names(program)) {
    script += fmt::format("complete -c panarc -n __fish_use_subcommand -l {}\n", option.substr(2));
  }
  for (const Command& command : program.commands) {
    script += fmt::format("complete -c panarc -n __fish_use_subcommand -a {} -d {}\n", command.name,
                          fish_quoted(command.description));
    for (const std::string& option : option_names(command)) {
      script += fmt::format("complete -c panarc -n '__fish_seen_subcommand_from {}' -l {}\n",
                            command.name, option.substr(2));
    }
  }
  return script;
}

std::string script_for(const Program& program, Shell shell) {
  switch (shell) {
    case Shell::kBash:
      return bash_script(program);
    case Shell::kZsh:
      return zsh_script(program);
    case Shell::kFish:
      return fish_script(program);
  }
  return {};
}

}  // namespace

void add_completion(Program& program) {
  const auto shell = std::make_shared<Shell>(Shell::kBash);
  Command& command = program.add("completion", kCompletionDescription, kCompletionExamples);
  add_choice<Shell>(command, "SHELL", *shell,
                    {{"bash", Shell::kBash}, {"zsh", Shell::kZsh}, {"fish", Shell::kFish}},
                    "The shell")
      .require();
  command.run = [shell, &program] {
    fmt::print("{}", script_for(program, *shell));
    return 0;
  };
}

}  // namespace panarc::cli
