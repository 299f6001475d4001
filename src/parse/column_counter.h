#pragma once

#include <vector>

#include "feature/template.h"
#include "model/model.h"
#include "panarc/parse_stream.h"

namespace panarc {

/// Counts the words of sentences that lack what a model was trained with.
class ColumnCounter {
 public:
  explicit ColumnCounter(const Model& model);

  void add(const Sentence& sentence);
  [[nodiscard]] const std::vector<ColumnUse>& uses() const { return uses_; }

 private:
  Model model_;
  std::vector<Attribute> attributes_;  // of the columns that are counted
  std::vector<ColumnUse> uses_;
};

}  // namespace panarc
