#pragma once

#include <memory>
#include <optional>
#include <string_view>

#include "base/interface.h"
#include "oracle/costs.h"
#include "oracle/references.h"
#include "panarc/oracle.h"
#include "transition/system.h"

namespace panarc {

/// The transitions of one system and their costs, hiding its type. Keeps the tables of the oracle
/// between questions; do not share between threads.
class SystemService : public Interface {
 public:
  [[nodiscard]] virtual bool is_final(const Configuration& c) const = 0;
  /// The actions that are legal in a configuration.
  [[nodiscard]] virtual ActionSet legal(const Configuration& c) const = 0;
  /// The arc that a legal transition adds, if it adds one.
  [[nodiscard]] virtual std::optional<Arc> arc(const Configuration& c, Action action) const = 0;
  virtual void apply(Configuration& c, Transition transition) const = 0;

  /// The costs of the legal transitions, each with its best label.
  virtual Costs costs(const Configuration& c, const Gold& gold) = 0;
  /// The cost of a transition with its label, given the costs of its configuration.
  virtual int cost(const Configuration& c, const Gold& gold, Transition transition,
                   const Costs& costs) = 0;

  /// Begins a sentence with several references, which must outlive the questions about their costs.
  virtual void begin(const References& references) = 0;
  /// The cost of a transition with its label against these.
  virtual int cost_by_references(const Configuration& c, Transition transition) = 0;
};

/// The legal actions that add an arc: their transitions may have a label.
ActionSet adding(const SystemService& system, const Configuration& c);

/// For the named system.
std::unique_ptr<SystemService> make_system_service(std::string_view system);

/// Defined for each system in a separate translation unit, as is VerifierOf.
template <TransitionSystem S>
struct SystemServiceOf {
  static std::unique_ptr<SystemService> make();
};

template <TransitionSystem S>
struct VerifierOf {
  static VerifyReport run(const SystemRecord& system, const VerifyOptions& options);
};

}  // namespace panarc
