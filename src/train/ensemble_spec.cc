#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "io/text.h"
#include "panarc/error.h"
#include "panarc/train.h"
#include "train/train_option.h"

namespace panarc {
namespace {

/// The members of the usual ensemble, most useful first (docs/results.md).
constexpr std::array<std::string_view, 8> kUsualMembers{
    "arc-eager",
    "arc-hybrid+right-to-left",
    "swap",
    "arc-eager+right-to-left",
    "arc-hybrid",
    "swap+right-to-left",
    "arc-standard+right-to-left",
    "arc-eager+seed=2",
};

/// The members of the most accurate parser: networks first, since they take longest to train.
constexpr std::array<std::string_view, 7> kAccurateMembers{
    "recurrent", "recurrent+right-to-left", "arc-eager",  "arc-hybrid+right-to-left",
    "swap",      "arc-eager+right-to-left", "arc-hybrid",
};

[[noreturn]] void refuse(const std::string& reason) { throw OptionError("ensemble", reason); }

/// Sets an option by its value alone, or a flag by its name; false if there is none.
bool set_by_value(std::string_view text, TrainOptions& options) {
  for (const TrainOption& option : train_options()) {
    const OptionInfo info = option.info();
    const bool is_flag = info.type == OptionInfo::Type::kFlag && option.is_called(text);
    const bool is_value =
        option.is_known_by_value() && std::ranges::find(info.choices, text) != info.choices.end();
    if (!is_flag && !is_value) continue;
    option.set(is_flag ? "yes" : text, options);
    return true;
  }
  return false;
}

void set_by_name(std::string_view name, std::string_view value, TrainOptions& options) {
  try {
    train_option(name).set(value, options);
  } catch (const OptionError& error) {
    refuse(fmt::format("{}: {}", name, error.message()));
  }
}

TrainOptions member_options(std::string_view text, const TrainOptions& others) {
  TrainOptions options = others;
  for (const std::string_view part : split(text, '+')) {
    const std::size_t equals = part.find('=');
    if (equals != std::string_view::npos) {
      set_by_name(part.substr(0, equals), part.substr(equals + 1), options);
    } else if (!set_by_value(part, options)) {
      refuse(fmt::format(
          "found \"{}\", expected a system ({}), a direction ({}), a scorer ({}), "
          "fast, or an option with its value, as in seed=2",
          part, fmt::join(system_name_list(), ", "), kDirectionNames.list(), kScorerNames.list()));
    }
  }
  return options;
}

}  // namespace

std::vector<TrainOptions> ensemble_members(const std::string& text, const TrainOptions& others) {
  std::vector<std::string_view> members;
  if (is_digits(text)) {
    const auto count = parse_number(text);
    if (!count || *count < 1 || std::cmp_greater(*count, kUsualMembers.size())) {
      refuse(fmt::format("found {}, expected 1 to {}, or a list of members", text,
                         kUsualMembers.size()));
    }
    members.assign(kUsualMembers.begin(), kUsualMembers.begin() + *count);
  } else if (text == "accurate") {
    members.assign(kAccurateMembers.begin(), kAccurateMembers.end());
  } else {
    members = split(text, ',');
  }
  std::vector<TrainOptions> options;
  options.reserve(members.size());
  for (const std::string_view member : members) options.push_back(member_options(member, others));
  return options;
}

std::string member_name(const ModelInfo& info) {
  std::string name = info.system;
  if (info.direction != Direction::kLeftToRight) {
    name += fmt::format(", {}", kDirectionNames.of(info.direction));
  }
  if (!info.classifier.empty()) name += fmt::format(", {}", info.classifier);
  if (info.scorer != ScorerKind::kLinear) {
    name += fmt::format(", {}", kScorerNames.of(info.scorer));
  }
  return name;
}

}  // namespace panarc
