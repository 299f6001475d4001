#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "io/text.h"
#include "panarc/ensemble.h"
#include "panarc/error.h"
#include "transition/system_record.h"

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

template <class Number>
std::optional<Number> number_in(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

/// Sets an option by a value that identifies it, so that its name need not be given.
bool set_by_value(std::string_view text, TrainOptions& options) {
  const std::vector<std::string> systems = system_name_list();
  if (std::find(systems.begin(), systems.end(), text) != systems.end()) {
    options.system = std::string(text);
    return true;
  }
  if (const auto direction = kDirectionNames.parse(text)) {
    options.direction = *direction;
    return true;
  }
  if (const auto scorer = kScorerNames.parse(text)) {
    options.scorer = *scorer;
    return true;
  }
  if (text != "fast") return false;
  options.fast = true;
  return true;
}

template <class Names, class Value>
void set_choice(std::string_view key, std::string_view value, const Names& names,
                std::optional<Value>& option) {
  option = names.parse(value);
  if (!option)
    refuse(fmt::format("found \"{}\", expected {} to be one of {}", value, key, names.list()));
}

template <class Number>
void set_number(std::string_view key, std::string_view value, std::optional<Number>& option) {
  option = number_in<Number>(value);
  if (!option) refuse(fmt::format("found \"{}\", expected {} to be a whole number", value, key));
}

void set_by_name(std::string_view key, std::string_view value, TrainOptions& options) {
  if (key == "system") {
    options.system = std::string(value);
  } else if (key == "direction") {
    set_choice(key, value, kDirectionNames, options.direction);
  } else if (key == "scorer") {
    set_choice(key, value, kScorerNames, options.scorer);
  } else if (key == "labels") {
    set_choice(key, value, kLabelModeNames, options.labels);
  } else if (key == "learner") {
    set_choice(key, value, kLossNames, options.loss);
  } else if (key == "features") {
    options.features = std::string(value);
  } else if (key == "strategy") {
    options.strategy = std::string(value);
  } else if (key == "beam") {
    set_number(key, value, options.beam);
  } else if (key == "epochs") {
    set_number(key, value, options.epochs);
  } else if (key == "batch-words") {
    set_number(key, value, options.batch_words);
  } else if (key == "seed") {
    set_number(key, value, options.seed);
  } else {
    refuse(
        fmt::format("found \"{}\", expected system, direction, scorer, labels, learner, "
                    "features, strategy, beam, batch-words, epochs or seed",
                    key));
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
  if (const auto count = number_in<std::size_t>(text)) {
    if (*count < 1 || *count > kUsualMembers.size()) {
      refuse(fmt::format("found {}, expected 1 to {}, or a list of members", *count,
                         kUsualMembers.size()));
    }
    members.assign(kUsualMembers.begin(), kUsualMembers.begin() + static_cast<int>(*count));
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
  if (info.scorer != ScorerKind::kLinear) {
    name += fmt::format(", {}", kScorerNames.of(info.scorer));
  }
  return name;
}

}  // namespace panarc
