#pragma once

#include <optional>

#include "oracle/oracle.h"
#include "oracle/static_oracle.h"
#include "oracle/swap_oracle.h"
#include "search/transition_classes.h"
#include "train/example.h"
#include "train/strategy.h"

namespace panarc {

struct GuideOptions {
  Strategy::Reference reference = Strategy::Reference::kDynamic;
  CostMethod cost = CostMethod::kExact;
  /// For the system `swap`: one of Björkelund & Nivre's oracles instead of exact costs.
  std::optional<SwapOracle> swap_oracle;
};

/// Tells which transitions are correct in a configuration; one a thread.
template <TransitionSystem S>
class Guide {
 public:
  Guide(const GuideOptions& options, const TransitionClasses& classes)
      : options_(options), classes_(classes), oracle_(options.cost) {
    oracle_.set_search_limit(kTrainingSearchLimit);
  }

  void begin(Example& example, const SystemOptions& system) {
    example_ = &example;
    if (uses_swap_oracle()) {
      if (!example.swap_guide) {
        example.swap_guide = std::make_unique<SwapGuide>(heads_of(example.gold),
                                                         *options_.swap_oracle);
      }
    } else if (options_.reference == Strategy::Reference::kStatic && example.reference.empty()) {
      example.reference = static_derivation<S>(oracle_, example.gold, system);
    }
  }

  /// The correct actions, in a configuration that `depth` correct transitions or, if the oracle is
  /// dynamic, any transitions have led to.
  ActionSet correct(const Configuration& c, std::size_t depth) {
    if (uses_swap_oracle()) return example_->swap_guide->permissible(c);
    if (options_.reference == Strategy::Reference::kStatic) return {example_->reference[depth]};
    return oracle_.costs(c, example_->gold).optimal();
  }

  /// The only correct label of an arc, if there is one.
  [[nodiscard]] std::optional<Label> only_label(const Configuration& c, Arc arc) const {
    const Gold& gold = example_->gold;
    const Label label = gold.label(arc.dependent);
    const LabelRange allowed = classes_.labels().range(arc.head == kRoot);
    if (label == kNoLabel || !allowed.contains(label)) return std::nullopt;
    // The static oracle has an answer to everything; the dynamic one asks for a label only where
    // another would be an error.
    if (options_.reference == Strategy::Reference::kStatic) return label;
    if (gold.value(arc, c.options().root) == 0) return std::nullopt;
    return label;
  }

 private:
  static constexpr bool kIsSwap = std::is_same_v<S, Swap>;

  [[nodiscard]] bool uses_swap_oracle() const {
    return kIsSwap && options_.swap_oracle.has_value();
  }

  static Heads heads_of(const Gold& gold) {
    Heads heads(static_cast<std::size_t>(gold.words()) + 1, kNoHead);
    for (Node word = 1; word <= gold.words(); ++word) {
      heads[static_cast<std::size_t>(word)] = gold.head(word);
    }
    return heads;
  }

  GuideOptions options_;
  const TransitionClasses& classes_;
  Oracle<S> oracle_;
  Example* example_ = nullptr;
};

}  // namespace panarc
