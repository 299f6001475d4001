#pragma once

#include <string>

#include "panarc/experiment.h"

namespace panarc {

/// Writes what an experiment came to into a folder, which is made if there is none: `report.md`,
/// `report.html`, `results.csv` with a line per run, `epochs.csv` with a line per epoch if there
/// are logs of trainings, and the charts `*.svg`. Each file appears whole or not at all. Runs may
/// be missing, even all of them; titles of tables and charts may be empty. Throws Error if a file
/// cannot be written.
void write_report(const ExperimentResult& result, const std::string& folder);

}  // namespace panarc
