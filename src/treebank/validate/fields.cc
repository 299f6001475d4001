#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "io/text.h"
#include "io/utf8.h"
#include "treebank/universal.h"
#include "treebank/validate/checks.h"
#include "treebank/validate/white_space.h"

namespace panarc::validation {
namespace {

void check_empty(Test test, const Row& row, Field field, std::string_view of, Reporter& reporter) {
  if (row[field] == "_") return;
  reporter.report(test, row, field, "{} of {} is {}: expected _", field_name(field), of,
                  in_quotes(row[field]));
}

void check_multiword(const Row& row, Reporter& reporter) {
  for (auto i = static_cast<std::size_t>(Field::kLemma); i < static_cast<std::size_t>(Field::kMisc);
       ++i) {
    const auto field = static_cast<Field>(i);
    // A typo concerns the whole token.
    if (field == Field::kFeats && row[field] == "Typo=Yes") continue;
    check_empty("mwt-nonempty-field", row, field, "a multiword token", reporter);
  }
}

void check_relation(const Row& row, Reporter& reporter) {
  const std::string_view relation = row[Field::kDeprel];
  if (!is_basic_relation(relation)) {
    reporter.report("invalid-deprel", row, Field::kDeprel,
                    "DEPREL {}: expected a relation in small Latin letters, perhaps with a subtype "
                    "after a colon",
                    in_quotes(relation));
  } else if (!is_universal_relation(base_relation(relation))) {
    reporter.report("unknown-udeprel", row, Field::kDeprel,
                    "DEPREL {} is not one of the 37 universal relations, with or without a subtype",
                    in_quotes(relation));
  }
}

/// `Key=Value`, or only a key.
struct Attribute {
  explicit Attribute(std::string_view attribute) : text(attribute) {
    const std::size_t equals = text.find('=');
    key = text.substr(0, equals);
    has_value = equals != std::string_view::npos;
    if (has_value) value = text.substr(equals + 1);
  }

  std::string_view text;
  std::string_view key;
  std::string_view value;
  bool has_value = false;
};

/// The attributes of MISC that UD defines. They occur once.
constexpr std::array<std::string_view, 8> kMiscKeys{"SpaceAfter", "Lang", "Translit", "LTranslit",
                                                    "Gloss",      "LId",  "LDeriv",   "Ref"};

/// A key for comparisons that ignore case. A long s counts as s, and the dotted capital I of
/// Turkish, which its keyboards give for a capital i, as i.
std::string folded(std::string_view key) {
  std::string result(key);
  for (const auto& [letter, plain] :
       {std::pair<std::string_view, char>{"\u017F", 's'}, {"\u0130", 'i'}}) {
    for (std::size_t at = 0; (at = result.find(letter, at)) != std::string::npos; ++at) {
      result.replace(at, letter.size(), 1, plain);
    }
  }
  return lower_case(result);
}

void check_attribute(const Row& row, const Attribute& attribute, Reporter& reporter) {
  const auto report = [&](Test test, std::string_view text, std::string_view what) {
    reporter.report(test, row, Field::kMisc, "MISC {}: {}", in_quotes(text), what);
  };
  if (attribute.key.empty() && attribute.has_value) {
    report("empty-misc-key", attribute.text, "expected a name before the equals sign");
  } else if (attribute.key.empty()) {
    report("empty-misc", row[Field::kMisc], "nothing between two vertical bars, or at an end");
  }
  for (const std::string_view part : {attribute.key, attribute.value}) {
    if (without_margins(part) == part) continue;
    report("misc-extra-space", attribute.text, "white space around a name or value");
    break;
  }
}

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
  for (const std::string_view value : Parts(text.substr(equals + 1), ',')) {
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

void check_fields(const Row& row, Reporter& reporter) {
  if (row.kind == RowKind::kMultiword) {
    check_multiword(row, reporter);
    return;
  }
  const bool empty_node = row.kind == RowKind::kEmptyNode;
  if (empty_node) {
    for (const Field field : {Field::kHead, Field::kDeprel}) {
      check_empty("empty-node-nonempty-field", row, field, "an empty node", reporter);
    }
  } else {
    check_relation(row, reporter);
  }
  const std::string_view tag = row[Field::kUpos];
  if (!is_universal_tag(tag) && !(empty_node && tag == "_")) {
    reporter.report("unknown-upos", row, Field::kUpos,
                    "UPOS {} is not one of the 17 universal tags", in_quotes(tag));
  }
  if (row[Field::kXpos].empty()) {
    reporter.report("empty-string-in-xpos", row, Field::kXpos,
                    "XPOS is empty: expected _ if there is none");
  }
}

void check_misc(const Row& row, Reporter& reporter) {
  const std::string_view misc = row[Field::kMisc];
  if (misc == "_") return;
  std::array<int, kMiscKeys.size()> counts{};
  for (const std::string_view text : Parts(misc, '|')) {
    const Attribute attribute(text);
    check_attribute(row, attribute, reporter);
    if (const auto* const known = std::ranges::find(kMiscKeys, attribute.key);
        known != kMiscKeys.end()) {
      ++counts[static_cast<std::size_t>(known - kMiscKeys.begin())];
      continue;
    }
    const std::string key = folded(without_margins(attribute.key));
    const auto* const meant =
        std::ranges::find(kMiscKeys, key, [](std::string_view known) { return lower_case(known); });
    if (meant == kMiscKeys.end()) continue;
    reporter.report("misc-attr-typo", row, Field::kMisc, "MISC {}: {} is probably meant",
                    in_quotes(text), *meant);
  }
  for (std::size_t i = 0; i < kMiscKeys.size(); ++i) {
    if (counts[i] < 2) continue;
    reporter.report("repeated-misc", row, Field::kMisc,
                    "MISC {}: {} occurs {} times, expected once", in_quotes(misc), kMiscKeys[i],
                    counts[i]);
  }
}

bool check_features(const Row& row, Reporter& reporter) {
  if (row[Field::kFeats] == "_") return true;
  reporter.see_features();
  return FeatureChecker(row, reporter).check();
}

}  // namespace panarc::validation
