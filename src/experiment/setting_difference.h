#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/figure_values.h"
#include "panarc/experiment.h"

namespace panarc {

/// By how much a setting is above another, over the seeds that both have.
struct ScoreDifference {
  std::string treebank;  ///< empty for the average over treebanks
  double baseline = 0;   ///< the mean of either
  double setting = 0;
  Measured difference;            ///< paired by seed
  std::optional<double> p_value;  ///< nothing if there are no sentences to test with
};

struct SettingDifference {
  Comparison comparison;
  std::vector<ScoreDifference> treebanks;  ///< those that both have runs on
  std::optional<ScoreDifference> average;
  std::size_t in_favour = 0;  ///< treebanks on which the setting is the better one
};

/// Tests are by approximate randomisation. A sentence is as likely to be better with either setting
/// if these are equally good; what all seeds make of it is one observation, since their errors have
/// the sentence in common. For the average, treebanks have the same weight whatever their size.
SettingDifference compare_settings(const PartResult& part, const Comparison& comparison);

}  // namespace panarc
