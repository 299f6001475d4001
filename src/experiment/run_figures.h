#pragma once

#include <string>
#include <vector>

#include "experiment/run_folder.h"
#include "panarc/experiment.h"

/// What the commands of a run have printed, as figures.

namespace panarc {

/// The lines of `train --log`: the numbers of each, `dev.LAS` for a score on DEV, and
/// `total_updates`, those of all epochs so far.
std::vector<Figures> figures_of_epochs(const std::string& lines);

/// The numbers of a JSON object.
Figures figures_of_json(const std::string& json);

/// `stats --json`, with the shares that its table shows: `projective_percent`, `lazy_reduction`,
/// `minimal_reduction` (of swaps, compared with EAGER), `unique_percent`.
Figures figures_of_stats(const std::string& json);

/// `schemes --json`: in `groups` one per rule; in `figures` how often each measure picked the
/// scheme that is parsed better, in percent of the rules.
void add_schemes(const std::string& json, RunResult& result);

/// The speed by CPU time that `parse --verbose` reports; 0 if it does not.
double words_per_second(const std::string& log);

}  // namespace panarc
