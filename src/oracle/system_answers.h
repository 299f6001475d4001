#pragma once

#include <memory>
#include <optional>

#include "oracle/oracle.h"
#include "oracle/reference_oracle.h"
#include "oracle/system_service.h"

namespace panarc {

template <TransitionSystem S>
class SystemAnswers final : public SystemService {
 public:
  [[nodiscard]] bool is_final(const Configuration& c) const override { return S::is_final(c); }
  [[nodiscard]] ActionSet legal(const Configuration& c) const override {
    return legal_actions<S>(c);
  }
  [[nodiscard]] std::optional<Arc> arc(const Configuration& c, Action action) const override {
    return added_arc<S>(c, action);
  }
  void apply(Configuration& c, Transition transition) const override {
    panarc::apply<S>(c, transition);
  }

  Costs costs(const Configuration& c, const Gold& gold) override { return oracle_.costs(c, gold); }
  int cost(const Configuration& c, const Gold& gold, Transition transition,
           const Costs& costs) override {
    return oracle_.cost(c, gold, transition, costs);
  }

  void begin(const References& references) override { references_.begin(references); }
  int cost_by_references(const Configuration& c, Transition transition) override {
    return references_.cost(c, transition);
  }

 private:
  Oracle<S> oracle_;
  ReferenceOracle<S> references_{oracle_};
};

template <TransitionSystem S>
std::unique_ptr<SystemService> SystemServiceOf<S>::make() {
  return std::make_unique<SystemAnswers<S>>();
}

}  // namespace panarc
