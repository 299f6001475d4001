#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/report_chart.h"
#include "experiment/report_table.h"
#include "panarc/experiment.h"

namespace panarc {

/// The content of a report for a part, before it becomes Markdown or HTML.
struct PartReport {
  const PartResult* part = nullptr;
  std::string title;
  std::string runs;  ///< how many are done, and which are missing
  std::vector<ReportTable> tables;
  std::vector<ReportChart> charts;
  // Comparisons: empty if there are none.
  std::optional<ReportChart> difference_chart;
  std::optional<ReportTable> differences;
  std::optional<ReportTable> differences_by_treebank;
  std::optional<ReportTable> all_differences;
};

struct Report {
  const ExperimentResult* result = nullptr;
  std::string title;
  std::vector<PartReport> parts;
  std::vector<std::string> methods;  ///< how the figures were computed, in sentences
};

/// The result must outlive it.
Report make_report(const ExperimentResult& result);

std::string markdown_of(const Report& report);
std::string html_of(const Report& report);

/// A line per run: its part, setting, treebank and seed, then all figures that any run has.
std::string results_csv(const ExperimentResult& result);
/// The figures of training logs as CSV, with a line per epoch; empty if there are none.
std::string epochs_csv(const ExperimentResult& result);

}  // namespace panarc
