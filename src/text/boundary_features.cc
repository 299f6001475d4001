#include "text/boundary_features.h"

#include <algorithm>
#include <bit>

#include "scorer/linear/key_list.h"

namespace panarc {
namespace {

using Number = std::uint64_t;

/// A small number for the order of magnitude of a size.
Number magnitude(std::size_t size) {
  return size < 4 ? size : 2 + static_cast<Number>(std::bit_width(size));
}

/// Gathers the features of one state.
class Gatherer {
 public:
  Gatherer(const BoundaryState& state, const TextSpan& span, const WordSet& words,
           BoundaryFeatures::Scratch& scratch)
      : state_(state),
        span_(span),
        text_(*span.text),
        words_(words),
        space_(text_.is_space(state.at + 1)),
        keys_(scratch.keys, scratch.count, space_ ? kFirstAtSpace : 0) {}

  void gather() {
    const std::size_t next = state_.at + (space_ ? 2 : 1);
    for (std::size_t i = 0; i < kWindow; ++i) {
      see(state_.at - i, i <= state_.at, before_[i], before_class_[i]);
      see(next + i, true, after_[i], after_class_[i]);
    }
    token_size_ = magnitude(state_.at + 1 - state_.token_begin);
    space_ ? gather_at_space(next) : gather_in_chunk(next);
  }

 private:
  static constexpr std::size_t kWindow = 4;
  /// Boundaries at white space use different templates from others.
  static constexpr Number kFirstAtSpace = 1000;

  void see(std::size_t element, bool exists, Number& code, Number& cls) const {
    const bool seen = exists && element >= span_.low && element < span_.high;
    code = seen ? text_.sign(element) : 0;
    cls = static_cast<Number>(seen ? text_.cls(element) : CharClass::kOutside);
  }

  template <class... Values>
  void add(Values... values) {
    keys_.add(values...);
  }

  [[nodiscard]] bool knows(WordFact fact, Number word) const {
    return words_.contains(fact_hash(fact, word));
  }
  /// What is known about a chunk that may begin a sentence.
  [[nodiscard]] Number facts_of(const Chunk& chunk) const {
    if (chunk.core == 0) return 0;
    Number facts = 1;
    facts |= knows(WordFact::kLowerToken, chunk.core_lower) ? 2 : 0;
    facts |= knows(WordFact::kToken, chunk.core_lower) ? 4 : 0;
    facts |= knows(WordFact::kStartsSentence, chunk.core) ? 8 : 0;
    facts |= knows(WordFact::kCapitalInside, chunk.core) ? 16 : 0;
    return facts;
  }
  [[nodiscard]] const Chunk& chunk(std::size_t number) const {
    static const Chunk none;
    if (number >= text_.chunks().size()) return none;
    const Chunk& found = text_.chunks()[number];
    return found.begin < span_.high ? found : none;
  }

  /// Whether Unicode's rules for words (UAX #29) join what is around the boundary: a mark between
  /// two letters, or between two digits.
  [[nodiscard]] Number joint() const {
    const auto& [c0, c1, c2, c3] = before_class_;
    const auto& [d0, d1, d2, d3] = after_class_;
    if (kind(d0) == Kind::kMark && kind(c0) != Kind::kMark && kind(c0) == kind(d1)) {
      return 1 + static_cast<Number>(kind(c0));
    }
    if (kind(c0) == Kind::kMark && kind(d0) != Kind::kMark && kind(d0) == kind(c1)) {
      return 4 + static_cast<Number>(kind(d0));
    }
    return 0;
  }
  enum class Kind : std::uint8_t { kLetter, kDigit, kMark };
  static Kind kind(Number cls) {
    const auto its_class = static_cast<CharClass>(cls);
    if (its_class == CharClass::kDigit) return Kind::kDigit;
    return is_word_class(its_class) ? Kind::kLetter : Kind::kMark;
  }

  void add_windows() {
    const auto& [a0, a1, a2, a3] = before_;
    const auto& [b0, b1, b2, b3] = after_;
    add(a0, b0);
    add(a1, a0, b0);
    add(a0, b0, b1);
    add(a1, a0, b0, b1);
    const auto& [c0, c1, c2, c3] = before_class_;
    const auto& [d0, d1, d2, d3] = after_class_;
    add(c0, d0);
    add(c1, c0, d0, d1);
    add(c2, c1, c0, d0, d1, d2);
    add(c3, c2, c1, c0, d0, d1, d2, d3);
    add(a0, d0);
    add(a1, a0, d0, d1);
    add(a2, a1, a0, d0);
  }

