#pragma once

#include <chrono>
#include <fstream>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "cli/train_arguments.h"
#include "cli/train_progress.h"
#include "panarc/train.h"

namespace panarc::cli {

using Clock = std::chrono::steady_clock;

inline double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Where training reports its progress: a table or lines of JSON on standard output, the same lines
/// in the file of `--log`, warnings on standard error. The table has every epoch of what is trained
/// by itself; of members that vote, and of parts that are trained before a parser, it has the
/// results.
class TrainLog {
 public:
  /// The arguments must outlive it. Throws Error if the file cannot be written.
  explicit TrainLog(const TrainArguments& arguments);

  [[nodiscard]] const TrainArguments& arguments() const { return arguments_; }
  /// Reports a training; the log must outlive it.
  [[nodiscard]] TrainProgress progress();

  /// The line that shows the progress of an epoch.
  [[nodiscard]] ProgressLine& line() { return line_; }
  /// Prints a line, unless there is JSON or nothing on standard output.
  void print(const std::string& text);
  void warn(const std::string& message);

  /// The scores on DEV of a tagger or a segmenter; empty if there is none.
  [[nodiscard]] nlohmann::ordered_json scores() const;
  /// The result of a single parser, a tagger or a segmenter as a line of text; empty if there is no
  /// DEV.
  [[nodiscard]] std::string summary() const;

  /// Ends the log. Name, size and seconds are added to the summary; `text` is the summary for a
  /// table, and `what` says what was done to the model.
  void finish(const nlohmann::ordered_json& summary, const std::string& text, double seconds,
              const char* what = "trained");

 private:
  void begin(TrainingPart part);
  void add(const EpochReport& report);
  void add(const StageReport& report);
  void print_member(const StageReport& report);
  [[nodiscard]] bool is_shown(const TrainingStage& stage) const;
  [[nodiscard]] std::string parser_row(const EpochReport& report);
  [[nodiscard]] std::string tagger_row(const EpochReport& report) const;
  [[nodiscard]] std::string segmenter_row(const EpochReport& report) const;
  void write(const nlohmann::ordered_json& json);

  const TrainArguments& arguments_;
  ProgressLine line_;
  std::ofstream file_;
  EpochTable table_;
  bool has_header_ = false;
  std::optional<TrainingPart> part_;
  // Results.
  std::optional<EpochReport> parser_;
  std::map<Field, double> tagger_;
  std::optional<Scores> segmenter_;
};

}  // namespace panarc::cli
