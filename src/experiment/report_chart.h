#pragma once

#include <string>
#include <vector>

#include "experiment/report_table.h"
#include "experiment/setting_difference.h"
#include "panarc/experiment.h"

namespace panarc {

/// A chart of a report, and the figures behind it.
struct ReportChart {
  std::string title;
  std::string file;  ///< its name
  std::string svg;   ///< the element, without colours
  std::string note;  ///< what one needs to know to read it; may be empty
  ReportTable figures;
};

ReportChart make_chart(const PartResult& part, const ChartSpec& spec);

/// The average differences of all comparisons. The figures are in the table of differences.
ReportChart make_difference_chart(const PartResult& part,
                                  const std::vector<SettingDifference>& differences);

/// Differences with p below this are marked as significant.
inline constexpr double kMarkedBelow = 0.05;

/// `baseline → setting`, for rows.
std::string comparison_name(const Comparison& comparison);

}  // namespace panarc
