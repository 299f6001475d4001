#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "io/text.h"
#include "io/utf8.h"
#include "treebank/validate/checks.h"

namespace panarc::validation {

namespace {

bool is_upper(char c) { return c >= 'A' && c <= 'Z'; }
bool is_lower(char c) { return c >= 'a' && c <= 'z'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_lower_or_digit(char c) { return is_lower(c) || is_digit(c); }
bool is_letter_or_digit(char c) { return is_upper(c) || is_lower_or_digit(c); }

// `Number`, `Number[psor]`.
bool is_name(std::string_view text) {
  const std::size_t bracket = text.find('[');
  const std::string_view name = text.substr(0, bracket);
  if (name.empty() || !is_upper(name.front()) || !std::ranges::all_of(name, is_letter_or_digit)) {
    return false;
  }
  if (bracket == std::string_view::npos) return true;
  const std::string_view layer = text.substr(bracket + 1);
  return layer.size() > 1 && layer.ends_with(']') &&
         std::ranges::all_of(layer.substr(0, layer.size() - 1), is_lower_or_digit);
}

// `Acc`, `1`.
bool is_value(std::string_view text) {
  return !text.empty() && (is_upper(text.front()) || is_digit(text.front())) &&
         std::ranges::all_of(text, is_letter_or_digit);
}

struct Feature {
  std::string_view name;
  std::string_view values;
};

std::optional<Feature> parse_feature(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos || !is_name(text.substr(0, equals))) return std::nullopt;
  Parts values(text.substr(equals + 1), ',');
  for (std::string_view value; values.next(value);) {
    if (!is_value(value)) return std::nullopt;
  }
  return Feature{text.substr(0, equals), text.substr(equals + 1)};
}

bool comes_before(std::string_view a, std::string_view b) { return lower_case(a) < lower_case(b); }

// The first item that should be further ahead, whatever the case of letters.
std::optional<std::string_view> out_of_order(const std::vector<std::string_view>& items) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    if (comes_before(items[i], items[i - 1])) return items[i];
  }
  return std::nullopt;
}

std::optional<std::string_view> repeated(std::vector<std::string_view> items) {
  std::ranges::sort(items);
  const auto found = std::ranges::adjacent_find(items);
  return found == items.end() ? std::nullopt : std::optional(*found);
}

class FeatureChecker {
 public:
  FeatureChecker(const Row& row, Reporter& reporter)
      : row_(row), feats_(row[Field::kFeats]), reporter_(reporter) {}

  bool check() {
    const std::vector<std::string_view> features = split(feats_, '|');
    if (const auto late = out_of_order(features)) {
      report("unsorted-features", fmt::format("{} is out of alphabetical order", in_quotes(*late)));
    }
    bool good = true;
    std::vector<std::string_view> names;
    for (const std::string_view text : features) {
      const std::optional<Feature> feature = parse_feature(text);
      names.push_back(feature ? feature->name : text);
      if (feature) {
        check_values(*feature);
        continue;
      }
      report("invalid-feature",
             fmt::format("expected Name=Value, of Latin letters and digits, found {}",
                         in_quotes(text)));
      good = false;
    }
    if (const auto name = repeated(names)) {
      report("repeated-feature", fmt::format("{} occurs twice", in_quotes(*name)));
    }
    return good;
  }

 private:
  void report(Test test, std::string_view what) {
    reporter_.report(test, row_, Field::kFeats, "FEATS {}: {}", in_quotes(feats_), what);
  }

  void check_values(const Feature& feature) {
    if (feature.values.find(',') == std::string_view::npos) return;
    const std::vector<std::string_view> values = split(feature.values, ',');
    if (const auto value = repeated(values)) {
      report("repeated-feature-value",
             fmt::format("{} has {} twice", feature.name, in_quotes(*value)));
    }
    if (const auto value = out_of_order(values)) {
      report("unsorted-feature-values",
             fmt::format("{} of {} is out of alphabetical order", in_quotes(*value), feature.name));
    }
  }

  const Row& row_;
  std::string_view feats_;
  Reporter& reporter_;
};

}  // namespace

bool check_features(const Row& row, Reporter& reporter) {
  if (row[Field::kFeats] == "_") return true;
  reporter.see_features();
  return FeatureChecker(row, reporter).check();
}

}  // namespace panarc::validation
