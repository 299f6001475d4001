#pragma once

#include <chrono>
#include <fstream>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>

#include "cli/train_arguments.h"
#include "cli/train_progress.h"

namespace panarc::cli {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Where training reports its progress: a table or lines of JSON on standard output, the same lines
/// in the file of `--log`, warnings on standard error.
class TrainLog {
 public:
  /// The arguments must outlive it. Throws Error if the file cannot be written.
  explicit TrainLog(const TrainArguments& arguments);

  [[nodiscard]] const TrainArguments& arguments() const { return arguments_; }
  /// Whether tables are printed, rather than JSON or nothing.
  [[nodiscard]] bool has_table() const { return !arguments_.json && !arguments_.treebank.quiet; }
  /// Shows the progress of an epoch.
  [[nodiscard]] ProgressLine& line() { return line_; }

  /// Which part of a pipeline is trained from now on; it is named in the lines of JSON.
  void begin_part(std::string name) { part_ = std::move(name); }
  /// Writes a line of JSON and flushes it, for programs that follow the training.
  void write(const nlohmann::ordered_json& json);
  /// Prints part of a table, if there is one.
  void print(const std::string& text);
  void warn(const std::string& message);

  /// Ends the log. Size and seconds are added to the summary; `text` is the summary for a table,
  /// and `what` says what was done to the model.
  void finish(nlohmann::ordered_json summary, const std::string& text, double seconds,
              const char* what = "trained");

 private:
  void write_line(const std::string& line);

  const TrainArguments& arguments_;
  ProgressLine line_;
  std::ofstream file_;
  std::string part_;
};

/// Prints and logs the epochs of a parser.
class EpochLog {
 public:
  explicit EpochLog(TrainLog& log);

  [[nodiscard]] TrainProgress progress();
  /// The scores of the best epoch, as a line of text; empty if there is no DEV.
  [[nodiscard]] std::string summary() const;

 private:
  void print(const EpochReport& report);

  TrainLog& log_;
  EpochTable table_;
  EpochReport best_;
  bool has_header_ = false;
};

/// Whether the parser predicts relations.
bool is_labelled(const TrainOptions& options);

}  // namespace panarc::cli
