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
#include "cli/message.h"
#include "panarc/error.h"
#include "panarc/io.h"

namespace {

constexpr int kBadInput = 1;

int run(int argc, const char* const* argv) {
  panarc::cli::Program program{
      "panarc",
      "panarc: transition-based dependency parsing, from plain text to trees",
      std::string(panarc::version()),
      {}};
  panarc::cli::add_commands(program, argc > 1 ? argv[1] : "");
  return panarc::cli::run(program, argc, argv);
}

constexpr const char* kStandardOutput = "<stdout>";

/// Writes what is still buffered; throws Error if that fails.
void finish_standard_output() {
  errno = 0;
  const bool failed = std::fflush(stdout) != 0 || std::ferror(stdout) != 0;
  if (failed && errno != 0) panarc::cli::throw_system_error(kStandardOutput, "write");
  if (failed) throw panarc::Error({kStandardOutput, 0, 0}, "cannot write");
}

/// The message for a system error; fmt does not know which file it was.
std::string message_of(const std::system_error& error) {
  if (std::ferror(stdout) == 0) return error.what();
  return fmt::format("{}: cannot write: {}", kStandardOutput, error.code().message());
}

/// Output to a closed standard stream must not end up in a file that was opened since.
void hold_standard_streams() {
  for (int descriptor = 0; descriptor <= 2; ++descriptor) {
    if (fcntl(descriptor, F_GETFD) != -1) continue;
    // Standard output is opened for reading, so that writing to it remains an error.
    const int mode = descriptor == 2 ? O_WRONLY : O_RDONLY;
    if (open("/dev/null", mode) != descriptor) std::abort();
  }
}

extern "C" void remove_files_and_end(int signal) {
  panarc::remove_temporary_files();
  // The handler applied once only: now the signal has its default effect.
  std::raise(signal);
}

/// An interrupted run leaves no half-written files behind.
void handle_signals() {
  // Writing beyond the file size limit then gives an error message.
  std::signal(SIGXFSZ, SIG_IGN);
  struct sigaction action {};
  action.sa_handler = remove_files_and_end;
  action.sa_flags = SA_RESETHAND | SA_NODEFER;
  for (const int signal : {SIGHUP, SIGINT, SIGPIPE, SIGQUIT, SIGTERM, SIGXCPU}) {
    struct sigaction before {};
    // Signals that `nohup` or a shell had ignored stay ignored.
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
    panarc::cli::print_message(message_of(error));
    return kBadInput;
  } catch (const std::exception& error) {
    panarc::cli::print_message(error.what());
    return kBadInput;
  }
}
