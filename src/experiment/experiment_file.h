#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/settings.h"
#include "panarc/choices.h"
#include "panarc/error.h"
#include "panarc/experiment.h"

namespace panarc {

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

/// The contents of an experiment's file; see docs/commands.md.
struct ExperimentFile {
  std::string title;
  std::string description;
  std::vector<std::uint64_t> quick_seeds;
  std::vector<ExperimentPart> parts;
};

/// `name` is used as the file name in messages. Throws Error.
ExperimentFile parse_experiment(std::string_view text, const std::string& name);

}  // namespace panarc
