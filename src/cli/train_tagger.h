#pragma once

#include <map>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "cli/train_log.h"
#include "panarc/tagger.h"

namespace panarc::cli {

/// Prints the epochs of a tagger as they finish, under a header for each group of columns.
class TaggerLog {
 public:
  /// Without a table, epochs are only logged.
  explicit TaggerLog(TrainLog& log, bool has_table = true) : log_(log), has_table_(has_table) {}

  [[nodiscard]] TaggerProgress progress();

  /// The scores on DEV, by column.
  [[nodiscard]] nlohmann::ordered_json scores() const;
  /// The scores as a line of text; empty if there are none.
  [[nodiscard]] std::string summary() const;

 private:
  [[nodiscard]] std::string header() const;
  void print(const EpochReport& report);

  TrainLog& log_;
  bool has_table_;
  std::vector<Field> columns_;
  std::map<Field, double> scores_;
};

/// `panarc train --task tag`, once the arguments are checked.
void run_tagger_training(TrainArguments& arguments);

}  // namespace panarc::cli
