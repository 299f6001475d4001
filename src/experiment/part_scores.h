#pragma once

#include <string>
#include <utility>
#include <vector>

#include "panarc/experiment.h"

/// The scores of parses that a part of an experiment needs.

namespace panarc {

/// Per sentence, how many words are right by a score of `eval`, and out of how many.
std::vector<std::pair<double, double>> score_sentences(const std::string& gold,
                                                       const std::string& parsed,
                                                       const std::string& score);

/// Scores of groups of words, as in `eval --by --where`, ordered by name.
std::vector<NamedFigures> score_groups(const std::string& gold, const std::string& parsed,
                                       const std::string& by, const std::string& where);

}  // namespace panarc
