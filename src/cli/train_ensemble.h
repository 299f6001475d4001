#pragma once

#include <cstddef>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "cli/train_log.h"
#include "panarc/ensemble.h"

namespace panarc::cli {

/// Prints what becomes of the members of an ensemble, and writes it into the log.
class MemberLog {
 public:
  MemberLog(TrainLog& log, std::size_t members) : log_(log), members_(members) {}

  [[nodiscard]] EnsembleProgress progress();

 private:
  void print(std::size_t member, const TrainResult& result);

  TrainLog& log_;
  std::size_t members_;
};

/// The scores of a parser on the development data that it was trained with; empty if there was
/// none.
nlohmann::ordered_json dev_scores(const Parser& parser);
/// The same of votes, as a line of text; nothing if there was none.
std::string votes_text(const TrainArguments& arguments, const Parser& parser);

/// What was said of votes.
CombineOptions votes_of(const TrainArguments& arguments);

/// `panarc train --ensemble` and `--combine`, once the arguments are checked.
void run_ensemble(const TrainArguments& arguments);
void run_combination(const TrainArguments& arguments);

}  // namespace panarc::cli
