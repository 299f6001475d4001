#include "panarc/experiment.h"

#include <fmt/format.h>

#include <filesystem>
#include <string_view>
#include <system_error>

#include "draw/chart.h"
#include "experiment/report.h"
#include "io/output_file.h"
#include "panarc/error.h"

namespace panarc {

void write_report(const ExperimentResult& result, const std::string& folder) {
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  if (failure) throw Error(fmt::format("cannot make {}: {}", folder, failure.message()));
  const auto write = [&](const std::string& name, std::string_view text) {
    OutputFile file((std::filesystem::path(folder) / name).string());
    file.write(text);
    file.commit();
  };
  const Report report = make_report(result);
  // Write the charts first, so that a report never refers to missing ones.
  for (const PartReport& part : report.parts) {
    for (const ReportChart& chart : part.charts) write(chart.file, svg_file(chart.svg));
    if (part.difference_chart) {
      write(part.difference_chart->file, svg_file(part.difference_chart->svg));
    }
  }
  write("results.csv", results_csv(result));
  if (const std::string epochs = epochs_csv(result); !epochs.empty()) write("epochs.csv", epochs);
  write("report.md", markdown_of(report));
  write("report.html", html_of(report));
}

}  // namespace panarc
