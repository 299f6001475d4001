#pragma once

#include <string>
#include <vector>

#include "experiment/experiment_file.h"

/// Defaults for what a part is compared by and what it shows.

namespace panarc {

std::string default_score(PartCommand command);
std::vector<TableSpec> default_tables(const ExperimentPart& part);
std::vector<ChartSpec> default_charts(const ExperimentPart& part);

/// Fills in what a table or a chart leaves open: titles, figures, axes.
void complete(TableSpec& table, const ExperimentPart& part);
void complete(ChartSpec& chart, const ExperimentPart& part);

}  // namespace panarc
