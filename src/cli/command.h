#pragma once

#include "cli/app.h"

namespace panarc::cli {

/// Each subcommand adds itself to the program: arguments, help with examples, and what does the
/// work.
void add_demo(Program& program);
void add_completion(Program& program);
void add_convert(Program& program);
void add_eval(Program& program);
void add_info(Program& program);
void add_oracle(Program& program);
void add_parse(Program& program);
void add_schemes(Program& program);
void add_stats(Program& program);
void add_train(Program& program);
void add_verify(Program& program);

}  // namespace panarc::cli
