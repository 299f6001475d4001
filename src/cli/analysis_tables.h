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

/// `--markdown`, `--csv` and `--json`, of which one can be given.
void add_table_formats(Command& command, TableFormat& format, const std::string& about_json);

void print_table(const Table& table, TableFormat format);

/// How many systems an analysis compares with the gold standard: none, if it is of a treebank.
struct AnalysisView {
  std::size_t systems = 1;
  /// At most so many groups and confusions.
  std::size_t top = 0;
  /// The test of two systems as a whole; of groups it is always randomisation.
  SignificanceTest test = SignificanceTest::kRandomization;
};

/// How likely the difference of two systems as a whole is by chance, in one line.
std::string significance_text(const Analysis& analysis, const AnalysisView& view);

void print_analysis(const Analysis& analysis, const AnalysisView& view, TableFormat format);

}  // namespace panarc::cli
