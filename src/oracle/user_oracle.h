#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "base/hash.h"
#include "base/interruption.h"
#include "oracle/costs.h"
#include "oracle/gold.h"
#include "oracle/oracle.h"
#include "panarc/choices.h"
#include "transition/user_system.h"

namespace panarc {

/// The best completions of configurations of short sentences, found by following all derivations.
/// What was found is remembered for every annotation; do not share it between threads.
class UserCompletion {
 public:
  static constexpr int kMostWords = 8;

  void set_interruption(const Interruption& interruption) { interruption_ = &interruption; }
  /// The value of the best tree that can still be reached. Nothing if the sentence is too long, or
  /// if there are too many derivations.
  std::optional<int> value(const Configuration& c, const Gold& gold);
  void forget();
  [[nodiscard]] std::uint64_t work() const { return work_; }

 private:
  using Key = std::vector<int>;
  /// The values of configurations; nothing for those that are being looked at.
  using Values = std::unordered_map<Key, std::optional<int>, NumbersHash>;
  struct Known {
    Values values;
    bool too_many = false;
    /// Values are being found; if it is still set afterwards, that was interrupted.
    bool unfinished = false;
  };

  static constexpr std::size_t kMostVisits = std::size_t{1} << 15U;
  static constexpr std::size_t kMostRemembered = std::size_t{1} << 18U;

  /// The value of the words that are not done.
  std::optional<int> rest(const Configuration& c, const Gold& gold, Values& known);
  static Key key_of(const Configuration& c);

  const Interruption* interruption_ = &kNeverOver;
  std::unordered_map<std::uint64_t, Known> by_gold_;
  std::size_t remembered_ = 0;
  std::size_t visits_ = 0;
  std::uint64_t work_ = 0;
};

/// The costs of users' systems: their own where they apply, otherwise exact ones in short sentences
/// and those of a static oracle in longer ones (PanParser, A.1). See UserSystem.
template <>
class Oracle<UserDefined> {
 public:
  explicit Oracle(CostMethod /*method*/ = CostMethod::kExact) {}

  void set_interruption(const Interruption& interruption) {
    interruption_ = &interruption;
    completion_.set_interruption(interruption);
  }
  void set_search_limit(int /*nodes*/) {}
  void set_search_budget(int /*nodes*/) {}
  [[nodiscard]] std::uint64_t work() const { return completion_.work() + work_; }

  Costs costs(const Configuration& c, const Gold& gold);
  ActionSet optimal(const Configuration& c, const Gold& gold, bool /*remember*/ = true) {
    return costs(c, gold).optimal();
  }
  ActionSet useful(const Configuration& c, const Gold& gold, bool /*remember*/ = true) {
    return costs(c, gold).optimal();
  }
  int cost(const Configuration& c, const Gold& gold, Transition transition) {
    return cost(c, gold, transition, costs(c, gold));
  }
  int cost(const Configuration& c, const Gold& gold, Transition transition, const Costs& costs);

  int loss(const Configuration& c, const Gold& gold) {
    return best_value(gold, c.options()) - value(c, gold);
  }
  int best_value(const Gold& gold, const SystemOptions& options) {
    return value(Configuration(gold.words(), options), gold);
  }
  int best_completion(const Configuration& c, const Gold& gold);

  /// Throws Error if nothing is known of how these constraints can be met.
  static void check_constraints(const Gold& constraints, const SystemOptions& options);
  bool can_meet_all(const Gold& gold, const SystemOptions& options) {
    check_constraints(gold, options);
    return best_value(gold, options) >= gold.value_if_met();
  }
  static constexpr bool kBuildsAnyTree = false;
  ActionSet meeting_all(const Configuration& c, const Gold& gold, ActionSet actions);
  static constexpr bool kMeetsFast = false;
  static bool finds_all_at_once(const Configuration& /*c*/, const Gold& /*gold*/) { return true; }
  void forget() { completion_.forget(); }

 private:
  /// What a derivation does next in the configurations that it passes, by their hashes.
  using Path = std::unordered_map<std::uint64_t, Action>;
  struct Hypothesis;

  /// The value of the best tree that can still be reached, as far as it is known.
  int value(const Configuration& c, const Gold& gold);
  std::optional<Costs> by_completion(const Configuration& c, const Gold& gold);
  const Path& path_of(const Gold& gold, const SystemOptions& options);
  std::vector<Action> derivation_of(const Gold& gold, const SystemOptions& options);

  const Interruption* interruption_ = &kNeverOver;
  UserCompletion completion_;
  /// By annotation and options.
  std::unordered_map<std::uint64_t, Path> paths_;
  std::uint64_t work_ = 0;
};

}  // namespace panarc
