#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "base/toml.h"
#include "panarc/choices.h"
#include "panarc/error.h"
#include "panarc/experiment.h"

/// The file of an experiment, as described in docs/commands.md.

namespace panarc {

/// An option of a command, by its long name without dashes.
struct ExperimentOption {
  std::string name;
  /// No values if the option is a flag.
  std::vector<std::string> values;
  /// False for a flag set to false: the option is left out.
  bool given = true;
  Place place;
};

using ExperimentOptions = std::vector<ExperimentOption>;

/// A combination of options, to be compared with others.
struct Setting {
  std::string name;
  ExperimentOptions options;
  Place place;
};

/// Options in a TOML table: `beam = 8`, `fast = true`, `references = ["a", "b"]`.
ExperimentOptions read_options(const TomlValue& table);

/// The options of both; `over` takes precedence.
ExperimentOptions with_options(ExperimentOptions options, const ExperimentOptions& over);

/// The settings of a part: those under `settings`, each with every combination of the values under
/// `sweep`; one named "default" if there are neither. `options` applies to all of them. Missing
/// tables are null.
std::vector<Setting> expand_settings(const TomlValue& part, const TomlValue* options,
                                     const TomlValue* sweep, const TomlValue* settings);

/// Options as words of a command line: `--beam 8 --fast`.
std::vector<std::string> words_of(const ExperimentOptions& options);

/// What a run of a part does.
enum class PartCommand : std::uint8_t {
  kTrain,    ///< trains, parses the test data, and scores the result
  kSchemes,  ///< compares annotation schemes
  kStats,    ///< counts
};

inline constexpr auto kPartCommandNames = names_of<PartCommand>({
    {PartCommand::kTrain, "train"},
    {PartCommand::kSchemes, "schemes"},
    {PartCommand::kStats, "stats"},
});

/// A part of an experiment: settings to compare with each other.
struct ExperimentPart {
  Place place;
  std::string title;
  std::string description;
  PartCommand command = PartCommand::kTrain;
  std::string score;
  /// The attribute that words are grouped by, and which words; none and all if empty.
  std::string by;
  std::string where;
  std::vector<std::string> treebanks;
  std::vector<std::uint64_t> seeds;
  std::vector<Setting> settings;
  /// Options of `convert` for making the test data; none: use them unchanged.
  ExperimentOptions test;
  /// What differs in a quick run.
  ExperimentOptions quick;
  std::vector<TableSpec> tables;
  std::vector<ChartSpec> charts;
  std::vector<Comparison> comparisons;
};

/// The contents of an experiment's file.
struct ExperimentFile {
  std::string title;
  std::string description;
  std::vector<std::uint64_t> quick_seeds;
  std::vector<ExperimentPart> parts;
};

/// `name` is used as the file name in messages. Throws Error.
ExperimentFile parse_experiment(std::string_view text, const std::string& name);

std::string default_score(PartCommand command);
std::vector<TableSpec> default_tables(const ExperimentPart& part);
std::vector<ChartSpec> default_charts(const ExperimentPart& part);

/// Fills in what a table or a chart leaves open: titles, figures, axes.
void complete(TableSpec& table, const ExperimentPart& part);
void complete(ChartSpec& chart, const ExperimentPart& part);

}  // namespace panarc
