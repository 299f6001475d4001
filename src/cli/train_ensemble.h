#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/train_log.h"
#include "panarc/train.h"

namespace panarc::cli {

/// Prints and logs the progress of the members of an ensemble.
class MemberLog {
 public:
  MemberLog(TrainLog& log, std::size_t members) : log_(log), members_(members) {}

  [[nodiscard]] EnsembleProgress progress();

 private:
  void print(std::size_t member, const TrainResult& result);

  TrainLog& log_;
  std::size_t members_;
};

/// The scores of a parser on the development data it was trained with; empty if there was none.
nlohmann::ordered_json dev_scores(const Parser& parser);
/// The scores of votes on the development data, as a line of text; empty if there was none.
std::string votes_text(const TrainArguments& arguments, const Parser& parser);

/// The options for votes.
CombineOptions votes_of(const TrainArguments& arguments);

/// Reports what a parser whose members vote scores, and how long it took to make.
void finish_ensemble(const TrainArguments& arguments, const Parser& parser, double seconds,
                     const char* what, TrainLog& log);

/// `panarc train --ensemble`, once the arguments are checked.
void run_ensemble(const TrainArguments& arguments);

}  // namespace panarc::cli
