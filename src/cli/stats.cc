#include "cli/command.h"

namespace panarc::cli {

void add_stats(CLI::App& app) { app.add_subcommand("stats", ""); }

}  // namespace panarc::cli
