#pragma once

#include <string>
#include <vector>

#include "cli/train_log.h"
#include "panarc/text.h"

namespace panarc::cli {

/// Prints and logs the epochs of a segmenter.
class SegmenterLog {
 public:
  explicit SegmenterLog(TrainLog& log) : log_(log) {}

  /// Prints and logs an epoch, on one line.
  void print(const SegmenterEpoch& epoch);
  /// Logs an epoch without printing it.
  void write(const SegmenterEpoch& epoch);
  /// The results, as a line of text; empty if there is no DEV.
  [[nodiscard]] std::string summary(const SegmenterResult& result) const;

 private:
  TrainLog& log_;
};

/// Warns about a treebank that does not mark where there are no spaces.
void warn_of_spaces(const std::vector<Sentence>& training, TrainLog& log);

/// `panarc train --task segment`, once the arguments are checked.
void run_segmenter_training(const TrainArguments& arguments);

}  // namespace panarc::cli
