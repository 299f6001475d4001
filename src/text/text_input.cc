#include "text/text_input.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <utility>

#include "io/file_kind.h"
#include "io/utf8.h"

namespace panarc {
namespace {

constexpr std::size_t kInputBuffer = std::size_t{1} << 16;
constexpr std::size_t kLongestCharacter = 4;

/// The size of a character that begins with `first`; 1 if there is none.
std::size_t character_size(char first) {
  const auto byte = static_cast<unsigned char>(first);
  if (byte < 0xC0) return 1;
  return byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : kLongestCharacter;
}

constexpr char32_t kMark = 0xFEFF;
/// The number of line breaks that make a blank line.
constexpr std::size_t kBlankLine = 2;

}  // namespace

TextInput::TextInput(std::unique_ptr<ByteSource> source, const std::string& name, Options options)
    : source_(std::move(source)),
      options_(std::move(options)),
      place_{name, 1, 1},
      buffer_(kInputBuffer) {}

void TextInput::fill() {
  std::memmove(buffer_.data(), buffer_.data() + begin_, end_ - begin_);
  end_ -= begin_;
  begin_ = 0;
  while (!at_end_ && (end_ == 0 || end_ < character_size(buffer_.front()))) {
    if (options_.on_wait && source_->would_wait()) options_.on_wait();
    const std::size_t count = source_->read(std::span(buffer_).subspan(end_));
    beginning_.append(
        buffer_.data() + end_,
        std::min(count, kBeginningBytes - std::min(kBeginningBytes, beginning_.size())));
    end_ += count;
    at_end_ = count == 0;
  }
}

bool TextInput::next(Character& character) {
  if (end_ - begin_ < kLongestCharacter && !at_end_) fill();
  if (begin_ == end_) return false;
  const char* const first = buffer_.data() + begin_;
  if (static_cast<unsigned char>(*first) < 0x80 && *first != '\0') {
    character = {static_cast<char32_t>(*first), {first, 1}};
    ++begin_;
    ++place_.column;
    if (*first == '\n') {
      ++place_.line;
      place_.column = 1;
    }
    return true;
  }
  const std::string_view text(first, std::min(end_ - begin_, kLongestCharacter));
  std::string_view rest = text;
  character.code = take_character(rest);
  character.bytes = text.substr(0, text.size() - rest.size());
  if (character.bytes.size() == 1) {
    take_bad(character);
  } else {
    beyond_ascii_ = true;
    begin_ += character.bytes.size();
  }
  ++place_.column;
  return true;
}

/// Each invalid byte becomes one character, and so does NUL, which other programs would take for
/// the end of a line or file.
void TextInput::take_bad(Character& character) {
  if (!options_.replace_invalid) {
    const std::string_view problem = problem_of_beginning(beginning_);
    if (!problem.empty()) throw Error({place_.file, 0, 0}, std::string(problem));
    if (character.code == 0) throw Error(place_, std::string(kNulInText));
    // Valid characters beyond ASCII hardly occur by chance, so it was UTF-8.
    throw Error(place_,
                fmt::format("byte 0x{:02X} is not valid UTF-8{}",
                            static_cast<unsigned char>(character.bytes.front()),
                            beyond_ascii_ ? ""
                                          : "; is the file in another encoding, like Latin-1? "
                                            "Then name it: --encoding ISO-8859-1"));
  }
  ++begin_;
  character.code = U'\uFFFD';
  character.bytes = kReplacementBytes;
}

bool ParagraphReader::begin(Characters& text) {
  new_ = !started_ || lines_ != Lines::kSentences || text.line_breaks() >= kBlankLine;
  text.clear();
  complete_ = false;
  has_words_ = false;
  spaces_ = 0;
  if (!std::exchange(started_, true) && has_next() && next_.code == kMark) {
    // A byte order mark is not part of a word.
    append_space(text);
    return true;
  }
  return has_next();
}

bool ParagraphReader::has_next() {
  if (ahead_ == Ahead::kUnknown) ahead_ = input_.next(next_) ? Ahead::kCharacter : Ahead::kEnd;
  return ahead_ == Ahead::kCharacter;
}

void ParagraphReader::append_space(Characters& text) {
  text.append_space(next_.code, next_.bytes);
  ++spaces_;
  ahead_ = Ahead::kUnknown;
}

void ParagraphReader::append(Characters& text) {
  new_ = new_ || (!has_words_ && text.line_breaks() >= kBlankLine);
  text.append(next_.code, next_.bytes);
  spaces_ = 0;
  has_words_ = true;
  ahead_ = Ahead::kUnknown;
}

bool ParagraphReader::ends_paragraph(const Characters& text) const {
  const std::size_t enough = lines_ == Lines::kWrapped ? kBlankLine : 1;
  return has_words_ && spaces_ > 0 && text.line_breaks() >= enough;
}

void ParagraphReader::fill(Characters& text, std::size_t elements, std::size_t bytes) {
  const std::size_t size = text.size() + elements;
  const std::size_t end = text.offset(text.size()) + bytes;
  while (!complete_) {
    const bool ends = ends_paragraph(text);
    // Whoever wrote the sentence may be waiting for an answer. Only a line feed belongs to the
    // carriage return before it.
    const bool ends_line = ends && lines_ == Lines::kSentences;
    if (ends_line && next_.code != U'\r') {
      complete_ = true;
      break;
    }
    if (!has_next() || (ends_line && next_.code != U'\n')) {
      complete_ = true;
      break;
    }
    const bool space = is_white_space(next_.code);
    if (space ? spaces_ == kMaxSpaces : ends) {
      complete_ = true;
      break;
    }
    // White space is never separated from what it follows, and is returned with it. Nor is it cut:
    // an element must not change after it has been seen.
    const bool enough = text.size() >= size || text.offset(text.size()) >= end;
    if (enough && !space) return;
    space ? append_space(text) : append(text);
  }
  text.finish();
}

}  // namespace panarc
