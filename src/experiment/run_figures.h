#pragma once

#include <string>
#include <utility>
#include <vector>

#include "panarc/experiment.h"

/// The output of the commands of a run, as figures.

namespace panarc {

/// From the lines of `train --log`: the numbers of each, `dev.LAS` for a score on DEV, and
/// `total_updates`, the number over all epochs so far.
std::vector<Figures> figures_of_epochs(const std::string& lines);

/// The numbers of a JSON object.
Figures figures_of_json(const std::string& json);

/// From `stats --json`, with the percentages in its table: `projective_percent`, `lazy_reduction`,
/// `minimal_reduction` (of swaps, compared with EAGER), `unique_percent`.
Figures figures_of_stats(const std::string& json);

/// From `schemes --json`: in `groups` one per rule; in `figures` how often each measure chose the
/// scheme that is parsed better, in percent of the rules.
void add_schemes(const std::string& json, RunResult& result);

/// The speed by CPU time that `parse --verbose` reports; 0 if it does not.
double words_per_second(const std::string& log);

/// Per sentence, how many words are right by a score of `eval`, and out of how many.
std::vector<std::pair<double, double>> score_sentences(const std::string& gold,
                                                       const std::string& parsed,
                                                       const std::string& score);

/// Scores of groups of words, as in `eval --by --where`, ordered by name.
std::vector<NamedFigures> score_groups(const std::string& gold, const std::string& parsed,
                                       const std::string& by, const std::string& where);

}  // namespace panarc
