#pragma once

#include <algorithm>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "tag/tagging_task.h"

namespace panarc {

/// What is correct in tagging: the gold tag, whatever was chosen before. If that is unknown, or not
/// allowed, any tag is correct.
class TaggingGuide {
 public:
  /// The tag of each word, starting with element 0.
  using Gold = std::vector<std::optional<Tag>>;
  using Correct = std::optional<Tag>;

  /// The task must outlive it.
  explicit TaggingGuide(const TaggingTask& task) : task_(task) {}

  void begin(const TaggingInput& /*input*/, const Gold& gold) { gold_ = &gold; }
  static void leave_path() {}

  [[nodiscard]] Correct correct(const TaggingState& state, std::size_t depth) const {
    const Correct tag = (*gold_)[depth];
    const std::span<const Tag> choices = TaggingTask::choices(state);
    if (!tag || choices.empty()) return tag;
    return std::ranges::find(choices, *tag) != choices.end() ? tag : std::nullopt;
  }
  [[nodiscard]] static bool is_correct(const TaggingState& /*state*/, const Correct& correct,
                                       Tag tag) {
    return !correct || tag == *correct;
  }
  template <class Score, class Visitor>
  void for_each_correct(const TaggingState& state, const Correct& correct, const Score* row,
                        Visitor&& visit) const {
    Correct best = correct;
    if (!best) {
      task_.for_each(TaggingTask::choices(state), [&](Tag tag) {
        if (!best || row[task_.class_of(tag)] > row[task_.class_of(*best)]) best = tag;
      });
    }
    visit(*best);
  }
  [[nodiscard]] static std::size_t steps_left(const TaggingState& state, std::size_t depth) {
    return static_cast<std::size_t>(state.input->words.words()) - depth;
  }

 private:
  const TaggingTask& task_;
  const Gold* gold_ = nullptr;
};

}  // namespace panarc
