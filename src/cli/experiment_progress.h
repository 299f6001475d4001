#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "panarc/experiment.h"

namespace panarc::cli {

/// E.g. `4:05`, `1:02:03`.
std::string clock_text(double seconds);

/// The progress of an experiment: a table with a line per setting, and a line for all. If there are
/// too many lines, or too wide ones, for the space, the last line alone.
std::string progress_table(const std::vector<PlannedRun>& runs, std::optional<double> seconds_left,
                           std::size_t most_lines, std::size_t most_columns);

/// The message when a run has ended, on one line.
std::string progress_line(const std::vector<PlannedRun>& runs, const PlannedRun& run,
                          std::optional<double> seconds_left);

/// Shows the progress of an experiment on standard error: on a terminal, as a table that is redrawn
/// again and again; elsewhere, as a line for each run that has ended.
class ExperimentDisplay {
 public:
  ExperimentDisplay(const Experiment& experiment, bool quiet);
  ~ExperimentDisplay() { clear(); }
  ExperimentDisplay(const ExperimentDisplay&) = delete;
  ExperimentDisplay& operator=(const ExperimentDisplay&) = delete;
  ExperimentDisplay(ExperimentDisplay&&) = delete;
  ExperimentDisplay& operator=(ExperimentDisplay&&) = delete;

  [[nodiscard]] RunProgress progress();

 private:
  void take(const PlannedRun& run);
  void draw();
  void clear();

  const Experiment& experiment_;
  bool quiet_;
  bool live_;
  std::size_t drawn_lines_ = 0;
};

}  // namespace panarc::cli
