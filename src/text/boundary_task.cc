#include "text/boundary_task.h"

#include <bit>
#include <numeric>
#include <string_view>
#include <utility>

namespace panarc {
namespace {

/// A boundary between two classes that is rarer than one in this many is an error in the text.
constexpr std::uint32_t kRarest = 2000;

BoundarySet default_set(bool space) {
  if (space) return set_of(Boundary::kToken) | set_of(Boundary::kSentence);
  return set_of(Boundary::kInside) | set_of(Boundary::kToken);
}

BoundarySet set_of_counts(const std::array<std::uint32_t, kBoundaries>& counts, bool space) {
  const auto all = std::accumulate(counts.begin(), counts.end(), 0U);
  if (all == 0) return default_set(space);
  BoundarySet set = 0;
  for (std::size_t i = 0; i < kBoundaries; ++i) {
    if (counts[i] > all / kRarest) set |= set_of(static_cast<Boundary>(i));
  }
  return set;
}

/// Whether there are fewer than `few` boundaries.
bool is_rare(const std::array<std::uint32_t, kBoundaries>& counts, std::uint32_t few) {
  return std::accumulate(counts.begin(), counts.end(), 0U) < few;
}

}  // namespace

BoundaryGate::BoundaryGate() {
  for (std::size_t i = 0; i < table_.size(); ++i) table_[i] = default_set(i >= table_.size() / 2);
}

BoundaryGate::BoundaryGate(const Counts& counts, WholeTokens whole) : whole_(std::move(whole)) {
  for (std::size_t i = 0; i < table_.size(); ++i) {
    table_[i] = set_of_counts(counts[i], i >= table_.size() / 2);
  }
  for (std::size_t before = 0; before < kCharClasses; ++before) {
    const auto a = static_cast<CharClass>(before);
    if (!is_word_class(a)) continue;
    // What the text does not have: words and numbers are not cut, and sentences end with a mark.
    for (std::size_t after = 0; after < kCharClasses; ++after) {
      const auto b = static_cast<CharClass>(after);
      const bool alike = a == b || (is_letter_class(a) && is_letter_class(b));
      const std::size_t close = place(false, a, b);
      if (alike && is_rare(counts[close], 1)) table_[close] = set_of(Boundary::kInside);
      const std::size_t apart = place(true, a, b);
      if (is_rare(counts[apart], 1)) table_[apart] = set_of(Boundary::kToken);
    }
    // Where these marks are written apart from words, as in French, a text that is careless about
    // it may have them at the end of a word.
    for (const char32_t mark : std::u32string_view(U"!?;")) {
      const std::size_t at = place(false, a, char_class(mark));
      constexpr std::uint32_t kFew = 10;
      if (is_rare(counts[at], kFew)) table_[at] = set_of(Boundary::kToken);
    }
  }
}

void BoundaryTask::start(const TextSpan& span, BoundaryState& state) const {
  std::vector<TokenEnd>* const ends = state.ends;
  state = {};
  state.ends = ends;
  state.span = &span;
  state.at = state.sentence_begin = span.begin;
  state.next_chunk = span.next_chunk;
  if (is_final(state)) return;
  begin_token(state);
  enter(state);
  skip(state);
}

/// Whether a mark and the digits around it are one token: `next` is the mark, or follows it.
bool BoundaryTask::is_in_number(const State& state, std::uint32_t next) const {
  const Characters& text = *state.span->text;
  const auto is_digit = [&](std::uint32_t element) {
    return text.cls(element) == CharClass::kDigit;
  };
  const auto is_mark = [&](std::uint32_t element) {
    return gate_.whole().number_marks.find(text.code(element)) != std::u32string::npos;
  };
  if (is_digit(state.at)) {
    return next + 1 < state.span->high && is_digit(next + 1) && is_mark(next);
  }
  return is_digit(next) && state.at > state.token_begin && is_digit(state.at - 1) &&
         is_mark(state.at);
}

/// What may end before the element `next`, whatever the lengths of token and sentence.
BoundarySet BoundaryTask::allowed_before(const State& state, std::uint32_t next, bool space) const {
  const TextSpan& span = *state.span;
  const Characters& text = *span.text;
  if (text.joined(next)) return set_of(Boundary::kInside);
  if (!space) {
    if (is_in_link(state.link, text, state.token_begin, next, span.high) ||
        is_in_number(state, next)) {
      return set_of(Boundary::kInside);
    }
    if (gate_.whole().links && is_before_link(text, next, span.high)) {
      return set_of(Boundary::kToken);
    }
  }
  return gate_.allowed(space, text.cls(state.at), text.cls(next));
}

BoundarySet BoundaryTask::allowed(const State& state) const {
  const TextSpan& span = *state.span;
  const Characters& text = *span.text;
  std::uint32_t next = state.at + 1;
  if (next >= span.high) return set_of(Boundary::kSentence);
  const bool space = text.is_space(next);
  if (space) {
    if (++next >= span.high) return set_of(Boundary::kSentence);
    if (text.offset(next) - text.offset(state.sentence_begin) >= kMaxSentenceBytes) {
      return set_of(Boundary::kSentence);
    }
  }
  BoundarySet set = allowed_before(state, next, space);
  if (state.at + 1 - state.token_begin >= kMaxToken) {
    set = set_of(Boundary::kToken) | set_of(Boundary::kSentence);
  }
  if (state.at - state.sentence_begin >= kMaxSentence || state.tokens + 1 >= kMaxTokens) {
    if (set != set_of(Boundary::kInside)) {
      set =
          static_cast<BoundarySet>((set & set_of(Boundary::kInside)) | set_of(Boundary::kSentence));
    }
  }
  return set;
}

void BoundaryTask::skip(State& state) const {
  while (!is_final(state)) {
    const BoundarySet set = allowed(state);
    if (!std::has_single_bit(set)) return;
    take(state, static_cast<Boundary>(std::countr_zero(set)));
  }
}

/// Makes the character at `at` part of the token.
void BoundaryTask::enter(State& state) {
  const Characters& text = *state.span->text;
  const char32_t code = text.code(state.at);
  const CharClass cls = text.cls(state.at);
  state.hash = add_to_hash(state.hash, code);
  state.lower = add_to_hash(state.lower, to_lower(code));
  if (cls != state.last_class) {
    state.shape = add_to_hash(state.shape, static_cast<char32_t>(cls));
    state.last_class = cls;
  }
}

void BoundaryTask::begin_token(State& state) const {
  state.token_begin = state.at;
  state.link = {};
  const TextSpan& span = *state.span;
  if (gate_.whole().links) state.link = find_link(*span.text, state.at, span.high);
}

void BoundaryTask::take(State& state, Boundary step) const {
  const Characters& text = *state.span->text;
  if (step != Boundary::kInside) {
    if (state.ends != nullptr) state.ends->push_back({state.at, step == Boundary::kSentence});
    state.second_last_token = state.last_token;
    state.last_token = state.lower;
    state.last_shape = state.shape;
    ++state.tokens;
    state.hash = state.lower = state.shape = 0;
    state.last_class = CharClass::kOutside;
  }
  ++state.at;
  // The next boundary may be beyond the end of the current text: see resume().
  const auto& chunks = text.chunks();
  while (state.at < text.size() && text.is_space(state.at)) {
    if (step == Boundary::kInside) {
      state.hash = add_to_hash(state.hash, U' ');
      state.lower = add_to_hash(state.lower, U' ');
    }
    ++state.at;
  }
  if (state.next_chunk < chunks.size() && chunks[state.next_chunk].begin <= state.at) {
    ++state.next_chunk;
  }
  if (step != Boundary::kInside) begin_token(state);
  if (step == Boundary::kSentence) {
    state.sentence_begin = state.at;
    state.tokens = 0;
  }
  if (state.at < text.size()) enter(state);
}

}  // namespace panarc
