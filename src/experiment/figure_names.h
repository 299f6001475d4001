#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace panarc {

/// Which of two values is the better one.
enum class Better : std::uint8_t { kNeither, kMore, kLess };

/// In place of a number of decimals: as many as it takes.
inline constexpr int kSignificantDigits = -1;

/// What people call a figure, and how they write its values.
struct FigureName {
  std::string title;  ///< such as `UAS on the development data`
  std::string unit;   ///< such as `CPU seconds`; empty if the title says it
  int decimals = 2;
  double scale = 1;  ///< what a value is multiplied by to be in that unit
  Better better = Better::kNeither;
  /// In the log of a training: of the epoch alone, not of all until then.
  bool per_epoch = false;

  /// For a heading of a table.
  [[nodiscard]] std::string heading() const;
  /// For an axis: where the log counts epoch by epoch, charts add up.
  [[nodiscard]] std::string axis() const;
  [[nodiscard]] std::string text(double value) const;
  /// With its sign.
  [[nodiscard]] std::string difference_text(double value) const;
};

/// A figure by its key, such as `dev.UAS`. Keys that nobody knows are written as they are.
FigureName figure_name(std::string_view key);

}  // namespace panarc
