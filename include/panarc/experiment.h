#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

/// Experiments: settings × treebanks × seeds, what they came to, and reports of it.

namespace panarc {

/// Numbers by name.
using Figures = std::map<std::string, double>;

struct NamedFigures {
  std::string name;
  Figures figures;
};

/// What a run of an experiment came to: one setting, on one treebank, with one seed.
struct RunResult {
  std::string setting;
  std::string treebank;
  std::uint64_t seed = 1;
  /// What makes it again.
  std::vector<std::string> commands;
  /// The scores on the test data, as `eval --json` has them, and `train_seconds` and
  /// `parse_seconds` (of CPU), `words_per_second`, `model_bytes`; of other commands, their numbers.
  Figures figures;
  /// Figures by group of words, such as the quarter of the sentence, or by annotation scheme.
  std::vector<NamedFigures> groups;
  /// The log of the training, one line per epoch: `epoch`, `updates`, `cpu_seconds`, `dev.UAS`, ...
  std::vector<Figures> epochs;
  /// Per sentence of the test data, how many words are right by the score of the part, and of how
  /// many: for tests of significance.
  std::vector<std::pair<double, double>> sentences;
};

/// A table of a report. Cells are means over seeds, and where treebanks are not shown, over them.
struct TableSpec {
  enum class Kind : std::uint8_t {
    kTreebanks,  ///< rows are settings, columns treebanks and their average; one figure
    kFigures,    ///< rows are settings, or treebanks if there is one setting; columns are figures
    kGroups,     ///< rows are settings, columns groups; one figure
    kEpoch,      ///< as kFigures, of one epoch of the log, or the last where there are fewer
  };
  Kind kind = Kind::kTreebanks;
  std::string title;
  std::vector<std::string> figures;
  int epoch = 0;
};

/// A drawing of a report.
struct ChartSpec {
  enum class Kind : std::uint8_t {
    kCurves,   ///< a figure of the log against another, such as `dev.UAS` against `epoch`
    kBars,     ///< a figure by setting, with its interval over seeds
    kScatter,  ///< one figure against another, a point per setting
  };
  Kind kind = Kind::kBars;
  std::string title;
  std::string x;
  std::string y;
  bool logarithmic = false;  ///< the horizontal axis
};

/// Two settings whose difference is to be shown.
struct Comparison {
  std::string baseline;
  std::string setting;
  /// What a paper found, if anything: a mean difference in the same score.
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
  std::vector<RunResult> runs;  ///< those that are done
  std::size_t planned = 0;      ///< how many there are to be
};

struct ExperimentResult {
  std::string title;
  std::string description;
  std::string version;  ///< of panarc
  std::vector<PartResult> parts;
};

}  // namespace panarc
