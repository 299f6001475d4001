#pragma once

#include <string_view>

#include "cli/app.h"

namespace panarc::cli {

/// Each subcommand adds itself to the program: arguments, help with examples, and what does the
/// work.
void add_demo(Program& program);
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
void add_tag(Program& program);
void add_tokenize(Program& program);
void add_train(Program& program);
void add_verify(Program& program);
void add_view(Program& program);

/// Adds the one that is called, which saves the time for the arguments of the others; or all of
/// them, if there is none of that name. The program must stay where it is.
void add_commands(Program& program, std::string_view name = "");

}  // namespace panarc::cli
