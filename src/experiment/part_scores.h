#pragma once

#include <string>
#include <utility>
#include <vector>

#include "panarc/experiment.h"

/// What a part of an experiment asks of parses.

namespace panarc {

/// Per sentence, how many words are right by a score of `eval`, and of how many.
std::vector<std::pair<double, double>> score_sentences(const std::string& gold,
                                                       const std::string& parsed,
                                                       const std::string& score);

/// Scores of groups of words, as `eval --by --where` has them, in the order of their names.
std::vector<NamedFigures> score_groups(const std::string& gold, const std::string& parsed,
                                       const std::string& by, const std::string& where);

}  // namespace panarc
