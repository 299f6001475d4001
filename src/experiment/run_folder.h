#pragma once

#include <string>
#include <vector>

#include "experiment/plan.h"
#include "panarc/experiment.h"

namespace panarc {

/// What a step of a run took.
struct StepRecord {
  std::string name;
  double cpu_seconds = 0;
  double seconds = 0;
  double peak_bytes = 0;
};

/// The folder of a run on disk. It has the commands, what they printed and made, the steps that are
/// done (`run.json`), and at last what the run came to (`result.json`): a run is done when that is
/// there. Files appear whole, so it can be left at any time.
class RunFolder {
 public:
  explicit RunFolder(const Run& run) : run_(run) {}

  /// Whether the run is done, with these commands and data.
  [[nodiscard]] bool is_done() const;

  /// Prepares the folder for the run and returns the steps that are done. What belongs to other
  /// commands or data, or to a step that was cut short, is removed, but for its checkpoint.
  [[nodiscard]] std::vector<StepRecord> open() const;

  /// Writes down which steps are done, the last of them just now.
  void record(const std::vector<StepRecord>& done) const;

  /// All steps are done: writes the result.
  void finish(const std::vector<StepRecord>& done) const;

  void remove_model() const;

  /// What the run came to, but for what depends on the part: sentences and groups of words.
  [[nodiscard]] RunResult result() const;
  /// How long it took.
  [[nodiscard]] double seconds() const;

  /// What a step that failed had to say: its last line.
  [[nodiscard]] std::string last_words(const RunStep& step) const;

  [[nodiscard]] std::string path(const std::string& file) const;
  /// Where a step writes messages.
  [[nodiscard]] std::string log_of(const RunStep& step) const;

 private:
  const Run& run_;
};

}  // namespace panarc