  /// Before white space: does a sentence end?
  void gather_at_space(std::size_t next) {
    const auto& [a0, a1, a2, a3] = before_;
    const auto& [b0, b1, b2, b3] = after_;
    const Number line_break = text_.cls(state_.at + 1) == CharClass::kLineBreak ? 1 : 0;
    const bool at_chunk = state_.next_chunk < text_.chunks().size() &&
                          text_.chunks()[state_.next_chunk].begin == next;
    const Chunk& n1 = chunk(at_chunk ? state_.next_chunk : text_.chunks().size());
    const Chunk& n2 =
        chunk(n1.size < Characters::kChunkLimit ? state_.next_chunk + 1 : text_.chunks().size());
    const Number f1 = facts_of(n1);
    const Number f2 = facts_of(n2);
    const auto first_class = static_cast<Number>(n1.core_class);
    add(line_break);
    add(line_break, a0, n1.shape);
    add_windows();
    add(a0, a1, a2, a3);
    add(a0, b0, b1, b2, b3);
    add(a0, a1, a2, n1.core);
    add(state_.hash);
    add(state_.lower);
    add(state_.shape, token_size_);
    add(n1.hash);
    add(n1.core);
    add(n1.core_lower);
    add(n1.shape);
    add(state_.lower, n1.shape);
    add(state_.lower, n1.core);
    add(state_.shape, n1.core);
    add(state_.shape, n1.shape, n2.shape);
    add(a0, n1.shape, n2.shape);
    add(a0, n1.core_lower);
    add(a0, n1.core);
    add(a0, b0, b1);
    add(state_.last_token);
    add(state_.last_token, state_.lower);
    add(state_.last_token, state_.lower, n1.shape);
    add(state_.last_token, state_.lower, n1.core);
    add(state_.second_last_token, state_.last_token, state_.lower);
    add(state_.last_shape, state_.shape, n1.shape);
    add(state_.last_shape, a0, f1);
    add(n1.core, n2.core);
    add(n1.shape, n2.shape);
    add(n1.core, n2.shape, a0);
    add(f1, a0);
    add(f1, a0, state_.shape);
    add(f1, f2, a0);
    add(f1, before_class_[0], first_class);
    add(f1, state_.lower);
    const Number known = (knows(WordFact::kToken, state_.hash) ? 1 : 0) |
                         (knows(WordFact::kCapitalInside, state_.hash) ? 2 : 0);
    add(known, f1, state_.shape);
    add(a0, first_class);
    add(state_.last_shape, state_.shape, first_class);
    add(state_.last_token, a0, first_class);
  }

  /// Between two characters without white space: does a token end?
  void gather_in_chunk(std::size_t next) {
    const auto& [a0, a1, a2, a3] = before_;
    const auto& [b0, b1, b2, b3] = after_;
    std::size_t end = next;
    const std::size_t limit = std::min<std::size_t>(span_.high, next + Characters::kChunkLimit);
    Number whole = state_.hash;
    while (end < limit && !text_.is_space(end)) whole = add_to_hash(whole, text_.code(end++));
    const Chunk rest = describe_chunk(text_, next, end);
    const bool complete = end < span_.high && end - next < Characters::kChunkLimit;
    const Chunk& n1 = chunk(complete ? state_.next_chunk : text_.chunks().size());
    const Number f1 = facts_of(n1);
    const Number at_start =
        state_.token_begin == span_.low || text_.is_space(state_.token_begin - 1) ? 1 : 0;
    const Number known =
        (knows(WordFact::kToken, state_.hash) ? 1 : 0) |
        (knows(WordFact::kToken, rest.hash) ? 2 : 0) | (knows(WordFact::kToken, whole) ? 4 : 0) |
        (knows(WordFact::kToken, add_to_hash(state_.hash, text_.code(next))) ? 8 : 0) |
        (knows(WordFact::kLowerToken, rest.core_lower) ? 16 : 0);
    add(joint());
    add(joint(), a0);
    add(joint(), b0);
    add_windows();
    add(a0, at_start);
    add(b0, at_start);
    add(a1, a0);
    add(b0, b1);
    add(a2, a1, a0, b0, b1, b2);
    add(a3, a2, a1, a0, b0);
    add(a0, b0, b1, b2, b3);
    add(state_.hash);
    add(state_.lower, b0);
    add(state_.lower, b0, b1);
    add(state_.shape, b0);
    add(state_.shape, token_size_, after_class_[0], after_class_[1]);
    add(state_.lower, rest.lower);
    add(rest.lower);
    add(rest.shape, a0);
    add(rest.shape, state_.shape);
    add(rest.shape, state_.shape, at_start, n1.shape);
    add(rest.core_lower, a0, b0);
    add(whole);
    add(known, a0, b0);
    add(known, before_class_[0], after_class_[0]);
    add(known, at_start, state_.shape, rest.shape);
    add(state_.last_token, a0, b0);
    add(state_.last_token, state_.lower, b0);
    add(n1.shape, a0, rest.hash);
    add(n1.shape, state_.lower, rest.hash);
    add(n1.core, a0, rest.hash);
    add(f1, state_.shape, rest.hash);
    add(f1, state_.lower, rest.hash);
    add(magnitude(rest.size), a0, b0);
    add(token_size_, a0, b0);
  }

  const BoundaryState& state_;
  const TextSpan& span_;
  const Characters& text_;
  const WordSet& words_;
  bool space_;
  KeyList keys_;
  Number token_size_ = 0;
  std::array<Number, kWindow> before_{};
  std::array<Number, kWindow> before_class_{};
  std::array<Number, kWindow> after_{};
  std::array<Number, kWindow> after_class_{};
};

}  // namespace

void BoundaryFeatures::gather(const State& state, const Input& span, Scratch& scratch) const {
  Gatherer(state, span, words_, scratch).gather();
  // Rare features are worth having where a token may end inside a chunk.
  if (common_ == nullptr || !span.text->is_space(state.at + 1)) return;
  const auto end = scratch.keys.begin() + static_cast<std::ptrdiff_t>(scratch.count);
  const auto kept = std::remove_if(scratch.keys.begin(), end,
                                   [&](std::uint64_t key) { return !common_->contains(key); });
  scratch.count = static_cast<std::size_t>(kept - scratch.keys.begin());
}

}  // namespace panarc
