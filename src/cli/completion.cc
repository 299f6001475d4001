#include <fmt/format.h>
#include <fmt/ranges.h>

#include <memory>
#include <string>
#include <vector>

#include "cli/arguments.h"
#include "cli/command.h"

namespace panarc::cli {

namespace {

constexpr const char* kDescription = "Print a script that completes panarc's arguments in a shell";

constexpr const char* kExamples = R"(
Examples:
  source <(panarc completion bash)                                   in ~/.bashrc
  source <(panarc completion zsh)                                    in ~/.zshrc
  panarc completion fish > ~/.config/fish/completions/panarc.fish
)";

enum class Shell { kBash, kZsh, kFish };

/// The long names of a command's options, with their dashes.
std::vector<std::string> option_names(const CLI::App& command) {
  std::vector<std::string> names;
  for (const CLI::Option* option : command.get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  return names;
}

std::vector<const CLI::App*> commands_of(const CLI::App& app) {
  return app.get_subcommands([](const CLI::App* /*command*/) { return true; });
}

std::string bash_script(const CLI::App& app) {
  std::vector<std::string> commands;
  std::string cases;
  for (const CLI::App* command : commands_of(app)) {
    commands.push_back(command->get_name());
    cases += fmt::format("    {}) words='{}' ;;\n", command->get_name(),
                         fmt::join(option_names(*command), " "));
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
      fmt::join(commands, " "), fmt::join(option_names(app), " "), cases);
}

std::string zsh_script(const CLI::App& app) {
  return "autoload -Uz compinit bashcompinit\ncompinit\nbashcompinit\n" + bash_script(app);
}

/// In single quotes of fish.
std::string fish_quoted(const std::string& text) {
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "'";
}

std::string fish_script(const CLI::App& app) {
  std::string script;
  for (const std::string& option : option_names(app)) {
    script += fmt::format("complete -c panarc -n __fish_use_subcommand -l {}\n", option.substr(2));
  }
  for (const CLI::App* command : commands_of(app)) {
    script += fmt::format("complete -c panarc -n __fish_use_subcommand -a {} -d {}\n",
                          command->get_name(), fish_quoted(command->get_description()));
    for (const std::string& option : option_names(*command)) {
      script += fmt::format("complete -c panarc -n '__fish_seen_subcommand_from {}' -l {}\n",
                            command->get_name(), option.substr(2));
    }
  }
  return script;
}

std::string script_for(const CLI::App& app, Shell shell) {
  switch (shell) {
    case Shell::kBash:
      return bash_script(app);
    case Shell::kZsh:
      return zsh_script(app);
    case Shell::kFish:
      return fish_script(app);
  }
  return {};
}

}  // namespace

void add_completion(CLI::App& app) {
  const auto shell = std::make_shared<Shell>(Shell::kBash);
  CLI::App& command = *app.add_subcommand("completion", kDescription);
  command.footer(kExamples);
  add_choice<Shell>(command, "shell", *shell,
                    {{"bash", Shell::kBash}, {"zsh", Shell::kZsh}, {"fish", Shell::kFish}},
                    "The shell")
      ->required();
  command.callback([shell, &app] { fmt::print("{}", script_for(app, *shell)); });
}

}  // namespace panarc::cli
