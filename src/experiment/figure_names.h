#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "draw/chart.h"

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

}  // namespace panarc
