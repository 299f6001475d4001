#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "panarc/error.h"
#include "tag/tag_network.h"
#include "tag/tagging_task.h"

namespace panarc {

/// The scores of states: those that the network computed for their words when it read the sentence.
class TagRows {
 public:
  /// The words must have been read; throws Error otherwise.
  void begin(const TaggingInput& input) {
    scores_ = static_cast<const TagScores*>(input.words.vectors());
    if (scores_ == nullptr) throw Error("the network has not read the words of the sentence");
  }
  std::span<const float* const> score(std::span<const TaggingState* const> states) {
    rows_.clear();
    for (const TaggingState* const state : states) {
      rows_.push_back(scores_->all->row(scores_->first + static_cast<std::size_t>(state->word())));
    }
    return rows_;
  }

 private:
  const TagScores* scores_ = nullptr;
  std::vector<const float*> rows_;
};

}  // namespace panarc
