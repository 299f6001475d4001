#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "oracle/gold.h"
#include "panarc/scheme.h"

namespace panarc {

/// The choices of a sentence read backwards.
TreeChoices mirrored(const TreeChoices& choices);

/// The correct annotations of a sentence: one, or several alternatives.
///
/// Several are made only when needed, from the choices that distinguish them. If some choices are
/// open, each word may have any head that it has in one of the references. This is weaker than
/// requiring the heads to come from the same reference: an annotation with open choices is thus an
/// upper bound on the value of the references it covers.
class References {
 public:
  /// The alternative of each choice, or kOpen.
  using Selection = TreeChoices::Selection;
  static constexpr std::uint8_t kOpen = TreeChoices::kMostAlternatives + 1;

  References() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): one annotation is a reference
  References(Gold gold) : any_(std::move(gold)) {}
  References(TreeChoices choices, const LabelIds& labels, const GoldOptions& options = {});

  /// With all choices open; the annotation itself, if there is only one.
  [[nodiscard]] const Gold& any() const { return any_; }
  [[nodiscard]] bool several() const { return choices_ != nullptr; }
  [[nodiscard]] std::span<const TreeChoices::Choice> choices() const;

  [[nodiscard]] Gold gold(const Selection& selection) const;
  /// Whether an arc is in one of the references that a selection leaves.
  [[nodiscard]] bool allows(Arc arc, const Selection& selection) const;
  /// The words that depend on a choice.
  [[nodiscard]] const std::vector<Node>& words_of(std::size_t choice) const {
    return words_of_[choice];
  }
  /// By how much the value of an annotation with open choices may fall short of one of its
  /// references: a word without a head may count, and heads that are too far away are ignored.
  [[nodiscard]] int most_forgotten() const { return most_forgotten_; }

  /// These references without what is known about some words.
  [[nodiscard]] References without(std::span<const Node> words) const;

 private:
  Gold any_;
  std::shared_ptr<const TreeChoices> choices_;
  std::vector<std::vector<Label>> labels_;  // for the outcomes of each word
  std::vector<std::vector<Node>> words_of_;
  GoldOptions options_;
  std::vector<Node> hidden_;
  int most_forgotten_ = 0;
};

}  // namespace panarc
