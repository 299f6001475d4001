#include <fcntl.h>
#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <system_error>

#include "cli/command.h"
#include "io/file_descriptor.h"
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

constexpr const char* kStandardOutput = "<stdout>";

/// What is still in the buffer is written now, or it is an error.
void finish_standard_output() {
  errno = 0;
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (failed && errno != 0) panarc::throw_system_error(kStandardOutput, "write");
  if (failed) throw panarc::Error({kStandardOutput, 0, 0}, "cannot write");
}

/// What is said of an error of the system: fmt does not know which file it was.
std::string message_of(const std::system_error& error) {
  if (std::ferror(stdout) == 0) return error.what();
  return fmt::format("{}: cannot write: {}", kStandardOutput, error.code().message());
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
    finish_standard_output();
    return status;
  } catch (const std::bad_alloc&) {
    fmt::print(
        stderr,
        "panarc: out of memory: use fewer threads, a smaller beam or less data at a time, or "
        "raise the limit (ulimit -v)\n");
    return kBadInput;
  } catch (const std::system_error& error) {
    fmt::print(stderr, "panarc: {}\n", message_of(error));
    return kBadInput;
  } catch (const std::exception& error) {
    fmt::print(stderr, "panarc: {}\n", error.what());
    return kBadInput;
  }
}
