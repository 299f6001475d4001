#pragma once

#include <string>
#include <vector>

#include "base/toml.h"
#include "panarc/error.h"

namespace panarc {

/// An option of a command, by its long name without dashes.
struct ExperimentOption {
  std::string name;
  /// None if it is a flag.
  std::vector<std::string> values;
  /// False for a flag that is false: the option is left out.
  bool given = true;
  Place place;
};

using ExperimentOptions = std::vector<ExperimentOption>;

/// One choice of options that others are compared with.
struct Setting {
  std::string name;
  ExperimentOptions options;
  Place place;
};

/// Options of a TOML table: `beam = 8`, `fast = true`, `references = ["a", "b"]`.
ExperimentOptions read_options(const TomlValue& table);

/// The options of both; where both have one, that of `over`.
ExperimentOptions with_options(ExperimentOptions options, const ExperimentOptions& over);

/// The settings of a part: those under `settings`, each with every combination of the values under
/// `sweep`; one by the name "default" if it has neither. `options` holds for all of them. Tables
/// that are not there are null.
std::vector<Setting> expand_settings(const TomlValue& part, const TomlValue* options,
                                     const TomlValue* sweep, const TomlValue* settings);

/// As words of a command line: `--beam 8 --fast`.
std::vector<std::string> words_of(const ExperimentOptions& options);

}  // namespace panarc
