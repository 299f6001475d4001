#pragma once

#include <optional>
#include <string>
#include <vector>

#include "panarc/experiment.h"

namespace panarc {

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
  std::string note;  ///< what one needs to know to read it; may be empty
};

ReportTable make_table(const PartResult& part, const TableSpec& spec);

std::string markdown_of(const ReportTable& table);
/// A `table` element, without title and note.
std::string html_of(const ReportTable& table);

}  // namespace panarc
