#pragma once

#include <string>

#include "panarc/experiment.h"

namespace panarc {

/// Writes the results of an experiment to a folder, creating it if needed: `report.md`,
/// `report.html`, `results.csv` with a line per run, `epochs.csv` with a line per epoch if there
/// are training logs, and the charts `*.svg`. Each file appears whole or not at all. Some or all
/// runs may be missing; titles of tables and charts may be empty. Throws Error if a file cannot be
/// written.
void write_report(const ExperimentResult& result, const std::string& folder);

}  // namespace panarc
