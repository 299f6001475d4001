#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "panarc/choices.h"
#include "task/encoded_sentence.h"
#include "task/task.h"

namespace panarc {

/// The number of a tag in the set that a tagger chooses from.
using Tag = std::uint16_t;

/// The words of a sentence, and which tags they may have.
struct TaggingInput {
  EncodedSentence words;
  /// For each word, starting with element 0. If there are none, the word may have any tag.
  std::vector<std::span<const Tag>> candidates;
};

/// The tags of the words so far.
struct TaggingState {
  const TaggingInput* input = nullptr;
  std::vector<Tag> tags;

  /// The word that is tagged next.
  [[nodiscard]] Node word() const { return static_cast<Node>(tags.size()) + 1; }
};

/// Tags every word, from the first to the last.
class TaggingTask {
 public:
  using Input = TaggingInput;
  using State = TaggingState;
  using Step = Tag;

  /// `tags` is the number of tags. A scorer for several columns has a class for each tag of each
  /// column; those of this task start at `first_class`.
  explicit TaggingTask(std::size_t tags, std::size_t first_class = 0)
      : tags_(tags), first_class_(static_cast<std::uint32_t>(first_class)) {}

  static void start(const Input& input, State& state) {
    state.input = &input;
    state.tags.clear();
  }
  [[nodiscard]] static bool is_final(const State& state) {
    return state.word() > state.input->words.words();
  }
  static void advance(State& state, Step tag) { state.tags.push_back(tag); }
  [[nodiscard]] std::uint32_t class_of(Step tag) const { return first_class_ + tag; }

  /// The allowed tags; empty: all.
  [[nodiscard]] static std::span<const Tag> choices(const State& state) {
    return state.input->candidates[state.tags.size()];
  }
  [[nodiscard]] static std::optional<Step> only_step(const State& /*state*/,
                                                     std::span<const Tag> choices) {
    return choices.size() == 1 ? std::optional(choices.front()) : std::nullopt;
  }

  /// Calls `visit` with each allowed tag.
  template <class Visitor>
  void for_each(std::span<const Tag> choices, Visitor&& visit) const {
    if (choices.empty()) {
      for (std::size_t tag = 0; tag < tags_; ++tag) visit(static_cast<Tag>(tag));
    } else {
      for (const Tag tag : choices) visit(tag);
    }
  }

  template <class Score, class Offers>
  void successors(const State& state, const Score* row, Offers& offers) const {
    successors(state, choices(state), row, offers);
  }
  template <class Score, class Offers>
  void successors(const State& /*state*/, std::span<const Tag> choices, const Score* row,
                  Offers& offers) const {
    const Score* const scores = row + first_class_;
    for_each(choices, [&](Tag tag) {
      if (offers.wants(scores[tag])) offers.add(tag, scores[tag]);
    });
  }

 private:
  std::size_t tags_;
  std::uint32_t first_class_;
};
static_assert(Task<TaggingTask>);

}  // namespace panarc
