#include "train/train_option.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>

namespace panarc {
namespace {

/// What can be trained, by the names that help gives it.
struct KindName {
  TrainedSet kinds;
  std::string_view name;
};

/// The first of several that fit is taken.
constexpr std::array kKindNames{
    KindName{kNetworkParsers, "networks"},
    KindName{kTaggers, "taggers"},
    KindName{Trained::kFast, "--fast"},
    KindName{Trained::kFeedForward, "feed-forward"},
    KindName{Trained::kRecurrent, "recurrent"},
    KindName{Trained::kLinearTagger, "linear taggers"},
    KindName{Trained::kNetworkTagger, "recurrent taggers"},
    KindName{Trained::kSegmenter, "segmenters"},
};

/// Why an option means nothing for what is trained, if there is nothing special to say.
std::string_view usual_reason(TrainedSet users, Trained trained) {
  switch (trained) {
    case Trained::kSegmenter:
      return users.overlaps(kTaggers) ? "not for segmenters"
                                      : "for parsers only, not for segmenters";
    case Trained::kLinearTagger:
    case Trained::kNetworkTagger:
      if (!users.overlaps(kTaggers)) return "for parsers only, not for taggers";
      return trained == Trained::kLinearTagger ? "for networks only; set scorer to recurrent"
                                               : "for linear taggers only, not for networks";
    case Trained::kFeedForward:
    case Trained::kRecurrent:
      return "for feature weights only, which a network does not have";
    default:
      return "for networks only; set scorer to one of them";
  }
}

std::string with_underscores(std::string_view name) {
  std::string text(name);
  std::replace(text.begin(), text.end(), '-', '_');
  return text;
}

}  // namespace

OptionInfo TrainOption::info() const {
  OptionInfo info = info_;
  info.standard = standard_of(Trained::kLinear);
  info.standards = standards_in_words_.empty() ? standards() : standards_in_words_;
  return info;
}

bool TrainOption::is_called(std::string_view name) const {
  const std::string wanted = with_underscores(name);
  if (wanted == info_.name) return true;
  return std::ranges::any_of(split(info_.arguments, ','), [&](std::string_view argument) {
    return argument.starts_with("--") && with_underscores(argument.substr(2)) == wanted;
  });
}

void TrainOption::check(const TrainOptions& options, Trained trained) const {
  if (!is_set(options)) return;
  check_range(options);
  check_user(trained);
}

/// A program may have set a number without a check.
void TrainOption::check_range(const TrainOptions& options) const {
  const nlohmann::json value = get_(options).value();
  const nlohmann::json values = value.is_array() ? value : nlohmann::json::array({value});
  for (const nlohmann::json& each : values) {
    if (!each.is_number()) continue;
    const auto number = each.get<double>();
    if (number >= info_.least && number <= info_.most) continue;  // so NaN is refused
    const std::string found = fmt::format("{}", number);
    throw OptionError(
        info_.name, info_.most < std::numeric_limits<float>::max()
                        ? fmt::format("found {}, expected {} to {}", found, info_.least, info_.most)
                        : fmt::format("found {}, expected {} or more", found, info_.least));
  }
}

void TrainOption::check_user(Trained trained) const {
  if (users_.contains(trained)) return;
  const auto special = std::ranges::find_if(
      reasons_, [&](const auto& reason) { return reason.first.contains(trained); });
  throw OptionError(info_.name, special != reasons_.end()
                                    ? special->second
                                    : std::string(usual_reason(users_, trained)));
}

void TrainOption::set(std::string_view text, TrainOptions& options) const {
  try {
    const std::vector<std::string>& choices = info_.choices;
    if (info_.type == OptionInfo::Type::kChoice &&
        std::find(choices.begin(), choices.end(), text) == choices.end() &&
        !(is_registered_ && is_registered_(text))) {
      throw Error(fmt::format("found {}, expected {}", in_quotes(text), fmt::join(choices, "|")));
    }
    set_(text, info_, options);
  } catch (const Error& error) {
    throw OptionError(info_.name, error.message());
  }
}

std::string_view TrainOption::standard_of(Trained of) const {
  if (!users_.contains(of)) return {};
  const auto last = std::find_if(standards_.rbegin(), standards_.rend(),
                                 [&](const auto& each) { return each.first.contains(of); });
  return last == standards_.rend() ? std::string_view() : std::string_view(last->second);
}

/// The default, and where it is another one.
std::string TrainOption::standards() const {
  const Trained usual = users_.contains(Trained::kLinear) ? Trained::kLinear : Trained::kRecurrent;
  std::string text(standard_of(usual));
  TrainedSet named = usual;
  for (const KindName& each : kKindNames) {
    if (named.overlaps(each.kinds)) continue;
    const std::vector<Trained> kinds = each.kinds.members();
    const std::string_view value = standard_of(kinds.front());
    const bool is_one =
        std::ranges::all_of(kinds, [&](Trained kind) { return standard_of(kind) == value; });
    if (!is_one || value.empty() || value == standard_of(usual)) continue;
    text += fmt::format("{}{} {}", text.empty() ? "" : "; ", each.name, value);
    named = named | each.kinds;
  }
  return text;
}

void TrainOption::apply_standard(Trained of, TrainingPlan& plan) const {
  const std::string_view value = standard_of(of);
  if (set_standard_ && !value.empty()) set_standard_(value, info_, plan);
}

nlohmann::json TrainOption::in_effect(const TrainingPlan& plan) const {
  const bool is_meant = users_.contains(plan.trained) && (!is_meant_ || is_meant_(plan));
  return in_effect_ && is_meant ? in_effect_(plan) : nlohmann::json();
}

bool TrainOption::is_reported(const TrainingPlan& plan) const {
  if (report_ == Report::kNever) return false;
  const nlohmann::json value = in_effect(plan);
  if (value.is_null() || report_ == Report::kAlways) return !value.is_null();
  return value != in_effect_(standard_plan(plan.trained));
}

}  // namespace panarc
