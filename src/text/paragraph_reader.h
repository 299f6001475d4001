#pragma once

#include <cstddef>

#include "panarc/text.h"
#include "text/characters.h"
#include "text/text_input.h"

namespace panarc {

/// Takes a text apart into paragraphs, each of which can be had in portions. Where every line is a
/// sentence, each of them is one.
///
/// The white space after a paragraph belongs to it, that at the beginning of a text to the first.
/// White space of which there is too much to be kept in one place becomes paragraphs of its own.
/// So a paragraph is complete, even if it is a line, when the next one begins or the text ends:
/// until then more white space may follow.
class ParagraphReader {
 public:
  /// As much white space is kept together, in characters.
  static constexpr std::size_t kMaxSpaces = std::size_t{1} << 16;

  ParagraphReader(TextInput& input, Lines lines) : input_(input), lines_(lines) {}

  /// Clears `text`, and begins the next paragraph; false if there is none.
  bool begin(Characters& text);
  /// Appends what comes next until it is so many elements, or so many bytes, or the paragraph is
  /// complete.
  void fill(Characters& text, std::size_t elements, std::size_t bytes);
  /// All of the paragraph has been appended.
  [[nodiscard]] bool is_complete() const { return complete_; }
  /// There is nothing after the paragraph.
  [[nodiscard]] bool is_last() const { return complete_ && !has_next_; }
  /// It is not just another sentence of the paragraph before.
  [[nodiscard]] bool is_new() const { return new_; }

 private:
  void advance() { has_next_ = input_.next(next_); }
  [[nodiscard]] bool ends_paragraph(const Characters& text) const;

  TextInput& input_;
  Lines lines_;
  bool started_ = false;
  bool has_next_ = false;
  TextInput::Character next_;
  bool complete_ = false;
  bool new_ = false;
  bool has_words_ = false;  // the paragraph has more than white space
  std::size_t spaces_ = 0;  // characters of white space at the end of what was appended
};

}  // namespace panarc
