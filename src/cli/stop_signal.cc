#include "cli/stop_signal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <poll.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <system_error>

#include "cli/message.h"

namespace panarc::cli {

namespace {

constexpr std::array kSignals{SIGINT, SIGTERM};
constexpr int kSignalStatus = 128;

// What the handler uses.
std::array<struct sigaction, kSignals.size()> usual;
std::array<int, 2> wake{-1, -1};  // a pipe
volatile std::sig_atomic_t received = 0;

void restore(int signal) {
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    if (kSignals[i] == signal) sigaction(signal, &usual[i], nullptr);
  }
}

void wake_up(char message) { static_cast<void>(!::write(wake[1], &message, 1)); }

constexpr char kStop = 's';
constexpr char kEnd = 'e';

extern "C" void ask_to_stop(int signal) {
  const int error = errno;
  if (received == 0) received = signal;
  restore(signal);
  wake_up(kStop);
  errno = error;
}

/// Tells that a stop takes time, if it does.
void print_if_slow() {
  constexpr int kMoment = 1000;  // milliseconds
  pollfd message{wake[0], POLLIN, 0};
  if (::poll(&message, 1, kMoment) == 0) {
    fmt::print(stderr, "panarc: stopping after this batch; a second Ctrl-C ends at once\n");
  }
}

void wait_for_signal(const std::stop_source& stop, bool quiet) {
  for (char message = 0;;) {
    const ssize_t size = ::read(wake[0], &message, 1);
    if (size < 0 && errno == EINTR) continue;
    if (size != 1) return;
    if (message == kEnd) return;
    stop.request_stop();
    if (!quiet) print_if_slow();
  }
}

}  // namespace

StopSignal::StopSignal(std::stop_source stop, bool quiet) {
  if (::pipe2(wake.data(), O_CLOEXEC) != 0) throw_system_error("<pipe>", "open");
  received = 0;
  waiting_ = std::thread([stop = std::move(stop), quiet] { wait_for_signal(stop, quiet); });
  struct sigaction action {};
  action.sa_handler = ask_to_stop;
  action.sa_flags = SA_RESTART;
  for (std::size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], nullptr, &usual[i]);
  for (std::size_t i = 0; i < kSignals.size(); ++i) {
    if (usual[i].sa_handler != SIG_IGN) sigaction(kSignals[i], &action, nullptr);
  }
}

StopSignal::~StopSignal() {
  for (const int signal : kSignals) restore(signal);
  wake_up(kEnd);
  waiting_.join();
  for (const int descriptor : wake) ::close(descriptor);
}

void StopSignal::end() {
  std::fflush(nullptr);
  std::raise(received);
  std::_Exit(kSignalStatus + received);
}

void print_stopped(TrainLog& log, const std::vector<std::string>& checkpoints,
                   const Stopped& stopped) {
  log.line().clear();
  if (log.arguments().treebank.quiet) return;
  std::vector<std::string> left;
  for (const std::string& checkpoint : checkpoints) {
    std::error_code failure;
    if (std::filesystem::exists(checkpoint, failure)) left.push_back(checkpoint);
  }
  fmt::print(stderr, "panarc: {}; {}\n", stopped.message(),
             left.empty() ? "there is nothing to resume: the same command starts afresh"
                          : fmt::format("to go on, repeat the command with --resume (its state is "
                                        "in {})",
                                        fmt::join(left, ", ")));
}

}  // namespace panarc::cli
