#pragma once

#include <string>
#include <vector>

#include "cli/train_log.h"
#include "panarc/text.h"

namespace panarc::cli {

/// Prints the epochs of a segmenter, and writes them into the log.
class SegmenterLog {
 public:
  explicit SegmenterLog(TrainLog& log) : log_(log) {}

  /// One line per epoch.
  void print(const SegmenterEpoch& epoch);
  /// In the log alone.
  void write(const SegmenterEpoch& epoch);
  /// What came of it, as a line of text; nothing if there is no DEV.
  [[nodiscard]] std::string summary(const SegmenterResult& result) const;

 private:
  TrainLog& log_;
};

/// Warns of a treebank that does not say where spaces are.
void warn_of_spaces(const std::vector<Sentence>& training, TrainLog& log);

/// Throws OptionError for what a segmenter cannot be trained with.
void check_segmenter_options(const TrainOptions& options);

/// `panarc train --task segment`, once the arguments are checked.
void run_segmenter_training(const TrainArguments& arguments);

}  // namespace panarc::cli
