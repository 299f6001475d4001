#include "base/child_process.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "panarc/error.h"

namespace panarc {

namespace {

constexpr int kCannotStart = 127;
constexpr int kSignalStatus = 128;

void redirect(const char* file, int to) {
  const int flags = to == STDIN_FILENO ? O_RDONLY : O_WRONLY | O_CREAT | O_APPEND;
  const int descriptor = ::open(file, flags | O_CLOEXEC, 0666);
  if (descriptor < 0 || ::dup2(descriptor, to) < 0) ::_exit(kCannotStart);
}

/// What the child does until it executes the program. Other threads may have held any lock at the
/// fork, so it makes only system calls.
[[noreturn]] void become(const ProcessSpec& spec, char* const* arguments, pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  // The parent may already have ended.
  if (::getppid() != parent) ::_exit(kCannotStart);
  // Do not inherit the parent's blocked signals, nor its handling of SIGTERM.
  sigset_t none;
  sigemptyset(&none);
  ::sigprocmask(SIG_SETMASK, &none, nullptr);
  std::signal(SIGTERM, SIG_DFL);
  redirect("/dev/null", STDIN_FILENO);
  redirect(spec.output.c_str(), STDOUT_FILENO);
  redirect(spec.errors.c_str(), STDERR_FILENO);
  if (spec.shared >= 0) ::fcntl(spec.shared, F_SETFD, 0);
  ::execv(spec.executable.c_str(), arguments);
  constexpr std::string_view kMessage = "panarc: the program cannot be started\n";
  (void)!::write(STDERR_FILENO, kMessage.data(), kMessage.size());
  ::_exit(kCannotStart);
}

double seconds_of(const timeval& time) {
  constexpr double kMicro = 1e-6;
  return static_cast<double>(time.tv_sec) + kMicro * static_cast<double>(time.tv_usec);
}

}  // namespace

ChildProcess::ChildProcess(const ProcessSpec& spec) {
  std::vector<std::string> words = spec.arguments;
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  const pid_t parent = ::getpid();
  id_ = ::fork();
  if (id_ == 0) become(spec, arguments.data(), parent);
  if (id_ < 0) {
    throw Error(
        fmt::format("{}: cannot start a process: {}", spec.executable, std::strerror(errno)));
  }
}

ChildProcess::~ChildProcess() {
  if (id_ <= 0) return;
  ::kill(id_, SIGTERM);
  wait();
}

void ChildProcess::wait_for_end() const {
  siginfo_t info{};
  while (::waitid(P_PID, static_cast<id_t>(id_), &info, WEXITED | WNOWAIT) < 0 && errno == EINTR) {
  }
}

ProcessEnd ChildProcess::wait() {
  int status = 0;
  rusage usage{};
  while (::wait4(id_, &status, 0, &usage) < 0 && errno == EINTR) {
  }
  id_ = -1;
  constexpr double kKilobyte = 1024;
  ProcessEnd end;
  end.status = WIFEXITED(status) ? WEXITSTATUS(status) : kSignalStatus + WTERMSIG(status);
  end.cpu_seconds = seconds_of(usage.ru_utime) + seconds_of(usage.ru_stime);
  end.peak_bytes = kKilobyte * static_cast<double>(usage.ru_maxrss);
  return end;
}

std::string shell_line(const std::vector<std::string>& words) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_./,:=+@%";
  std::string line;
  for (const std::string& word : words) {
    if (!line.empty()) line += ' ';
    if (!word.empty() && word.find_first_not_of(kPlain) == std::string::npos) {
      line += word;
      continue;
    }
    line += '\'';
    for (const char c : word) line += c == '\'' ? std::string("'\\''") : std::string(1, c);
    line += '\'';
  }
  return line;
}

}  // namespace panarc
