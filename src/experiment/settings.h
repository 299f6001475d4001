#pragma once

#include <string>
#include <vector>

#include "base/toml.h"
#include "panarc/error.h"

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

}  // namespace panarc
