#include <algorithm>
#include <array>

#include "cli/command.h"

namespace panarc::cli {

namespace {

struct KnownCommand {
  std::string_view name;
  void (*add)(Program&);
};

/// In the order of the help.
constexpr std::array kCommands{
    KnownCommand{"demo", add_demo},
    KnownCommand{"train", add_train},
    KnownCommand{"combine", add_combine},
    KnownCommand{"parse", add_parse},
    KnownCommand{"tag", add_tag},
    KnownCommand{"tokenize", add_tokenize},
    KnownCommand{"info", add_info},
    KnownCommand{"eval", add_eval},
    KnownCommand{"stats", add_stats},
    KnownCommand{"validate", add_validate},
    KnownCommand{"view", add_view},
    KnownCommand{"diff", add_diff},
    KnownCommand{"convert", add_convert},
    KnownCommand{"crossvalidate", add_crossvalidate},
    KnownCommand{"experiment", add_experiment},
    KnownCommand{"schemes", add_schemes},
    KnownCommand{"oracle", add_oracle},
    KnownCommand{"verify", add_verify},
    KnownCommand{"completion", add_completion},
};

}  // namespace

void add_commands(Program& program, std::string_view name) {
  const auto wanted = std::ranges::find(kCommands, name, &KnownCommand::name);
  // Completion is about all commands.
  if (wanted != kCommands.end() && wanted->add != add_completion) {
    wanted->add(program);
    return;
  }
  for (const KnownCommand& command : kCommands) command.add(program);
}

}  // namespace panarc::cli
