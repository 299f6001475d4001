#pragma once

#include <span>
#include <string>
#include <unordered_map>
#include <vector>

#include "model/model.h"
#include "oracle/gold.h"
#include "panarc/constraint.h"

namespace panarc {

/// Constraints in terms of a model: the heads and labels that its search uses.
///
/// A model may have fewer labels than a user. Some labels occur only under ROOT, or never there,
/// and thus constrain the head. A pseudo-projective model moves words after the search. So words
/// whose heads are constrained get no label that would move them, and if there are spans, no word
/// does.
class ModelConstraints {
 public:
  explicit ModelConstraints(const Model& model);

  /// The constraints for the search, in the order in which the model reads the words.
  [[nodiscard]] Gold gold(std::span<const KnownWord> words) const;

  /// The final label of a word: the one that the search found, or the given one, if the model does
  /// not know it.
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
  /// The number of labels that occur only under ROOT; 0 if there are none.
  Label under_root_ = 0;
  GoldOptions options_;
  std::unordered_map<std::string, Label> ids_;
  /// By the relation they encode; and those that move no word.
  std::unordered_map<std::string, std::vector<std::string>> names_;
  std::vector<std::string> unmoved_;
};

}  // namespace panarc
