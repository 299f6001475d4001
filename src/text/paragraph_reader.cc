#include "text/paragraph_reader.h"

#include <utility>

namespace panarc {
namespace {

constexpr char32_t kMark = 0xFEFF;
/// The number of line breaks that make a blank line.
constexpr std::size_t kBlankLine = 2;

}  // namespace

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
