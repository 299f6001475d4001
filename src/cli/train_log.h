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

/// Where a training says what it does: a table or lines of JSON on standard output, the same lines
/// in the file of `--log`, warnings on standard error.
class TrainLog {
 public:
  /// The arguments must outlive it. Throws Error if the file cannot be written.
  explicit TrainLog(const TrainArguments& arguments);

  [[nodiscard]] const TrainArguments& arguments() const { return arguments_; }
  /// Whether tables are printed, and not JSON or nothing.
  [[nodiscard]] bool has_table() const { return !arguments_.json && !arguments_.treebank.quiet; }
  /// Shows how far an epoch is.
  [[nodiscard]] ProgressLine& line() { return line_; }

  /// Which part of a pipeline is trained from now on; its lines of JSON say so.
  void begin_part(std::string name) { part_ = std::move(name); }
  /// A line of JSON, at once: others may follow a training by it.
  void write(const nlohmann::ordered_json& json);
  /// A part of a table, if there is one.
  void print(const std::string& text);
  void warn(const std::string& message);

  /// The end: size and seconds are added to a summary, of which `text` is what a table has; `what`
  /// was done with the model.
  void finish(nlohmann::ordered_json summary, const std::string& text, double seconds,
              const char* what = "trained");

 private:
  void write_line(const std::string& line);

  const TrainArguments& arguments_;
  ProgressLine line_;
  std::ofstream file_;
  std::string part_;
};

/// Prints the epochs of a parser, and writes them into the log.
class EpochLog {
 public:
  explicit EpochLog(TrainLog& log);

  [[nodiscard]] TrainProgress progress();
  /// What the best epoch has come to, as a line of text; nothing if there is no DEV.
  [[nodiscard]] std::string summary() const;

 private:
  void print(const EpochReport& report);

  TrainLog& log_;
  EpochTable table_;
  EpochReport best_;
  bool has_header_ = false;
};

/// Whether what is trained has relations.
bool is_labelled(const TrainOptions& options);

}  // namespace panarc::cli
