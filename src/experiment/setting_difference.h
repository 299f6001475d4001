#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "experiment/figure_values.h"
#include "panarc/experiment.h"

namespace panarc {

/// By how much a setting is better than another, over the seeds that both have.
struct ScoreDifference {
  std::string treebank;  ///< empty for the average over treebanks
  double baseline = 0;   ///< the mean of each
  double setting = 0;
  Measured difference;            ///< paired by seed
  std::optional<double> p_value;  ///< nothing without sentences to test
};

struct SettingDifference {
  Comparison comparison;
  std::vector<ScoreDifference> treebanks;  ///< those with runs of both
  std::optional<ScoreDifference> average;
  std::size_t in_favour = 0;  ///< treebanks on which the setting is better
};

/// Tests use approximate randomisation: if two settings are equally good, a sentence is as likely
/// to be better with either. All seeds of a sentence form one observation, since their errors
/// depend on it. In the average, treebanks have equal weight, whatever their size.
SettingDifference compare_settings(const PartResult& part, const Comparison& comparison);

}  // namespace panarc
