#include "train/user_strategy.h"

#include <algorithm>
#include <utility>

#include "extend/registry.h"
#include "panarc/error.h"
#include "panarc/options.h"

namespace panarc {
namespace {

Registry<UserStrategy>& registry() {
  static Registry<UserStrategy> all("strategy", "register_strategy");
  return all;
}

}  // namespace

void register_strategy(const std::string& name, std::shared_ptr<const UserStrategy> strategy) {
  if (is_built_in_strategy(name)) {
    throw Error("'" + name + "' is a strategy of the library; choose another name");
  }
  registry().add(name, std::move(strategy));
}

std::shared_ptr<const UserStrategy> user_strategy(std::string_view name) {
  return registry().get(name);
}

std::vector<std::string> user_strategy_names() { return registry().names(); }

std::size_t StrategySearch::shared(FoundDerivation a, FoundDerivation b) const {
  while (a.number != b.number) {
    FoundDerivation& longer = a.steps > b.steps ? a : b;
    longer = derivations[longer.before];
  }
  return a.steps;
}

Strategy UserStrategy::parts() const { return {}; }

double UserStrategy::explore(int epoch, int /*epochs*/) const {
  const Strategy strategy = parts();
  return epoch > strategy.explore_after ? strategy.explore.in(epoch) : 0;
}

bool UserStrategy::is_over(const StrategySearch& search) const { return search.lost.has_value(); }

std::optional<StrategyUpdate> UserStrategy::choose(const StrategySearch& search,
                                                   const Draw& /*draw*/) const {
  const FoundDerivation& top = search.last().beam.front();
  if (top.correct) return std::nullopt;
  const auto in_beam = std::ranges::find_if(search.last().beam, &FoundDerivation::correct);
  const bool is_lost = in_beam == search.last().beam.end();
  return StrategyUpdate{{is_lost ? search.last().correct.front() : *in_beam}, {top}};
}

std::optional<FoundDerivation> UserStrategy::next(const StrategySearch& search,
                                                  const StrategyUpdate* update, bool explores,
                                                  const Draw& /*draw*/) const {
  if (update == nullptr) return search.last().beam.front();
  if (!search.parts->restart) return std::nullopt;
  return explores ? update->negative.front() : update->positive.front();
}

}  // namespace panarc
