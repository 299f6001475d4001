#include "draw/chart_scale.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>

#include "draw/chart_svg.h"
#include "draw/display_width.h"

namespace panarc {

namespace {

// Sums of fractions may differ in the last digit.
constexpr double kRounding = 1e-9;

/// The smallest of 1, 2 and 5 times a power of ten that is not below a value.
double round_step(double least) {
  const double power = std::pow(10.0, std::floor(std::log10(least)));
  for (const double mantissa : {1.0, 2.0, 5.0}) {
    if (mantissa * power >= least * (1 - kRounding)) return mantissa * power;
  }
  return 10 * power;
}

/// Makes room if all values are the same.
void widen(double& least, double& most, bool logarithmic) {
  if (logarithmic) {
    if (most > least * (1 + kRounding)) return;
    least /= 2;
    most *= 2;
    return;
  }
  if (most - least > kRounding * std::max(std::abs(least), std::abs(most))) return;
  const double room = least == 0 ? 1 : round_step(std::abs(least) / 100);
  least -= room;
  most += room;
}

}  // namespace

ChartScale::ChartScale(std::span<const double> values, const ChartAxis& axis, double from,
                       double to, Direction direction)
    : logarithmic_(axis.logarithmic), from_(from), to_(to) {
  constexpr int kMostTicks = 8;
  constexpr int kLeastTicks = 2;
  double least = values.empty() ? 0 : *std::ranges::min_element(values);
  double most = values.empty() ? 1 : *std::ranges::max_element(values);
  if (least <= 0) logarithmic_ = false;
  widen(least, most, logarithmic_);
  if (logarithmic_) {
    mark_logarithmic(least, most);
    while (labelled_ > 1 && !labels_fit(direction)) --labelled_;
    return;
  }
  for (int wanted = kMostTicks; wanted >= kLeastTicks; --wanted) {
    mark_linear(least, most, std::max((most - least) / wanted, axis.whole ? 1.0 : 0.0));
    if (labels_fit(direction)) return;
  }
}

void ChartScale::mark_linear(double least, double most, double least_step) {
  const double step = round_step(least_step);
  const double first = std::floor(least / step + kRounding);
  const double last = std::max(std::ceil(most / step - kRounding), first + 1);
  decimals_ = std::max(0, static_cast<int>(-std::floor(std::log10(step) + kRounding)));
  ticks_.clear();
  const auto steps = static_cast<int>(last - first);
  for (int i = 0; i <= steps; ++i) ticks_.push_back((first + i) * step);
}

/// Marks at 1, 2 and 5 times powers of ten, or at some of the powers if there are many.
void ChartScale::mark_logarithmic(double least, double most) {
  constexpr int kMostDecades = 6;
  const auto first = static_cast<int>(std::floor(std::log10(least) + kRounding));
  const auto last = static_cast<int>(std::ceil(std::log10(most) - kRounding));
  const int step = std::max(1, (last - first + kMostDecades - 1) / kMostDecades);
  std::vector<double> marks;
  for (int power = first; power < last + step; power += step) {
    for (const double mantissa : {1.0, 2.0, 5.0}) {
      if (mantissa == 1 || step == 1) marks.push_back(mantissa * std::pow(10.0, power));
    }
  }
  const auto begin = std::upper_bound(marks.begin(), marks.end(), least * (1 + kRounding)) - 1;
  const auto end = std::lower_bound(marks.begin(), marks.end(), most * (1 - kRounding)) + 1;
  ticks_.assign(begin, end);
}

bool ChartScale::labels_fit(Direction direction) const {
  constexpr double kGap = 10;
  constexpr double kLine = 1.6 * kChartText;
  std::optional<double> end;  // of the label before
  for (const double tick : ticks_) {
    const std::string text = label(tick);
    if (text.empty()) continue;
    const double size =
        direction == Direction::kVertical ? kLine : kGap + estimated_width(text, kChartText);
    const double middle = std::abs(at(tick) - from_);
    if (end && middle - size / 2 < *end) return false;
    end = middle + size / 2;
  }
  return true;
}

double ChartScale::at(double value) const {
  const auto place = [this](double v) { return logarithmic_ ? std::log(v) : v; };
  const double first = place(ticks_.front());
  return from_ + (to_ - from_) * (place(value) - first) / (place(ticks_.back()) - first);
}

std::string ChartScale::label(double tick) const {
  if (!logarithmic_) return grouped_number(tick, decimals_);
  const double power = std::floor(std::log10(tick) + kRounding);
  const double mantissa = std::round(tick / std::pow(10.0, power));
  // With two labels, those of 1 and 5 are farther apart than those of 1 and 2.
  if ((mantissa == 2 && labelled_ < 3) || (mantissa == 5 && labelled_ < 2)) return {};
  return grouped_number(tick, std::max(0, static_cast<int>(-power)));
}

std::vector<double> spread_apart(std::span<const double> wanted, double gap, double low,
                                 double high) {
  std::vector<std::size_t> order(wanted.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return wanted[i]; });
  // Blocks of touching neighbours are centred on the mean of their positions; blocks that would
  // overlap are merged (as in isotonic regression).
  struct Block {
    std::size_t size;
    double middle;
  };
  const auto half = [gap](const Block& block) {
    return gap * static_cast<double>(block.size - 1) / 2;
  };
  std::vector<Block> blocks;
  for (const std::size_t i : order) {
    blocks.push_back({1, wanted[i]});
    while (true) {
      Block& last = blocks.back();
      last.middle = std::max(std::min(last.middle, high - half(last)), low + half(last));
      if (blocks.size() < 2) break;
      const Block before = blocks[blocks.size() - 2];
      if (last.middle - half(last) >= before.middle + half(before) + gap - kRounding) break;
      const auto sizes = static_cast<double>(before.size + last.size);
      const double middle = (before.middle * static_cast<double>(before.size) +
                             last.middle * static_cast<double>(last.size)) /
                            sizes;
      const Block joined{before.size + last.size, middle};
      blocks.pop_back();
      blocks.back() = joined;
    }
  }
  std::vector<double> places(wanted.size());
  std::size_t next = 0;
  for (const Block& block : blocks) {
    for (std::size_t i = 0; i < block.size; ++i) {
      places[order[next++]] = block.middle - half(block) + gap * static_cast<double>(i);
    }
  }
  return places;
}

std::string grouped_number(double value, int decimals) {
  constexpr std::size_t kGroup = 3;
  const std::string text = fmt::format("{:.{}f}", std::abs(value), decimals);
  const bool is_zero = text.find_first_not_of("0.") == std::string::npos;
  std::string grouped = value < 0 && !is_zero ? "-" : "";
  const std::size_t whole = std::min(text.find('.'), text.size());
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (i > 0 && i < whole && (whole - i) % kGroup == 0) grouped += ',';
    grouped += text[i];
  }
  return grouped;
}

}  // namespace panarc
