#include "experiment/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

#include "draw/chart_scale.h"
#include "panarc/evaluate.h"

namespace panarc {

namespace {

constexpr double kPerMegabyte = 1e-6;

/// The figures that are not shown by their keys.
const std::map<std::string_view, FigureName>& known_figures() {
  static const std::map<std::string_view, FigureName> known{
      {"epoch", {"epoch", "", 0, 1, Better::kNeither, Quantity::kCounted}},
      {"updates", {"updates", "", 0, 1, Better::kNeither, Quantity::kCountedPerEpoch}},
      {"total_updates", {"updates so far", "", 0, 1, Better::kNeither, Quantity::kCounted}},
      {"label_updates",
       {"updates of labels", "", 0, 1, Better::kNeither, Quantity::kCountedPerEpoch}},
      {"loss", {"loss per sentence", "", 4, 1, Better::kLess}},
      {"completed", {"sentences completed", "%", 1, 1, Better::kNeither}},
      {"used", {"share of derivations used", "%", 1, 1, Better::kNeither}},
      {"lowered", {"updates that make the parse worse", "%", 1, 1, Better::kLess}},
      {"divergence", {"divergence", "", 3, 1, Better::kLess}},
      {"choices", {"choices", "", 0, 1, Better::kNeither, Quantity::kCountedPerEpoch}},
      {"alternatives", {"alternatives", "", 0, 1, Better::kNeither, Quantity::kCountedPerEpoch}},
      {"features", {"features", "", 0, 1, Better::kNeither, Quantity::kCounted}},
      {"seconds", {"time", "seconds", 1, 1, Better::kLess}},
      {"cpu_seconds", {"CPU time of training", "seconds", 1, 1, Better::kLess}},
      {"train_seconds", {"CPU time of training", "seconds", 1, 1, Better::kLess}},
      {"parse_seconds", {"CPU time of parsing", "seconds", 2, 1, Better::kLess}},
      {"train_peak_bytes", {"memory for training", "MB", 0, kPerMegabyte, Better::kLess}},
      {"parse_peak_bytes", {"memory for parsing", "MB", 0, kPerMegabyte, Better::kLess}},
      {"epochs", {"epochs", "", 1, 1, Better::kNeither, Quantity::kCounted}},
      {"best_epoch", {"best epoch", "", 1, 1, Better::kNeither, Quantity::kCounted}},
      {"words_per_second", {"words per second", "", 0, 1, Better::kMore}},
      {"model_bytes", {"size of the model", "MB", 1, kPerMegabyte, Better::kLess}},
      {"UAS_no_punct", {"UAS without punctuation", "", 2, 1, Better::kMore}},
      {"LAS_no_punct", {"LAS without punctuation", "", 2, 1, Better::kMore}},
      {"LAS_full", {"LAS with subtypes", "", 2, 1, Better::kMore}},
      {"UFeats", {"UFeats", "", 2, 1, Better::kMore}},
      {"Lemmas", {"Lemmas", "", 2, 1, Better::kMore}},
      {"projective_percent", {"projective sentences", "%", 2, 1, Better::kNeither}},
      {"unique_percent", {"sentences with one derivation", "%", 2, 1, Better::kNeither}},
      {"lazy_reduction", {"fewer swaps with LAZY than with EAGER", "%", 2, 1, Better::kNeither}},
      {"minimal_reduction",
       {"fewer swaps with MINIMAL than with EAGER", "%", 2, 1, Better::kNeither}},
      {"references_right", {"right by training on both", "%", 1, 1, Better::kMore}},
      {"predictability_right", {"right by predictability", "%", 1, 1, Better::kMore}},
      {"perplexity_right", {"right by perplexity", "%", 1, 1, Better::kMore}},
      {"rules", {"rules", "", 1, 1, Better::kNeither, Quantity::kCounted}},
      {"UD_better", {"scheme of UD parsed better", "%", 1, 1, Better::kNeither}},
      {"UAS_changed", {"UAS of the changed scheme", "", 2, 1, Better::kMore}},
      {"difference", {"difference in UAS", "", 2, 1, Better::kNeither}},
      {"came_to", {"places that came to the rule", "%", 1, 1, Better::kNeither}},
      {"words", {"words", "", 0, 1, Better::kNeither, Quantity::kCounted}},
      {"sentences", {"sentences", "", 0, 1, Better::kNeither, Quantity::kCounted}},
      {"words_without_gold_head",
       {"words without gold head", "", 0, 1, Better::kNeither, Quantity::kCounted}},
      {"words_without_system_head",
       {"words without head", "", 0, 1, Better::kLess, Quantity::kCounted}},
  };
  return known;
}

bool is_score(std::string_view key) {
  const auto metrics = all_metrics();
  return std::ranges::any_of(metrics, [&](Metric metric) { return metric_name(metric) == key; });
}

/// Prefixes of keys, which tell the kind of a score, or its data.
struct KeyPrefix {
  std::string_view prefix;
  std::string_view before;
  std::string_view after;
};

constexpr auto kKeyPrefixes = std::to_array<KeyPrefix>({
    {"dev.", "", " on the development data"},
    {"f1.", "F1 of ", ""},
    {"precision.", "precision of ", ""},
    {"recall.", "recall of ", ""},
});

std::string with_spaces(std::string_view key) {
  std::string text(key);
  std::ranges::replace(text, '_', ' ');
  return text;
}

Measured measured_of(const std::vector<double>& values) {
  return {spread_of(values), values.size()};
}

}  // namespace

FigureName figure_name(std::string_view key) {
  const auto found = known_figures().find(key);
  if (found != known_figures().end()) return found->second;
  if (is_score(key)) return {with_spaces(key), "", 2, 1, Better::kMore};
  for (const KeyPrefix& known : kKeyPrefixes) {
    if (!key.starts_with(known.prefix)) continue;
    FigureName name = figure_name(key.substr(known.prefix.size()));
    name.title = fmt::format("{}{}{}", known.before, name.title, known.after);
    return name;
  }
  return {with_spaces(key), "", kSignificantDigits, 1, Better::kNeither};
}

std::string FigureName::heading() const {
  return unit.empty() ? title : fmt::format("{} ({})", title, unit);
}

ChartAxis FigureName::axis(bool logarithmic) const {
  const bool adds_up = quantity == Quantity::kCountedPerEpoch;
  return {adds_up ? fmt::format("{}, added up", heading()) : heading(), logarithmic,
          quantity != Quantity::kMeasured};
}

std::string FigureName::text(double value) const {
  if (decimals == kSignificantDigits) return fmt::format("{:.4g}", value * scale);
  return grouped_number(value * scale, decimals);
}

std::string FigureName::difference_text(double value) const {
  const std::string number = text(value);
  // A value rounded to 0 has no sign.
  const bool positive = number.find_first_of("123456789") != std::string::npos && value > 0;
  return positive ? "+" + number : number;
}

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
