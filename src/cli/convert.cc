#include "cli/command.h"

namespace panarc::cli {

void add_convert(CLI::App& app) { app.add_subcommand("convert", ""); }

}  // namespace panarc::cli
