#include "panarc/options.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "train/user_strategy.h"

namespace panarc {
namespace {

using Reference = Strategy::Reference;
using Violation = Strategy::Violation;

Strategy local(Reference reference) {
  return {.reference = reference, .greedy = true, .restart = true};
}

/// Goldberg & Nivre (2012), section 5: from the third iteration on, 90% of errors are explored.
Strategy goldberg() {
  Strategy strategy = local(Reference::kDynamic);
  strategy.resume = Strategy::Resume::kRandomCorrect;
  strategy.explore = 0.9;
  strategy.explore_after = 2;
  return strategy;
}

Strategy greedy_dynamic() {
  Strategy strategy = local(Reference::kDynamic);
  strategy.explore = 1;
  return strategy;
}

Strategy global(Reference reference, Violation violation, bool restart = false,
                double explore = 0) {
  return {.reference = reference, .violation = violation, .restart = restart, .explore = explore};
}

const auto& strategies() {
  static const std::array<std::pair<std::string_view, Strategy>, 12> all{{
      {"greedy", local(Reference::kStatic)},
      {"goldberg", goldberg()},
      {"greedyn", greedy_dynamic()},
      {"early", global(Reference::kStatic, Violation::kEarly)},
      {"maxv", global(Reference::kStatic, Violation::kMax)},
      {"full", global(Reference::kStatic, Violation::kFull)},
      {"earlyND", global(Reference::kDynamic, Violation::kEarly)},
      {"maxvND", global(Reference::kDynamic, Violation::kMax)},
      {"earlyNDrestart", global(Reference::kDynamic, Violation::kEarly, true)},
      {"maxvNDrestart", global(Reference::kDynamic, Violation::kMax, true)},
      {"earlyNDrestartSO", global(Reference::kDynamic, Violation::kEarly, true, 1)},
      {"maxvNDrestartSO", global(Reference::kDynamic, Violation::kMax, true, 1)},
  }};
  return all;
}

std::string describe(const EpochRates& rates) {
  constexpr double kPercent = 100;
  std::string text;
  for (std::size_t i = 0; i + 1 < rates.values().size(); ++i) {
    text += fmt::format("{:g}%, ", kPercent * rates.values()[i]);
  }
  return fmt::format("{}{}{:g}%", text, rates.vary() ? "then " : "",
                     kPercent * rates.values().back());
}

}  // namespace

bool is_built_in_strategy(std::string_view name) {
  return std::ranges::any_of(strategies(), [&](const auto& each) { return each.first == name; });
}

std::optional<Strategy> strategy_by_name(std::string_view name) {
  for (const auto& [known, strategy] : strategies()) {
    if (known == name) return strategy;
  }
  if (std::ranges::count(user_strategy_names(), name) == 0) return std::nullopt;
  Strategy strategy = user_strategy(name)->parts();
  strategy.user = name;
  return strategy;
}

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  for (const auto& entry : strategies()) names.emplace_back(entry.first);
  for (std::string& name : user_strategy_names()) names.push_back(std::move(name));
  return names;
}

std::string describe(const Strategy& strategy) {
  if (!strategy.user.empty()) return user_strategy(strategy.user)->describe();
  std::string text = strategy.greedy ? "local" : "beam";
  text += strategy.reference == Reference::kStatic ? ", static oracle" : ", dynamic oracle";
  if (!strategy.greedy) {
    text += strategy.violation == Violation::kEarly ? ", early update"
            : strategy.violation == Violation::kMax ? ", update at the largest violation"
                                                    : ", full update";
  }
  if (strategy.positive == Strategy::Positive::kRandom) text += ", random positive";
  if (strategy.negative == Strategy::Negative::kRandom) text += ", random negative";
  text += strategy.restart ? ", restart" : ", one update per sentence";
  if (strategy.resume == Strategy::Resume::kRandomCorrect) text += " after a random transition";
  if (strategy.explore.largest() > 0) {
    text += ", exploration " + describe(strategy.explore);
    if (strategy.explore_after > 0) text += fmt::format(" after {} epochs", strategy.explore_after);
  }
  if (strategy.time_limit > 0) text += fmt::format(", {} transitions", strategy.time_limit);
  if (strategy.reset_every > 0) text += fmt::format(", reset every {}", strategy.reset_every);
  return text;
}

}  // namespace panarc
