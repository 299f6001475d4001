#include <fcntl.h>
#include <fmt/format.h>

#include <cstdio>
#include <cstdlib>
#include <exception>

#include "cli/command.h"
#include "panarc/error.h"
#include "panarc/version.h"

namespace {

constexpr int kBadInput = 1;
constexpr int kWrongUsage = 2;

int run(int argc, char** argv) {
  CLI::App app{"panarc: transition-based dependency parsing", "panarc"};
  app.set_version_flag("--version", fmt::format("panarc {}", panarc::version()));
  app.require_subcommand(0, 1);
  panarc::cli::add_demo(app);
  panarc::cli::add_train(app);
  panarc::cli::add_parse(app);
  panarc::cli::add_info(app);
  panarc::cli::add_eval(app);
  panarc::cli::add_stats(app);
  panarc::cli::add_convert(app);
  panarc::cli::add_oracle(app);
  panarc::cli::add_verify(app);
  panarc::cli::add_completion(app);
  try {
    app.parse(argc, argv);
    if (app.get_subcommands().empty()) {
      fmt::print(stderr, "{}", app.help());
      return kWrongUsage;
    }
  } catch (const CLI::RuntimeError& failure) {
    return failure.get_exit_code();
  } catch (const CLI::ParseError& error) {
    return app.exit(error) == 0 ? 0 : kWrongUsage;
  }
  return 0;
}

/// What writes to a closed standard stream must not write into a file that was opened since.
void hold_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    // Standard output is opened for reading, so that writing to it is still an error.
    const int mode = descriptor == 2 ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", mode) != descriptor) std::abort();
  }
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_streams();
  try {
    const int status = run(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw panarc::Error("cannot write to standard output");
    }
    return status;
  } catch (const std::exception& error) {
    fmt::print(stderr, "panarc: {}\n", error.what());
    return kBadInput;
  }
}
