#pragma once

#include <optional>

#include "base/hash.h"
#include "oracle/oracle.h"
#include "oracle/static_oracle.h"
#include "oracle/swap_oracle.h"
#include "task/transition_classes.h"
#include "train/example.h"
#include "train/strategy.h"
#include "treebank/projectivity.h"

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
    on_path_ = true;
    if (kIsSwap && options_.swap_oracle) {
      const Heads heads = heads_of(example.gold);
      // They know the way to full trees only.
      on_path_ = is_complete(heads) && (!system.single_root || count_roots(heads) == 1);
      if (on_path_ && !example.swap_guide) {
        example.swap_guide = std::make_unique<SwapGuide>(heads, *options_.swap_oracle);
      }
    } else if (options_.reference == Strategy::Reference::kStatic && example.reference.empty()) {
      example.reference = static_derivation<S>(oracle_, example.gold, system);
    }
  }

  /// From here on, configurations are asked about that correct transitions do not lead to. Only
  /// costs tell what is correct there, whatever the oracle.
  void leave_path() { on_path_ = false; }

  /// The correct actions, in a configuration that `depth` correct transitions or, after
  /// leave_path() or if the oracle is dynamic, any transitions have led to.
  ActionSet correct(const Configuration& c, std::size_t depth) {
    if (on_path_ && kIsSwap && options_.swap_oracle) return example_->swap_guide->permissible(c);
    if (on_path_ && options_.reference == Strategy::Reference::kStatic) {
      return {example_->reference[depth]};
    }
    if (kHasLocalCosts && options_.cost == CostMethod::kExact && !example_->gold.projective()) {
      return remembered(c);
    }
    return oracle_.costs(c, example_->gold).optimal();
  }

  /// The only correct label of an arc, if there is one. The static oracle has an answer to
  /// everything; the dynamic one asks for a label only where another would be an error.
  [[nodiscard]] std::optional<Label> only_label(const Configuration& c, Arc arc) const {
    if (on_path_ && options_.reference == Strategy::Reference::kStatic) return allowed_label(arc);
    return label_if_right(c, arc);
  }

  /// The label of an arc, if the arc is right.
  [[nodiscard]] std::optional<Label> label_if_right(const Configuration& c, Arc arc) const {
    if (example_->gold.value(arc, c.options().root) == 0) return std::nullopt;
    return allowed_label(arc);
  }

 private:
  static constexpr bool kIsSwap = std::is_same_v<S, Swap>;
  /// Costs depend on stack, buffer and which words on the stack have a head, and on nothing else
  /// that was done before.
  static constexpr bool kHasLocalCosts =
      (S::kCompletion == Completion::kNeighbours || S::kCompletion == Completion::kBottomUp) &&
      !S::Table::kHasTemporaryArcs;
  static constexpr std::size_t kMaxRemembered = 4096;

  /// A dynamic program takes time that grows with the cube of the length, and the hypotheses of a
  /// beam, like one epoch and the next, mostly ask about the same stacks and buffers.
  ActionSet remembered(const Configuration& c) {
    std::uint64_t hash = mix_bits(static_cast<std::uint64_t>(c.buffer_size()) * 2 +
                                  static_cast<std::uint64_t>(c.root_children() > 0) + 1);
    for (const Node node : c.stack()) {
      const bool attached = node != kRoot && c.attached(node);
      hash = mix_bits(hash + 2 * static_cast<std::uint64_t>(node) + (attached ? 1 : 0) + 1);
    }
    auto& known = example_->known_actions;
    const auto found = known.find(hash);
    if (found != known.end()) return found->second;
    if (known.size() >= kMaxRemembered) known.clear();
    return known.emplace(hash, oracle_.costs(c, example_->gold).optimal()).first->second;
  }

  /// The label of the dependent, if it may stand there.
  [[nodiscard]] std::optional<Label> allowed_label(Arc arc) const {
    const Label label = example_->gold.label(arc.dependent);
    if (!classes_.labels().range(arc.head == kRoot).contains(label)) return std::nullopt;
    return label;
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
  /// Only correct transitions were taken so far.
  bool on_path_ = true;
};

}  // namespace panarc
