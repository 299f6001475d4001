#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "experiment/report.h"
#include "panarc/experiment.h"

namespace panarc::test {

inline RunResult run_of(const std::string& setting, const std::string& treebank, std::uint64_t seed,
                        double uas) {
  RunResult result;
  result.setting = setting;
  result.treebank = treebank;
  result.seed = seed;
  result.commands = {"panarc train " + treebank + " --seed " + std::to_string(seed)};
  result.figures = {{"UAS", uas}, {"model_bytes", 1e6 * (90 - uas)}};
  return result;
}

/// Two settings, two treebanks, two seeds. On X, b is better by 1 and 3; on Y, by 1 and -1.
inline PartResult small_part() {
  PartResult part;
  part.title = "Small";
  part.score = "UAS";
  part.settings = {"a", "b"};
  part.treebanks = {"X", "Y"};
  part.planned = 8;
  part.runs = {run_of("a", "X", 1, 80), run_of("a", "X", 2, 82), run_of("b", "X", 1, 81),
               run_of("b", "X", 2, 85), run_of("a", "Y", 1, 70), run_of("a", "Y", 2, 70),
               run_of("b", "Y", 1, 71), run_of("b", "Y", 2, 69)};
  part.tables = {{TableSpec::Kind::kTreebanks, "", {}, 0}};
  return part;
}

inline ExperimentResult experiment_of(PartResult part) {
  ExperimentResult result;
  result.title = "Test";
  result.version = "1.2.3";
  result.parts.push_back(std::move(part));
  return result;
}

/// The cells of a row as a reader sees them, with `best` behind the best.
inline std::vector<std::string> texts_of(const std::vector<ReportCell>& row) {
  std::vector<std::string> texts;
  texts.reserve(row.size());
  for (const ReportCell& cell : row) {
    texts.push_back(cell.text + (cell.deviation.empty() ? "" : " ± " + cell.deviation) +
                    (cell.best ? " best" : ""));
  }
  return texts;
}

}  // namespace panarc::test
