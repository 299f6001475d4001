#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "io/byte_source.h"
#include "panarc/error.h"
#include "panarc/text.h"
#include "text/characters.h"

namespace panarc {

/// Reads characters one by one, and knows their positions.
class TextInput {
 public:
  struct Options {
    bool replace_invalid = false;
    std::function<void()> on_wait;
  };
  struct Character {
    char32_t code = 0;
    std::string_view bytes;  ///< valid until the next call
  };

  TextInput(std::unique_ptr<ByteSource> source, const std::string& name, Options options);

  /// False at the end. Throws Error where bytes are not UTF-8, unless they are replaced.
  bool next(Character& character);

 private:
  /// Makes sure that a whole character is there, if the source has one. Does not wait for more: the
  /// writer of the text may be waiting for an answer.
  void fill();
  void take_bad(Character& character);

  std::unique_ptr<ByteSource> source_;
  Options options_;
  Place place_;
  bool beyond_ascii_ = false;  // valid characters beyond ASCII have been seen
  bool at_end_ = false;
  std::string beginning_;  // the first bytes, which may tell what the file is
  std::vector<char> buffer_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
};

/// Divides a text into paragraphs, which can be read in portions. If every line is a sentence, each
/// line is a paragraph here.
///
/// The white space after a paragraph belongs to it; that at the beginning of a text, to the first
/// one. White space that is too long to be kept together becomes paragraphs of its own. So a
/// paragraph is complete only when the next one begins or the text ends: until then more white
/// space may follow. But a line that is a sentence is complete at its end, and what follows belongs
/// to the next.
class ParagraphReader {
 public:
  /// How much white space is kept together, in characters.
  static constexpr std::size_t kMaxSpaces = std::size_t{1} << 16;

  ParagraphReader(TextInput& input, Lines lines) : input_(input), lines_(lines) {}

  /// Clears `text`, and begins the next paragraph; false if there is none.
  bool begin(Characters& text);
  /// Appends text up to this many elements or bytes, or to the end of the paragraph.
  void fill(Characters& text, std::size_t elements, std::size_t bytes);
  /// Whether the whole paragraph has been appended.
  [[nodiscard]] bool is_complete() const { return complete_; }
  /// Whether there is nothing after the paragraph, which has been appended.
  [[nodiscard]] bool is_last() { return !has_next(); }
  /// Whether the paragraph is a new one, not just another sentence of the previous one. Known once
  /// its first word has been appended.
  [[nodiscard]] bool is_new() const { return new_; }

 private:
  /// Whether there is another character, which is then next_. May wait for input.
  bool has_next();
  // These two append the character next_.
  void append_space(Characters& text);
  void append(Characters& text);
  [[nodiscard]] bool ends_paragraph(const Characters& text) const;

  TextInput& input_;
  Lines lines_;
  bool started_ = false;
  enum class Ahead : std::uint8_t { kUnknown, kCharacter, kEnd };
  Ahead ahead_ = Ahead::kUnknown;
  TextInput::Character next_;  // or the last one, if the next is unknown
  bool complete_ = false;
  bool new_ = false;
  bool has_words_ = false;  // the paragraph has more than white space
  std::size_t spaces_ = 0;  // white-space characters at the end of what was appended
};

}  // namespace panarc
