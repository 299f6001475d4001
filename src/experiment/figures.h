#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "draw/chart.h"
#include "panarc/analysis.h"
#include "panarc/experiment.h"

/// Figures in reports: their names, and their means over runs.

namespace panarc {

/// Which of two values is better.
enum class Better : std::uint8_t { kNeither, kMore, kLess };

/// What a figure is. Counts are whole numbers, though their means need not be.
enum class Quantity : std::uint8_t {
  kMeasured,
  kCounted,
  kCountedPerEpoch,  ///< in a training log: for the epoch alone, not for all so far
};

/// What stands instead of a number of decimals if there are as many as needed.
inline constexpr int kSignificantDigits = -1;

/// The name of a figure for people, and how its values are written.
struct FigureName {
  std::string title;  ///< such as `UAS on the development data`
  std::string unit;   ///< such as `CPU seconds`; empty if the title says it
  int decimals = 2;
  double scale = 1;  ///< factor for converting a value to that unit
  Better better = Better::kNeither;
  Quantity quantity = Quantity::kMeasured;

  /// The name of the figure in the heading of a table.
  [[nodiscard]] std::string heading() const;
  /// Charts add up what the log counts epoch by epoch, and say so.
  [[nodiscard]] ChartAxis axis(bool logarithmic = false) const;
  [[nodiscard]] std::string text(double value) const;
  /// A difference of two values as text, with its sign.
  [[nodiscard]] std::string difference_text(double value) const;
};

/// A figure by its key, such as `dev.UAS`. Unknown keys are shown as they are.
FigureName figure_name(std::string_view key);

/// A mean over seeds. Its deviation and margin are 0 for a single seed.
struct Measured {
  Spread spread;
  std::size_t seeds = 0;
};

/// The values of one figure in the runs of a part.
class FigureValues {
 public:
  /// The value for a run, if any.
  using Of = std::function<std::optional<double>(const RunResult&)>;

  FigureValues(const PartResult& part, const Of& of);

  /// The mean over the runs of a setting; nothing if it has none.
  [[nodiscard]] std::optional<Measured> of(const std::string& setting,
                                           const std::string& treebank) const;

  /// The mean over treebanks of the means over seeds. Deviation and margin are those of the mean
  /// over treebanks, over the seeds that all of them have. Nothing if the setting has no runs, or
  /// no treebank is averaged over.
  [[nodiscard]] std::optional<Measured> average(const std::string& setting) const;

  /// The treebanks that averages are over, so that they are comparable: those that all settings
  /// have runs on. Settings without any run do not count.
  [[nodiscard]] const std::vector<std::string>& averaged() const { return averaged_; }

  /// The values by seed.
  [[nodiscard]] const std::map<std::uint64_t, double>& seeds(const std::string& setting,
                                                             const std::string& treebank) const;

 private:
  std::map<std::pair<std::string, std::string>, std::map<std::uint64_t, double>> values_;
  std::vector<std::string> averaged_;
};

/// The average over several treebanks of values by seed; none may be empty.
Measured average_over(const std::vector<std::map<std::uint64_t, double>>& treebanks);

/// A figure by its key; nothing if a run does not have it, or it is not a number.
std::optional<double> find_figure(const Figures& figures, const std::string& key);

}  // namespace panarc
