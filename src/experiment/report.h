#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "draw/chart.h"
#include "experiment/figures.h"
#include "panarc/experiment.h"

/// The content of a report, before it becomes Markdown or HTML.

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

struct ReportCell {
  std::string text;
  std::string deviation;        ///< what follows `±`; may be empty
  std::optional<double> value;  ///< sort key, if it is a number
  bool best = false;
};

/// A table of a report, with formatted numbers. The first column is text.
struct ReportTable {
  std::string title;
  std::vector<std::string> header;
  std::vector<std::vector<ReportCell>> rows;
  std::string note;     ///< what one needs to know to read it; may be empty
  bool folded = false;  ///< shown only on request
};

ReportTable make_table(const PartResult& part, const TableSpec& spec);

/// The differences of all comparisons of a part: on average; by treebank, if there are several; and
/// in detail.
std::vector<ReportTable> difference_tables(const PartResult& part,
                                           const std::vector<SettingDifference>& differences);

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

/// One figure of the training logs against another, by setting. Every point is the mean over
/// treebanks of the means over seeds, at the same x: so a curve begins where the last of its runs
/// has a value, and ends where the first of them ends, as with early stopping. If x is not the
/// epoch, runs are interpolated between epochs. Settings whose runs have no x in common have an
/// empty curve; those without logs have none. Treebanks without logs for all these settings are
/// left out.
std::vector<Curve> learning_curves(const PartResult& part, const ChartSpec& spec);

/// Differences with p below this are marked as significant.
inline constexpr double kMarkedBelow = 0.05;

/// `baseline → setting`, for rows.
std::string comparison_name(const Comparison& comparison);

struct PartReport {
  const PartResult* part = nullptr;
  std::string title;
  std::string runs;  ///< how many are done, and which are missing
  std::vector<std::variant<ReportTable, ReportChart>> items;
};

struct Report {
  const ExperimentResult* result = nullptr;
  std::string title;
  std::vector<PartReport> parts;
  std::vector<std::string> methods;  ///< how the figures were computed, in sentences
};

/// The result must outlive it.
Report make_report(const ExperimentResult& result);

std::string markdown_of(const ReportTable& table);
std::string markdown_of(const Report& report);

/// A `table` element, without title and note.
std::string html_of(const ReportTable& table);
std::string html_of(const Report& report);

/// A line per run: its part, setting, treebank and seed, then all figures that any run has.
std::string results_csv(const ExperimentResult& result);

/// The figures of training logs as CSV, with a line per epoch; empty if there are none.
std::string epochs_csv(const ExperimentResult& result);

}  // namespace panarc
