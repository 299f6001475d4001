#pragma once

#include <span>
#include <string>
#include <vector>

#include "draw/chart.h"

namespace panarc {

/// The positions of values on an axis, and its tick marks. The axis begins and ends at a mark, with
/// all values between.
class ChartScale {
 public:
  /// Whether labels along the axis are side by side or above each other.
  enum class Direction { kHorizontal, kVertical };

  /// From `from` to `to`, in pixels; upward if `to` is smaller.
  ChartScale(std::span<const double> values, const ChartAxis& axis, double from, double to,
             Direction direction);

  [[nodiscard]] double at(double value) const;
  [[nodiscard]] const std::vector<double>& ticks() const { return ticks_; }
  /// The label of a mark; empty for some marks of a logarithmic axis without room for all. On a
  /// linear axis, all have the same number of decimals.
  [[nodiscard]] std::string label(double tick) const;
  [[nodiscard]] bool is_logarithmic() const { return logarithmic_; }

 private:
  void mark_linear(double least, double most, double least_step);
  void mark_logarithmic(double least, double most);
  [[nodiscard]] bool labels_fit(Direction direction) const;

  bool logarithmic_;
  double from_;
  double to_;
  int decimals_ = 0;  // of a linear axis
  int labelled_ = 3;  // for a logarithmic one: how many marks per power of ten have a label
  std::vector<double> ticks_;
};

/// Positions as near as possible to the wanted ones, at least `gap` apart and in the same order,
/// from `low` to `high` if all fit.
std::vector<double> spread_apart(std::span<const double> wanted, double gap, double low,
                                 double high);

/// A number with thousands separators.
std::string grouped_number(double value, int decimals);

}  // namespace panarc
