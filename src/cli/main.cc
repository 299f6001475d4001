#include <fcntl.h>
#include <fmt/format.h>

#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>

#include "cli/command.h"
#include "io/temporary_name.h"
#include "panarc/error.h"
#include "panarc/version.h"

namespace {

constexpr int kBadInput = 1;

int run(int argc, const char* const* argv) {
  panarc::cli::Program program{
      "panarc", "panarc: transition-based dependency parsing", std::string(panarc::version()), {}};
  panarc::cli::add_commands(program, argc > 1 ? argv[1] : "");
  return panarc::cli::run(program, argc, argv);
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

extern "C" void remove_files_and_end(int signal) {
  panarc::remove_temporary_files();
  // The handler was in force for one time only: now the signal does what it does by default.
  std::raise(signal);
}

/// A run that is cut short leaves no half-written files behind.
void handle_signals() {
  // Writing beyond the limit on the size of files is then an error with a message.
  std::signal(SIGXFSZ, SIG_IGN);
  struct sigaction action {};
  action.sa_handler = remove_files_and_end;
  action.sa_flags = SA_RESETHAND | SA_NODEFER;
  for (const int signal : {SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGXCPU}) {
    struct sigaction before {};
    // What `nohup` or a shell has told the process to ignore stays ignored.
    if (sigaction(signal, nullptr, &before) != 0 || before.sa_handler == SIG_IGN) continue;
    sigaction(signal, &action, nullptr);
  }
}

}  // namespace

int main(int argc, char** argv) {
  hold_standard_streams();
  handle_signals();
  try {
    const int status = run(argc, argv);
    if (std::fflush(stdout) != 0 || std::ferror(stdout) != 0) {
      throw panarc::Error("cannot write to standard output");
    }
    return status;
  } catch (const std::bad_alloc&) {
    fmt::print(
        stderr,
        "panarc: out of memory: use fewer threads, a smaller beam or less data at a time, or "
        "raise the limit (ulimit -v)\n");
    return kBadInput;
  } catch (const std::exception& error) {
    fmt::print(stderr, "panarc: {}\n", error.what());
    return kBadInput;
  }
}
