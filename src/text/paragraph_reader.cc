#include "text/paragraph_reader.h"

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
  if (!started_) {
    started_ = true;
    advance();
    // A byte order mark is not part of a word.
    if (has_next_ && next_.code == kMark) {
      text.append_space(next_.code, next_.bytes);
      spaces_ = 1;
      advance();
      return true;
    }
  }
  return has_next_;
}

bool ParagraphReader::ends_paragraph(const Characters& text) const {
  const std::size_t enough = lines_ == Lines::kWrapped ? kBlankLine : 1;
  return has_words_ && spaces_ > 0 && text.line_breaks() >= enough;
}

void ParagraphReader::fill(Characters& text, std::size_t elements, std::size_t bytes) {
  const std::size_t size = text.size() + elements;
  const std::size_t end = text.offset(text.size()) + bytes;
  while (!complete_) {
    if (!has_next_) {
      complete_ = true;
      break;
    }
    const bool space = is_white_space(next_.code);
    if (space ? spaces_ == kMaxSpaces : ends_paragraph(text)) {
      complete_ = true;
      break;
    }
    // White space is never separated from what it follows, and is returned with it. Nor is it cut:
    // an element must not change after it has been seen.
    const bool enough = text.size() >= size || text.offset(text.size()) >= end;
    if (enough && !space) return;
    if (space) {
      text.append_space(next_.code, next_.bytes);
      ++spaces_;
    } else {
      text.append(next_.code, next_.bytes);
      spaces_ = 0;
      has_words_ = true;
    }
    advance();
  }
  text.finish();
}

}  // namespace panarc
