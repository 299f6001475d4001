#include "cli/experiment_progress.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string_view>
#include <utility>

#include "cli/table.h"
#include "cli/text.h"
#include "panarc/io.h"

namespace panarc::cli {

namespace {

/// How many runs are in each state.
using StateCounts = std::map<RunState, std::size_t>;

StateCounts count(const std::vector<PlannedRun>& runs) {
  StateCounts counts;
  for (const PlannedRun& run : runs) ++counts[run.state];
  return counts;
}

std::string time_left(std::optional<double> seconds) {
  return seconds ? fmt::format(", {} left", clock_text(*seconds)) : "";
}

std::string summary(const std::vector<PlannedRun>& runs, std::optional<double> seconds_left) {
  StateCounts counts = count(runs);
  const std::size_t failed = counts[RunState::kFailed];
  return fmt::format("{} of {} runs done, {} running{}{}\n", counts[RunState::kDone], runs.size(),
                     counts[RunState::kRunning],
                     failed == 0 ? "" : fmt::format(", {} failed", failed),
                     time_left(seconds_left));
}

/// The lines and columns of the terminal, or the usual ones if they are not known.
winsize terminal_size() {
  winsize size{};
  constexpr unsigned short kLines = 24;
  constexpr unsigned short kColumns = 80;
  if (::ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0) size = {};
  if (size.ws_row == 0) size.ws_row = kLines;
  if (size.ws_col == 0) size.ws_col = kColumns;
  return size;
}

std::size_t longest_line(std::string_view text) {
  std::size_t longest = 0;
  for (const std::string_view line : split(text, '\n')) longest = std::max(longest, line.size());
  return longest;
}

}  // namespace

std::string clock_text(double seconds) {
  constexpr long kMinute = 60;
  const long all = std::lround(std::max(seconds, 0.0));
  const long minutes = all / kMinute;
  if (minutes < kMinute) return fmt::format("{}:{:02}", minutes, all % kMinute);
  return fmt::format("{}:{:02}:{:02}", minutes / kMinute, minutes % kMinute, all % kMinute);
}

std::string progress_table(const std::vector<PlannedRun>& runs, std::optional<double> seconds_left,
                           std::size_t most_lines, std::size_t most_columns) {
  std::vector<std::pair<std::pair<std::string, std::string>, StateCounts>> rows;
  for (const PlannedRun& run : runs) {
    const std::pair key(run.part, run.setting);
    auto row = std::find_if(rows.begin(), rows.end(),
                            [&](const auto& other) { return other.first == key; });
    if (row == rows.end()) row = rows.insert(rows.end(), {key, {}});
    ++row->second[run.state];
  }
  constexpr std::size_t kOtherLines = 2;
  if (rows.size() + kOtherLines > most_lines) return summary(runs, seconds_left);
  Table table({"part", "setting", "done", "running", "failed", "left"});
  table.set_text_columns(2);
  std::string last;
  for (auto& [key, counts] : rows) {
    const auto number = [&counts = counts](RunState state) {
      return fmt::format("{}", counts[state]);
    };
    table.add_row({key.first == last ? "" : key.first, key.second, number(RunState::kDone),
                   number(RunState::kRunning), number(RunState::kFailed),
                   number(RunState::kWaiting)});
    last = key.first;
  }
  const std::string text = table.text();
  return (longest_line(text) > most_columns ? "" : text) + summary(runs, seconds_left);
}

std::string progress_line(const std::vector<PlannedRun>& runs, const PlannedRun& run,
                          std::optional<double> seconds_left) {
  StateCounts counts = count(runs);
  const std::string title =
      fmt::format("{} of {}: {}, {}, seed {}", counts[RunState::kDone] + counts[RunState::kFailed],
                  runs.size(), visible(run.setting), run.treebank, run.seed);
  if (run.state == RunState::kFailed) {
    return fmt::format("{} failed: {}\n", title, visible(run.message));
  }
  return fmt::format("{}: {:.1f} s{}\n", title, run.seconds, time_left(seconds_left));
}

ExperimentDisplay::ExperimentDisplay(const Experiment& experiment, bool quiet)
    : experiment_(experiment), quiet_(quiet), live_(!quiet && ::isatty(STDERR_FILENO) == 1) {}

RunProgress ExperimentDisplay::progress() {
  RunProgress progress;
  progress.on_run = [this](const PlannedRun& run) { take(run); };
  progress.on_tick = [this] { draw(); };
  return progress;
}

void ExperimentDisplay::take(const PlannedRun& run) {
  const bool failed = run.state == RunState::kFailed;
  // Failures are reported even if nothing else is, and stay on the screen.
  if (failed || (!quiet_ && !live_ && run.state == RunState::kDone)) {
    clear();
    fmt::print(stderr, "panarc: {}",
               progress_line(experiment_.runs(), run, experiment_.seconds_left()));
  }
  draw();
}

void ExperimentDisplay::draw() {
  if (!live_) return;
  const winsize size = terminal_size();
  const std::string table = progress_table(experiment_.runs(), experiment_.seconds_left(),
                                           size.ws_row - 1U, size.ws_col - 1U);
  clear();
  fmt::print(stderr, "{}", table);
  std::fflush(stderr);
  drawn_lines_ = static_cast<std::size_t>(std::count(table.begin(), table.end(), '\n'));
}

void ExperimentDisplay::clear() {
  if (drawn_lines_ == 0) return;
  fmt::print(stderr, "\x1b[{}A\x1b[J", drawn_lines_);
  std::fflush(stderr);
  drawn_lines_ = 0;
}

}  // namespace panarc::cli
