#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/names.h"

namespace panarc {

/// A rate from 0 to 1 for each epoch of a training, starting with epoch 1; the last one stays in
/// effect. A single number is the rate of all epochs.
class EpochRates {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): a rate is that of all epochs
  EpochRates(double rate = 0) : rates_{rate} {}
  /// Throws Error if there are none.
  explicit EpochRates(std::vector<double> rates);
  /// Reads comma-separated rates, e.g. `0,0.3,0.9`. Throws Error.
  static EpochRates parse(std::string_view text);

  [[nodiscard]] double in(int epoch) const;
  [[nodiscard]] double largest() const;
  /// Whether there is more than one.
  [[nodiscard]] bool vary() const { return rates_.size() > 1; }
  [[nodiscard]] const std::vector<double>& values() const { return rates_; }

  friend bool operator==(const EpochRates&, const EpochRates&) = default;

 private:
  std::vector<double> rates_;
};

/// How training on one sentence proceeds, broken down as in PanParser (B.3).
///
/// A beam starts in a configuration and is extended until an error is flagged. Then a positive and
/// a negative derivation are chosen for the update. With restart, the next beam starts where one of
/// the two ends, until the sentence is done. Local training is the same with a beam of one.
struct Strategy {
  enum class Reference : std::uint8_t {
    kStatic,   ///< one derivation, independent of the model
    kDynamic,  ///< every derivation that adds no further error (Aufrant et al. 2017)
  };
  enum class Violation : std::uint8_t {
    kEarly,  ///< update where all correct derivations have fallen off the beam
    kMax,    ///< go on, and update where the negative exceeds the positive by most
    kFull,   ///< go on, and update at the end
  };
  enum class Positive : std::uint8_t { kBest, kRandom };  ///< among correct derivations
  enum class Negative : std::uint8_t { kTop, kRandom };   ///< among wrong hypotheses
  /// Where to go on after an error that is not explored.
  enum class Resume : std::uint8_t {
    kPositive,       ///< at the end of the positive derivation
    kRandomCorrect,  ///< after a random correct transition (Goldberg & Nivre 2012, CHOOSE_NEXT_AMB)
  };

  Reference reference = Reference::kDynamic;
  Violation violation = Violation::kEarly;
  Positive positive = Positive::kBest;
  Negative negative = Negative::kTop;
  Resume resume = Resume::kPositive;
  /// Search and update as if the beam had one hypothesis.
  bool greedy = false;
  bool restart = false;
  /// How often training goes on from the negative configuration after an error, 0 to 1 ...
  EpochRates explore = 0;
  /// ... and how many epochs to train before doing so.
  int explore_after = 0;
  /// A sentence is done after this many transitions; 0 is no limit.
  int time_limit = 0;
  /// After this many transitions of a beam, an error is flagged if the best hypothesis is wrong,
  /// and a new beam starts in any case; 0 is never.
  int reset_every = 0;

  friend bool operator==(const Strategy&, const Strategy&) = default;
};

inline constexpr auto kReferenceNames = names_of<Strategy::Reference>({
    {Strategy::Reference::kStatic, "static"},
    {Strategy::Reference::kDynamic, "dynamic"},
});
inline constexpr auto kViolationNames = names_of<Strategy::Violation>({
    {Strategy::Violation::kEarly, "early"},
    {Strategy::Violation::kMax, "max"},
    {Strategy::Violation::kFull, "full"},
});
inline constexpr auto kPositiveNames = names_of<Strategy::Positive>({
    {Strategy::Positive::kBest, "best"},
    {Strategy::Positive::kRandom, "random"},
});
inline constexpr auto kNegativeNames = names_of<Strategy::Negative>({
    {Strategy::Negative::kTop, "top"},
    {Strategy::Negative::kRandom, "random"},
});

/// A strategy by name: greedy, goldberg, greedyn, early, maxv, full, earlyND, maxvND,
/// earlyNDrestart, maxvNDrestart, earlyNDrestartSO, maxvNDrestartSO.
std::optional<Strategy> strategy_by_name(std::string_view name);
/// Their names, in that order.
std::vector<std::string> strategy_names();
/// The components of a strategy, in one line.
std::string describe(const Strategy& strategy);

}  // namespace panarc
