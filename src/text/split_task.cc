#include "text/split_task.h"

#include <algorithm>

#include "scorer/linear/key_list.h"
#include "text/boundary_features.h"

namespace panarc {
namespace {

using Token = SplitInput::Token;

std::u32string_view ending(std::u32string_view text, std::size_t size) {
  return text.substr(text.size() - std::min(size, text.size()));
}

const Token& token_at(const SplitInput& input, std::size_t at) {
  static const Token none;
  return at < input.tokens.size() ? input.tokens[at] : none;
}

}  // namespace

std::uint64_t hash_of(std::u32string_view text) {
  std::uint64_t hash = 0;
  for (const char32_t character : text) hash = add_to_hash(hash, character);
  return hash;
}

void SplitFeatures::gather(const State& state, const Input& input, Scratch& scratch) const {
  KeyList keys(scratch.keys, scratch.count);
  const Token& token = input.tokens[state.at];
  const Token& last = token_at(input, state.at - 1);  // empty before the first token
  const Token& second_last = token_at(input, state.at - 2);
  const Token& next = token_at(input, state.at + 1);
  const Token& second_next = token_at(input, state.at + 2);
  const std::uint64_t form = token.word.lower;
  keys.add(form);
  keys.add(token.word.hash);
  keys.add(token.word.shape);
  keys.add(std::min<std::size_t>(token.lower.size(), 12));
  keys.add(last.word.lower, form);
  keys.add(next.word.lower, form);
  keys.add(last.word.lower, form, next.word.lower);
  keys.add(second_last.word.lower, last.word.lower, form);
  keys.add(form, next.word.lower, second_next.word.lower);
  keys.add(next.word.shape, form);
  keys.add(last.word.shape, form);
  keys.add(last.word.lower);
  keys.add(next.word.lower);
  for (const std::size_t size : {1U, 2U, 3U, 4U}) {
    keys.add(size, hash_of(ending(last.lower, size)), form);
    keys.add(size, hash_of(ending(next.lower, size)), form);
    keys.add(size, hash_of(ending(last.lower, size)), hash_of(ending(token.lower, 2)));
    keys.add(size, hash_of(ending(next.lower, size)), hash_of(ending(token.lower, 2)));
    keys.add(size, hash_of(next.lower.substr(0, size)), form);
    keys.add(size, hash_of(token.lower.substr(0, size)));
  }
  // What is left without an ending, or without a beginning, may be a word.
  const auto known_as = [&](std::u32string_view rest) -> std::uint64_t {
    if (rest.empty()) return 4;
    const std::uint64_t hash = hash_of(rest);
    return (words_.contains(fact_hash(WordFact::kLowerToken, hash)) ? 1U : 0U) |
           (words_.contains(fact_hash(WordFact::kPart, hash)) ? 2U : 0U);
  };
  constexpr std::size_t kLongestEnding = 8;
  for (std::size_t size = 1; size <= kLongestEnding; ++size) {
    const std::size_t stem = token.lower.size() - std::min(size, token.lower.size());
    const std::uint64_t tail = size <= token.lower.size() ? hash_of(ending(token.lower, size)) : 0;
    const std::uint64_t known = known_as(token.lower.substr(0, stem));
    keys.add(size, tail);
    keys.add(size, known);
    keys.add(size, known, tail);
  }
  constexpr std::size_t kLongestBeginning = 4;
  for (std::size_t size = 1; size <= kLongestBeginning; ++size) {
    const std::size_t begin = std::min(size, token.lower.size());
    const std::uint64_t known = known_as(token.lower.substr(begin));
    keys.add(size, known);
    keys.add(size, known, hash_of(token.lower.substr(0, begin)));
  }
}

}  // namespace panarc
