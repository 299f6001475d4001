#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Experiments (settings × treebanks × seeds), their results, and reports.

namespace panarc {

/// Numbers by name.
using Figures = std::map<std::string, double>;

struct NamedFigures {
  std::string name;
  Figures figures;
};

/// The result of one run of an experiment: one setting, on one treebank, with one seed.
struct RunResult {
  std::string setting;
  std::string treebank;
  std::uint64_t seed = 1;
  /// The commands that reproduce it.
  std::vector<std::string> commands;
  /// The scores on the test data as in `eval --json`, with `train_seconds` and `parse_seconds` (of
  /// CPU), `words_per_second` and `model_bytes`; or the numbers that other commands report.
  Figures figures;
  /// Figures by group of words, such as the quarter of the sentence, or by annotation scheme.
  std::vector<NamedFigures> groups;
  /// The training log, one element per epoch: `epoch`, `updates`, `cpu_seconds`, `dev.UAS`, ...
  std::vector<Figures> epochs;
  /// For each test sentence, how many words are right by the score of the part, and out of how
  /// many: for significance tests.
  std::vector<std::pair<double, double>> sentences;
};

/// A table of a report. Cells are means over seeds, and over treebanks where these are not shown.
struct TableSpec {
  enum class Kind : std::uint8_t {
    kTreebanks,  ///< rows are settings, columns treebanks and their average; one figure
    kFigures,    ///< rows are settings, or treebanks if there is one setting; columns are figures
    kGroups,     ///< rows are settings, columns groups; one figure
    kEpoch,      ///< like kFigures, for one epoch of the log, or the last if there are fewer
  };
  Kind kind = Kind::kTreebanks;
  std::string title;
  std::vector<std::string> figures;
  int epoch = 0;
};

/// A chart of a report.
struct ChartSpec {
  enum class Kind : std::uint8_t {
    kCurves,   ///< one figure of the log against another, such as `dev.UAS` against `epoch`
    kBars,     ///< a figure by setting, with its interval over seeds
    kScatter,  ///< one figure against another, a point per setting
  };
  Kind kind = Kind::kBars;
  std::string title;
  std::string x;
  std::string y;
  bool logarithmic = false;  ///< for the horizontal axis
};

/// Two settings whose difference is to be shown.
struct Comparison {
  std::string baseline;
  std::string setting;
  /// The difference in the same score that a paper reports, if any: a mean.
  std::optional<double> published;
};

struct PartResult {
  std::string title;
  std::string description;  ///< Markdown
  std::string score;        ///< the figure that settings are compared by
  std::vector<std::string> settings;
  std::vector<std::string> treebanks;
  std::vector<TableSpec> tables;
  std::vector<ChartSpec> charts;
  std::vector<Comparison> comparisons;
  std::vector<RunResult> runs;  ///< the finished ones
  std::size_t planned = 0;      ///< how many runs there will be in all
};

struct ExperimentResult {
  std::string title;
  std::string description;
  std::string version;  ///< of panarc
  std::vector<PartResult> parts;
};

}  // namespace panarc
