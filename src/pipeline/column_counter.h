#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "feature/template.h"
#include "model/model.h"
#include "panarc/pipeline.h"

namespace panarc {

/// Counts the words of sentences that lack columns the model was trained with.
class ColumnCounter {
 public:
  explicit ColumnCounter(const Model& model);

  /// `words` are the words of the sentence as the model sees them.
  void add(const Sentence& sentence, const EncodedSentence& words);
  [[nodiscard]] const std::vector<ColumnUse>& uses() const { return uses_; }

 private:
  Model model_;
  /// For each counted column that holds tags: the encoder's column.
  std::vector<std::optional<std::size_t>> tags_;
  std::vector<ColumnUse> uses_;
};

}  // namespace panarc
