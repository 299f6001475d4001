#pragma once

#include <algorithm>
#include <optional>
#include <string>

#include "panarc/extend.h"
#include "panarc/options.h"

/// Early updates, towards the correct derivation that goes with the best hypothesis for longest.
class LongestPrefix : public panarc::UserStrategy {
 public:
  std::string describe() const override { return "early update, longest shared prefix"; }

  panarc::Strategy parts() const override {
    panarc::Strategy parts;
    parts.reference = panarc::Strategy::Reference::kDynamic;
    parts.restart = true;
    return parts;
  }

  std::optional<panarc::StrategyUpdate> choose(const panarc::StrategySearch& search,
                                               const panarc::Draw& draw) const override {
    auto update = UserStrategy::choose(search, draw);
    if (!update || !search.lost) return update;
    const auto shared = [&](const panarc::FoundDerivation& correct) {
      return search.shared(correct, update->negative.front());
    };
    update->positive = {*std::ranges::max_element(search.last().correct, {}, shared)};
    return update;
  }
};
