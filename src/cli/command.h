#pragma once

#include <CLI/CLI.hpp>

namespace panarc::cli {

/// Each subcommand adds itself to the program: arguments, help with examples, and a callback that
/// does the work. What goes wrong with the input is thrown as panarc::Error; a check that ran and
/// failed, having said all there is to say, is thrown as CLI::RuntimeError with the exit status.
void add_demo(CLI::App& app);
void add_completion(CLI::App& app);
void add_convert(CLI::App& app);
void add_eval(CLI::App& app);
void add_info(CLI::App& app);
void add_oracle(CLI::App& app);
void add_parse(CLI::App& app);
void add_stats(CLI::App& app);
void add_train(CLI::App& app);
void add_verify(CLI::App& app);

}  // namespace panarc::cli
