#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "text/alphabet.h"
#include "text/char_class.h"

namespace panarc {

/// Hashes a text, one character after the other.
constexpr std::uint64_t add_to_hash(std::uint64_t hash, char32_t character) {
  return (hash ^ (hash >> 29U)) * 0x9e3779b97f4a7c15ULL + character + 1;
}

/// A range of elements of a text, from `begin` up to, but not including, `end`: a token, or a
/// sentence.
struct TextPart {
  std::uint32_t begin = 0;
  std::uint32_t end = 0;
};

/// A run of characters between white space, or the part of it that is looked at.
struct Chunk {
  std::uint32_t begin = 0;  ///< number of its first element
  std::uint32_t size = 0;   ///< at most Characters::kChunkLimit
  std::uint64_t hash = 0;
  std::uint64_t lower = 0;                     ///< hash of it in lower case
  std::uint64_t core = 0;                      ///< hash without surrounding punctuation
  std::uint64_t core_lower = 0;                ///< the same in lower case
  std::uint64_t shape = 0;                     ///< hash of its classes, collapsing runs
  CharClass core_class = CharClass::kOutside;  ///< of the first character of the core
};

/// Text prepared for boundary decisions: a sequence of elements, each a character or a run of white
/// space. It can grow at the end and be dropped from the beginning, and so serve as a window moving
/// over a text of any length.
class Characters {
 public:
  /// How much of a chunk is looked at.
  static constexpr std::size_t kChunkLimit = 32;

  /// The alphabet must outlive it.
  explicit Characters(const Alphabet& alphabet = Alphabet::unlimited()) : alphabet_(&alphabet) {}

  void clear();
  /// Appends a character that is not white space, with its bytes.
  void append(char32_t character, std::string_view bytes);
  /// Appends a white-space character; it forms one element with white space before it.
  void append_space(char32_t character, std::string_view bytes);
  /// The number of line breaks in the white space after the last word, even if that was cleared.
  [[nodiscard]] std::size_t line_breaks() const { return line_breaks_; }
  /// The text ends here, so that the last chunk is complete.
  void finish();
  /// Drops the first elements, and the chunks that begin with one of them; returns the number of
  /// these chunks.
  std::size_t drop(std::size_t count);

  [[nodiscard]] std::size_t size() const { return codes_.size(); }
  [[nodiscard]] bool empty() const { return codes_.empty(); }
  /// A space for white space.
  [[nodiscard]] char32_t code(std::size_t element) const { return codes_[element]; }
  /// What the alphabet takes a character for.
  [[nodiscard]] char32_t sign(std::size_t element) const { return signs_[element]; }
  [[nodiscard]] CharClass cls(std::size_t element) const { return classes_[element]; }
  [[nodiscard]] bool is_space(std::size_t element) const {
    return is_space_class(classes_[element]);
  }
  /// Whether a character belongs to the one before it: see is_joined().
  [[nodiscard]] bool joined(std::size_t element) const { return joined_[element] != 0; }
  /// The bytes of the elements from `begin` up to, but not including, `end`.
  [[nodiscard]] std::string_view bytes(std::size_t begin, std::size_t end) const {
    const std::size_t from = offset(begin);
    return std::string_view(bytes_).substr(from, offset(end) - from);
  }
  [[nodiscard]] std::size_t offset(std::size_t element) const {
    return element == offsets_.size() ? bytes_.size() : offsets_[element];
  }

  /// Chunks that are complete or long enough, in order.
  [[nodiscard]] const std::vector<Chunk>& chunks() const { return chunks_; }

 private:
  void end_chunk();

  const Alphabet* alphabet_;
  std::string bytes_;
  std::vector<char32_t> codes_;
  std::vector<char32_t> signs_;
  std::vector<CharClass> classes_;
  std::vector<char> joined_;
  std::vector<std::uint32_t> offsets_;
  std::vector<Chunk> chunks_;
  std::size_t chunk_begin_ = 0;
  std::size_t line_breaks_ = 0;  // since the last word
  bool after_return_ = false;
  bool in_chunk_ = false;
  bool described_ = false;  // the chunk at the end is in `chunks_`
};

/// What features see of a run of elements without white space.
Chunk describe_chunk(const Characters& text, std::size_t begin, std::size_t end);

}  // namespace panarc
