#pragma once

#include <string_view>

#include "cli/app.h"

namespace panarc::cli {

/// Each subcommand adds itself to the program: its arguments, its help with examples, and the
/// function that does the work.
void add_demo(Program& program);
void add_combine(Program& program);
void add_completion(Program& program);
void add_convert(Program& program);
void add_crossvalidate(Program& program);
void add_diff(Program& program);
void add_eval(Program& program);
void add_experiment(Program& program);
void add_info(Program& program);
void add_oracle(Program& program);
void add_parse(Program& program);
void add_schemes(Program& program);
void add_stats(Program& program);
void add_validate(Program& program);
void add_tag(Program& program);
void add_tokenize(Program& program);
void add_train(Program& program);
void add_verify(Program& program);
void add_view(Program& program);

/// Adds only the named command, which saves the time that the arguments of the others would take;
/// or all commands, if none has that name. The program must stay at its address.
void add_commands(Program& program, std::string_view name = "");

}  // namespace panarc::cli
