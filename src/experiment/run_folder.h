#pragma once

#include <string>
#include <vector>

#include "experiment/plan.h"
#include "panarc/experiment.h"

namespace panarc {

/// What a step of a run used.
struct StepRecord {
  std::string name;
  double cpu_seconds = 0;
  double seconds = 0;
  double peak_bytes = 0;
};

/// The folder of a run on disk. It has the commands, their output and products, the finished steps
/// (`run.json`), and finally the result (`result.json`), whose presence marks the run as done.
/// Files appear whole, so it can be interrupted at any time.
class RunFolder {
 public:
  explicit RunFolder(const Run& run) : run_(run) {}

  /// Whether the run is done, with these commands and data.
  [[nodiscard]] bool is_done() const;

  /// Prepares the folder for the run and returns the finished steps. Removes what belongs to other
  /// commands or data, or to an interrupted step, except its checkpoint.
  [[nodiscard]] std::vector<StepRecord> open() const;

  /// Records which steps are done, after the last of them.
  void record(const std::vector<StepRecord>& done) const;

  /// Writes the result after all steps are done.
  void finish(const std::vector<StepRecord>& done) const;

  void remove_model() const;

  /// The result of the run, except what depends on the part: sentences and groups of words.
  [[nodiscard]] RunResult result() const;
  /// How long it took.
  [[nodiscard]] double seconds() const;

  /// The last line of the messages of a failed step.
  [[nodiscard]] std::string last_words(const RunStep& step) const;

  [[nodiscard]] std::string path(const std::string& file) const;
  /// The file for a step's messages.
  [[nodiscard]] std::string log_of(const RunStep& step) const;

 private:
  const Run& run_;
};

}  // namespace panarc
