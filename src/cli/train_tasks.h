#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <utility>
#include <vector>

#include "cli/stop_signal.h"
#include "cli/train_arguments.h"
#include "cli/train_log.h"
#include "panarc/pipeline.h"
#include "panarc/train.h"

namespace panarc::cli {

/// A run of `panarc train`: the data, and what is printed before, while and after something learns
/// from it.
class TrainRun {
 public:
  /// Reads the data, and prints what users should know, once check_output() has been called. The
  /// arguments must outlive it.
  TrainRun(const TrainArguments& arguments, std::vector<std::string> checkpoints);

  /// Returns what `train()` does. If a signal stops it, ends the process.
  template <class Train>
  auto until_stopped(Train&& train) {
    return train_until_stopped(log, checkpoints_, std::forward<Train>(train));
  }
  /// The model is safely stored.
  void remove_checkpoints() const;
  /// See TrainLog::finish().
  void finish(const nlohmann::ordered_json& summary, const std::string& text);

 private:
  // What is checked and read comes before the log, which replaces a file.
  Clock::time_point start_ = Clock::now();
  std::vector<std::string> checkpoints_;

 public:
  std::vector<Sentence> training;
  std::vector<Sentence> dev;
  TrainLog log;
};

/// The options of a pipeline.
PipelineOptions pipeline_options(const TrainArguments& arguments);

/// Replaces tags and lemmas by predicted ones, if requested.
void learn_from_predicted_tags(TrainRun& run, const TrainProgress& progress);

// `panarc train`, once the arguments are checked, for all but a single parser.

void run_tagger_training(TrainArguments& arguments);
void run_segmenter_training(const TrainArguments& arguments);
void run_ensemble_training(const TrainArguments& arguments);
void run_pipeline_training(const TrainArguments& arguments);

/// The options for votes.
CombineOptions votes_of(const TrainArguments& arguments);
/// What a parser whose members vote scored on its development data, as the end of a log.
nlohmann::ordered_json votes_summary(const Parser& parser);
/// What a parser whose members vote scored, in a line of text; empty without development data.
std::string votes_text(const TrainArguments& arguments, const Parser& parser);

}  // namespace panarc::cli
