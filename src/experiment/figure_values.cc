#include "experiment/figure_values.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace panarc {

namespace {

Measured measured_of(const std::vector<double>& values) {
  return {spread_of(values), values.size()};
}

}  // namespace

FigureValues::FigureValues(const PartResult& part, const Of& of) {
  std::set<std::string> settings;
  for (const RunResult& run : part.runs) {
    const auto value = of(run);
    if (!value || !std::isfinite(*value)) continue;
    values_[{run.setting, run.treebank}][run.seed] = *value;
    settings.insert(run.setting);
  }
  for (const std::string& treebank : part.treebanks) {
    const bool all = std::ranges::all_of(settings, [&](const std::string& setting) {
      return values_.contains({setting, treebank});
    });
    if (all) averaged_.push_back(treebank);
  }
}

const std::map<std::uint64_t, double>& FigureValues::seeds(const std::string& setting,
                                                           const std::string& treebank) const {
  static const std::map<std::uint64_t, double> none;
  const auto found = values_.find({setting, treebank});
  return found == values_.end() ? none : found->second;
}

std::optional<Measured> FigureValues::of(const std::string& setting,
                                         const std::string& treebank) const {
  std::vector<double> values;
  for (const auto& [seed, value] : seeds(setting, treebank)) values.push_back(value);
  if (values.empty()) return std::nullopt;
  return measured_of(values);
}

std::optional<Measured> FigureValues::average(const std::string& setting) const {
  std::vector<std::map<std::uint64_t, double>> treebanks;
  for (const std::string& treebank : averaged_) treebanks.push_back(seeds(setting, treebank));
  if (treebanks.empty() || treebanks.front().empty()) return std::nullopt;
  return average_over(treebanks);
}

Measured average_over(const std::vector<std::map<std::uint64_t, double>>& treebanks) {
  const auto count = static_cast<double>(treebanks.size());
  std::map<std::uint64_t, std::pair<double, std::size_t>> by_seed;  // sums and how many
  double mean = 0;
  for (const auto& values : treebanks) {
    double sum = 0;
    for (const auto& [seed, value] : values) {
      sum += value;
      by_seed[seed].first += value;
      ++by_seed[seed].second;
    }
    mean += sum / static_cast<double>(values.size()) / count;
  }
  std::vector<double> complete;
  for (const auto& [seed, sum] : by_seed) {
    if (sum.second == treebanks.size()) complete.push_back(sum.first / count);
  }
  Measured measured = measured_of(complete);
  measured.spread.mean = mean;
  return measured;
}

std::optional<double> find_figure(const Figures& figures, const std::string& key) {
  const auto found = figures.find(key);
  if (found == figures.end() || !std::isfinite(found->second)) return std::nullopt;
  return found->second;
}

}  // namespace panarc
