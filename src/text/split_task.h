#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "feature/word_set.h"
#include "scorer/linear/key_list.h"
#include "task/task.h"
#include "text/characters.h"

namespace panarc {

/// What to do with a token: 0 leaves it as it is; other values are rule numbers, from 1.
using Split = std::uint16_t;

/// What is known about the tokens of a sentence when they are split. Not copyable, since it refers
/// to itself.
struct SplitInput {
  SplitInput() = default;
  SplitInput(const SplitInput&) = delete;
  SplitInput& operator=(const SplitInput&) = delete;
  SplitInput(SplitInput&&) = default;
  SplitInput& operator=(SplitInput&&) = default;
  ~SplitInput() = default;

  struct Token {
    std::u32string_view lower;  ///< in lower case
    Chunk word;
    std::span<const Split> splits;  ///< the possible ones; none if it can only stay as it is
  };
  std::vector<Token> tokens;
  std::vector<char32_t> letters;           ///< what `lower` refers to
  std::vector<std::vector<Split>> merged;  ///< what `splits` refers to, if not to a lexicon
};

struct SplitState {
  const SplitInput* input = nullptr;
  std::size_t at = 0;         ///< the token to decide on
  std::vector<Split> splits;  ///< of the tokens before it
};

/// Decides how to split the tokens of a sentence, from left to right. Tokens without a choice take
/// no step.
struct SplitTask {
  using Input = SplitInput;
  using State = SplitState;
  using Step = Split;

  static void start(const Input& input, State& state) {
    state.input = &input;
    state.at = 0;
    state.splits.clear();
    skip(state);
  }
  [[nodiscard]] static bool is_final(const State& state) {
    return state.at == state.input->tokens.size();
  }
  static void advance(State& state, Split step) {
    state.splits.push_back(step);
    ++state.at;
    skip(state);
  }
  [[nodiscard]] static std::uint32_t class_of(Split step) { return step; }
  template <class Score, class Offers>
  void successors(const State& state, const Score* row, Offers& offers) const {
    for (const Split split : state.input->tokens[state.at].splits) offers.add(split, row[split]);
  }

  // For GreedySearch.
  [[nodiscard]] static int choices(const State& /*state*/) { return 0; }
  [[nodiscard]] static std::optional<Split> only_step(const State& state, int /*choices*/) {
    const auto splits = state.input->tokens[state.at].splits;
    return splits.size() == 1 ? std::optional(splits.front()) : std::nullopt;
  }
  template <class Score, class Offers>
  void successors(const State& state, int /*choices*/, const Score* row, Offers& offers) const {
    successors(state, row, offers);
  }

 private:
  static void skip(State& state) {
    while (!is_final(state) && state.input->tokens[state.at].splits.empty()) {
      state.splits.push_back(0);
      ++state.at;
    }
  }
};
static_assert(Task<SplitTask>);

/// Turns a token that may be split into feature keys: its beginning and ending, the tokens around
/// it, and whether what is left without them is known to be a token, or a part of one.
class SplitFeatures : public ListedKeys<SplitInput, SplitState, 80> {
 public:
  /// `words` has the fact_hash() of what is known from training, and must outlive it.
  explicit SplitFeatures(const WordSet& words) : words_(words) {}

  void gather(const State& state, const Input& input, Scratch& scratch) const;

 private:
  const WordSet& words_;
};

/// The hash of some characters.
std::uint64_t hash_of(std::u32string_view text);

}  // namespace panarc
