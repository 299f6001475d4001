#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "oracle/gold.h"
#include "panarc/references.h"

namespace panarc {

/// What a sentence is to be annotated like: one annotation, or any of several.
///
/// Several are made only when they are asked for, from the choices that tell them apart. Where some
/// choices are left open, what is known is that every word has one of the heads that it has in one
/// of the references. That is less than that they come from the same one: no reference can be worth
/// more to a configuration than the annotation with open choices that it comes from.
class References {
 public:
  /// The alternative of each choice, or kOpen.
  using Selection = TreeChoices::Selection;
  static constexpr std::uint8_t kOpen = TreeChoices::kMostAlternatives + 1;

  References() = default;
  // NOLINTNEXTLINE(google-explicit-constructor): one annotation is a reference
  References(Gold gold) : any_(std::move(gold)) {}
  References(TreeChoices choices, const LabelIds& labels, const GoldOptions& options = {});

  /// With all choices open: the annotation itself, if there is one only.
  [[nodiscard]] const Gold& any() const { return any_; }
  [[nodiscard]] bool several() const { return choices_ != nullptr; }
  [[nodiscard]] std::span<const TreeChoices::Choice> choices() const;

  [[nodiscard]] Gold gold(const Selection& selection) const;
  /// Whether a word has a head in one of the references that a selection leaves.
  [[nodiscard]] bool allows(Arc arc, const Selection& selection) const;
  /// The words that depend on a choice.
  [[nodiscard]] const std::vector<Node>& words_of(std::size_t choice) const {
    return words_of_[choice];
  }
  /// By how much less than one of its references an annotation with open choices may be worth: a
  /// word without a head may count, and a head that is too far away is forgotten.
  [[nodiscard]] int most_forgotten() const { return most_forgotten_; }

  /// The same without what is known of some words.
  [[nodiscard]] References without(std::span<const Node> words) const;

 private:
  Gold any_;
  std::shared_ptr<const TreeChoices> choices_;
  std::vector<std::vector<Label>> labels_;  // of the outcomes of each word
  std::vector<std::vector<Node>> words_of_;
  GoldOptions options_;
  std::vector<Node> hidden_;
  int most_forgotten_ = 0;
};

}  // namespace panarc
