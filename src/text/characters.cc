#include "text/characters.h"

#include <algorithm>

namespace panarc {

void Characters::clear() {
  bytes_.clear();
  codes_.clear();
  signs_.clear();
  classes_.clear();
  joined_.clear();
  offsets_.clear();
  chunks_.clear();
  chunk_begin_ = 0;
  after_return_ = false;
  in_chunk_ = false;
  described_ = false;
}

void Characters::append(char32_t character, std::string_view bytes) {
  const bool in_word = in_chunk_ && !codes_.empty();
  if (!in_chunk_) {
    chunk_begin_ = codes_.size();
    in_chunk_ = true;
    described_ = false;
    line_breaks_ = 0;
  }
  offsets_.push_back(static_cast<std::uint32_t>(bytes_.size()));
  joined_.push_back(in_word && is_joined(codes_.back(), joined_.back() != 0, character) ? 1 : 0);
  codes_.push_back(character);
  const Sign sign = alphabet_->sign(character);
  signs_.push_back(sign.code);
  classes_.push_back(sign.cls);
  bytes_.append(bytes);
  if (!described_ && codes_.size() - chunk_begin_ == kChunkLimit) end_chunk();
}

void Characters::append_space(char32_t character, std::string_view bytes) {
  if (codes_.empty() || !is_space(codes_.size() - 1)) {
    finish();
    offsets_.push_back(static_cast<std::uint32_t>(bytes_.size()));
    codes_.push_back(U' ');
    signs_.push_back(U' ');
    classes_.push_back(CharClass::kSpace);
    joined_.push_back(0);
    after_return_ = false;
  }
  bytes_.append(bytes);
  constexpr char32_t kParagraphSeparator = 0x2029;
  const bool pair = character == U'\n' && after_return_;
  after_return_ = character == U'\r';
  if (character == U'\f' || character == U'\v') {
    // A new page, which begins with a new line anyway, does not end a paragraph.
    line_breaks_ = std::max<std::size_t>(line_breaks_, 1);
  } else if (is_line_break(character) && !pair) {
    line_breaks_ += character == kParagraphSeparator ? 2 : 1;
  }
  if (is_line_break(character)) classes_.back() = CharClass::kLineBreak;
}

void Characters::finish() {
  if (in_chunk_ && !described_) end_chunk();
  in_chunk_ = false;
}

void Characters::end_chunk() {
  chunks_.push_back(describe_chunk(*this, chunk_begin_, codes_.size()));
  described_ = true;
}

std::size_t Characters::drop(std::size_t count) {
  const auto first = static_cast<std::ptrdiff_t>(count);
  const std::size_t bytes = offset(count);
  bytes_.erase(0, bytes);
  codes_.erase(codes_.begin(), codes_.begin() + first);
  signs_.erase(signs_.begin(), signs_.begin() + first);
  classes_.erase(classes_.begin(), classes_.begin() + first);
  joined_.erase(joined_.begin(), joined_.begin() + first);
  offsets_.erase(offsets_.begin(), offsets_.begin() + first);
  for (std::uint32_t& offset : offsets_) offset -= static_cast<std::uint32_t>(bytes);
  const auto kept =
      std::ranges::find_if(chunks_, [&](const Chunk& chunk) { return chunk.begin >= count; });
  const auto dropped = static_cast<std::size_t>(kept - chunks_.begin());
  chunks_.erase(chunks_.begin(), kept);
  for (Chunk& chunk : chunks_) chunk.begin -= static_cast<std::uint32_t>(count);
  // A chunk that has lost its beginning is a long one, which has already been described.
  chunk_begin_ -= std::min(chunk_begin_, count);
  return dropped;
}

Chunk describe_chunk(const Characters& text, std::size_t begin, std::size_t end) {
  Chunk chunk;
  chunk.begin = static_cast<std::uint32_t>(begin);
  chunk.size = static_cast<std::uint32_t>(end - begin);
  std::size_t core_begin = begin;
  std::size_t core_end = end;
  while (core_begin < end && !is_word_class(text.cls(core_begin))) ++core_begin;
  while (core_end > core_begin && !is_word_class(text.cls(core_end - 1))) --core_end;
  if (core_begin < core_end) chunk.core_class = text.cls(core_begin);
  auto last = CharClass::kOutside;
  for (std::size_t i = begin; i < end; ++i) {
    const char32_t lower = to_lower(text.code(i));
    chunk.hash = add_to_hash(chunk.hash, text.code(i));
    chunk.lower = add_to_hash(chunk.lower, lower);
    if (i >= core_begin && i < core_end) {
      chunk.core = add_to_hash(chunk.core, text.code(i));
      chunk.core_lower = add_to_hash(chunk.core_lower, lower);
    }
    const CharClass cls = text.cls(i);
    if (cls != last) chunk.shape = add_to_hash(chunk.shape, static_cast<char32_t>(cls));
    last = cls;
  }
  return chunk;
}

}  // namespace panarc
