#pragma once

#include <cstddef>
#include <cstdint>
#include <string>

#include "cli/app.h"
#include "cli/table.h"
#include "panarc/analysis.h"

namespace panarc::cli {

/// How tables are printed.
enum class TableFormat : std::uint8_t { kText, kMarkdown, kCsv, kJson };

/// Adds `--markdown`, `--csv` and `--json`, of which only one can be given.
void add_table_formats(Command& command, TableFormat& format, const std::string& about_json);

void print_table(const Table& table, TableFormat format);

/// How to show an analysis.
struct AnalysisView {
  /// How many systems are compared with the gold standard; 0 for the analysis of a treebank alone.
  std::size_t systems = 1;
  /// The most groups and confusions to show.
  std::size_t top = 0;
  /// The test of the overall difference between two systems; groups always use randomisation.
  SignificanceTest test = SignificanceTest::kRandomization;
};

/// Throws UsageError if attributes or conditions are invalid.
void check_criteria(const AnalysisOptions& options, const AnalysisView& view);

/// How likely the overall difference between two systems is by chance, in one line.
std::string significance_text(const Analysis& analysis, const AnalysisView& view);

void print_analysis(const Analysis& analysis, const AnalysisView& view, TableFormat format);

}  // namespace panarc::cli
