#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/model.h"
#include "oracle/gold.h"
#include "panarc/known.h"

namespace panarc {

/// Constraints in terms of a model: of the heads and labels that its search knows.
///
/// The labels of a model may be fewer than those of a user, and some of them stand under ROOT only
/// or nowhere under ROOT, which says something of the heads. A model of pseudo-projective trees
/// moves words after the search. So words whose heads are constrained get no label that would move
/// them, and where spans are given, none does.
class ModelConstraints {
 public:
  explicit ModelConstraints(const Model& model);

  /// What the search of the model has to respect, in the order in which it reads the words.
  [[nodiscard]] Gold gold(std::span<const KnownWord> words) const;

  /// The label that a word is to have in the end: that which the search found, or the one that is
  /// given, if the search could not know it.
  [[nodiscard]] const std::string& label(const KnownWord& known, Node head,
                                         const std::string& found) const;

 private:
  [[nodiscard]] KnownWord in_terms_of_model(const KnownWord& known, bool may_move) const;
  [[nodiscard]] std::vector<std::string> known_labels(const std::vector<std::string>& labels,
                                                      bool may_move) const;
  void restrict_to_labels(KnownWord& word) const;
  [[nodiscard]] bool fits(const std::string& label, Node head) const;
  [[nodiscard]] bool is_under_root(Label label) const { return label < under_root_; }

  Model model_;
  /// How many labels stand under ROOT only; 0 if none does.
  Label under_root_ = 0;
  GoldOptions options_;
  std::unordered_map<std::string, Label> ids_;
  /// By the relation that they encode, and those of them that move no word.
  std::unordered_map<std::string, std::vector<std::string>> names_;
  std::vector<std::string> unmoved_;
};

}  // namespace panarc
