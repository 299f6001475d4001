#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "task/task.h"
#include "text/characters.h"
#include "text/link.h"

namespace panarc {

/// What is between a character and the next one, ignoring white space.
enum class Boundary : std::uint8_t {
  kInside,    ///< both are in the same token
  kToken,     ///< a token ends
  kSentence,  ///< a token ends, and so does a sentence
};
inline constexpr std::size_t kBoundaries = 3;

/// A set of boundaries, as bits.
using BoundarySet = std::uint8_t;
constexpr BoundarySet set_of(Boundary boundary) {
  return static_cast<BoundarySet>(1U << static_cast<unsigned>(boundary));
}
constexpr bool contains(BoundarySet set, Boundary boundary) {
  return (set & set_of(boundary)) != 0;
}

/// What is a single token even if a training text has too little of it to learn from.
struct WholeTokens {
  bool links = false;           ///< see find_link()
  std::u32string number_marks;  ///< such as a comma, with a digit on either side
};

/// Which boundaries are possible between characters of two classes. Often there is only one, as
/// between two letters in most languages, and nothing needs to be decided.
class BoundaryGate {
 public:
  using Table = std::array<BoundarySet, 2 * kCharClasses * kCharClasses>;

  BoundaryGate();
  explicit BoundaryGate(const Table& table, WholeTokens whole = {})
      : table_(table), whole_(std::move(whole)) {}

  /// From the boundaries in a training text, counted by place and boundary. What hardly ever occurs
  /// between two classes is taken for an error in the text. Classes that never meet in the text can
  /// have any sensible boundary: words and numbers are not cut, marks after them are separate, and
  /// sentences end with a mark.
  using Counts = std::vector<std::array<std::uint32_t, kBoundaries>>;
  explicit BoundaryGate(const Counts& counts, WholeTokens whole = {});

  static std::size_t place(bool space, CharClass before, CharClass after) {
    return ((space ? kCharClasses : 0) + static_cast<std::size_t>(before)) * kCharClasses +
           static_cast<std::size_t>(after);
  }
  [[nodiscard]] BoundarySet allowed(bool space, CharClass before, CharClass after) const {
    return table_[place(space, before, after)];
  }
  [[nodiscard]] const Table& table() const { return table_; }
  [[nodiscard]] const WholeTokens& whole() const { return whole_; }

 private:
  Table table_;
  WholeTokens whole_;
};

/// The range in which to decide on boundaries: elements from `begin` to before `end`, with no white
/// space at either end, and how much of the text around them is visible.
struct TextSpan {
  const Characters* text = nullptr;
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
  std::uint32_t low = 0;
  /// The visible text ends here.
  std::uint32_t high = 0;
  std::uint32_t next_chunk = 0;  ///< number of the first chunk that begins after `begin`
};

/// A boundary where a token ends: after `element`.
struct TokenEnd {
  std::uint32_t element = 0;
  bool sentence = false;
};

/// How far a text has been decided.
struct BoundaryState {
  const TextSpan* span = nullptr;
  std::uint32_t at = 0;  ///< the next boundary to decide is after this element
  std::uint32_t token_begin = 0;
  std::uint32_t sentence_begin = 0;
  std::uint32_t next_chunk = 0;  ///< the first chunk that begins after `at`
  std::uint32_t tokens = 0;      ///< of the sentence so far
  CharClass last_class = CharClass::kOutside;
  // Hashes of the token so far, and of earlier tokens in the text.
  std::uint64_t hash = 0;
  std::uint64_t lower = 0;
  std::uint64_t shape = 0;
  std::uint64_t last_token = 0;
  std::uint64_t last_shape = 0;
  std::uint64_t second_last_token = 0;
  Link link{};  ///< that the token begins with
  /// Where to record the ends of tokens, if anywhere.
  std::vector<TokenEnd>* ends = nullptr;
};

/// Decides on boundaries from left to right. Boundaries without a choice take no step.
class BoundaryTask {
 public:
  using Input = TextSpan;
  using State = BoundaryState;
  using Step = Boundary;

  /// The maximum length of a token, in elements; longer runs of characters are cut.
  static constexpr std::uint32_t kMaxToken = 1U << 16U;
  /// Sentences end at this length.
  static constexpr std::uint32_t kMaxSentence = 1U << 18U;
  static constexpr std::uint32_t kMaxTokens = 10000;
  /// Sentences end at this many bytes: only reached with very long white space.
  static constexpr std::size_t kMaxSentenceBytes = std::size_t{1} << 22;

  /// The gate must outlive it.
  explicit BoundaryTask(const BoundaryGate& gate) : gate_(gate) {}

  void start(const TextSpan& span, BoundaryState& state) const;
  /// Goes on from a state after more text has been added.
  void resume(BoundaryState& state) const { skip(state); }
  [[nodiscard]] static bool is_final(const State& state) { return state.at >= state.span->end; }
  void advance(State& state, Boundary step) const {
    take(state, step);
    skip(state);
  }
  [[nodiscard]] static std::uint32_t class_of(Boundary step) {
    return static_cast<std::uint32_t>(step);
  }
  template <class Score, class Offers>
  void successors(const State& state, const Score* row, Offers& offers) const {
    const BoundarySet set = allowed(state);
    for (const Boundary step : {Boundary::kInside, Boundary::kToken, Boundary::kSentence}) {
      if (contains(set, step)) offers.add(step, row[class_of(step)]);
    }
  }
  [[nodiscard]] BoundarySet allowed(const State& state) const;

 private:
  [[nodiscard]] bool is_in_number(const State& state, std::uint32_t next) const;
  [[nodiscard]] BoundarySet allowed_before(const State& state, std::uint32_t next,
                                           bool space) const;
  void skip(State& state) const;
  void take(State& state, Boundary step) const;
  void begin_token(State& state) const;
  static void enter(State& state);

  const BoundaryGate& gate_;
};
static_assert(Task<BoundaryTask>);

}  // namespace panarc
