#pragma once

#include <span>
#include <string>
#include <vector>

namespace panarc {

/// Where values stand on an axis, and which of them are marked. The axis begins and ends at a mark,
/// and all values are between them.
class ChartScale {
 public:
  /// Along an axis texts stand side by side or above each other.
  enum class Direction { kHorizontal, kVertical };

  /// From `from` to `to`, in pixels; upward if `to` is the lesser one.
  ChartScale(std::span<const double> values, bool logarithmic, double from, double to,
             Direction direction);

  [[nodiscard]] double at(double value) const;
  [[nodiscard]] const std::vector<double>& ticks() const { return ticks_; }
  /// What stands at a mark; nothing at some of a logarithmic axis that has no room for all. All of
  /// a linear one have the same number of decimals.
  [[nodiscard]] std::string label(double tick) const;
  [[nodiscard]] bool is_logarithmic() const { return logarithmic_; }

 private:
  void mark_linear(double least, double most, int wanted);
  void mark_logarithmic(double least, double most);
  [[nodiscard]] bool labels_fit(Direction direction) const;

  bool logarithmic_;
  double from_;
  double to_;
  int decimals_ = 0;  // of a linear axis
  int labelled_ = 3;  // of a logarithmic one: how many marks of a power of ten have a label
  std::vector<double> ticks_;
};

/// Places that are as near to the wanted ones as they can be, at least `gap` apart and in the same
/// order, from `low` to `high` if all fit.
std::vector<double> spread_apart(std::span<const double> wanted, double gap, double low,
                                 double high);

/// A number with commas between thousands.
std::string grouped_number(double value, int decimals);

}  // namespace panarc
