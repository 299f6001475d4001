#pragma once

#include <cstddef>
#include <string>

#include "cli/train_ensemble.h"
#include "cli/train_log.h"
#include "cli/train_segmenter.h"
#include "cli/train_tagger.h"
#include "panarc/pipeline.h"

namespace panarc::cli {

/// Prints the progress of a parser, and of the parts that are trained before it, if any. For those,
/// which consist of many models, only the results are printed; the log has everything.
class PipelineLog {
 public:
  /// `members` is the number of parsers that vote, if they do.
  explicit PipelineLog(TrainLog& log, std::size_t members = 0)
      : log_(log), segmenter_(log), tagger_(log, false), parser_(log), members_(log, members) {}

  [[nodiscard]] PipelineProgress progress();
  /// The results of the parser, as a line of text; empty if there is no DEV.
  [[nodiscard]] std::string summary(const Parser& parser) const;

 private:
  void begin(PipelinePart part);

  TrainLog& log_;
  SegmenterLog segmenter_;
  TaggerLog tagger_;
  EpochLog parser_;
  MemberLog members_;
};

}  // namespace panarc::cli
