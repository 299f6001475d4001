#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/tree.h"

namespace panarc {

/// CoNLL-U, or CoNLL-X with PHEAD and PDEPREL as its last two columns and plain ids.
enum class Format : std::uint8_t { kConllu, kConllx };

/// The columns of a word line, named as in CoNLL-U.
enum class Field : std::uint8_t {
  kId,
  kForm,
  kLemma,
  kUpos,
  kXpos,
  kFeats,
  kHead,
  kDeprel,
  kDeps,
  kMisc,
};

inline constexpr std::size_t kFieldCount = 10;

/// The name of a column in a format, e.g. "HEAD".
std::string_view field_name(Field field, Format format = Format::kConllu);

/// A sentence of a treebank: the bytes it was read from, and where its fields are in them.
///
/// An unchanged sentence is written by copying its bytes, so whatever panarc does not understand or
/// use survives. Changing a field appends the new value to the bytes and points the field at it, so
/// the cost depends on the length of the value, not on the size of the sentence.
///
/// Words are numbered from 1, as in tree.h. Views are valid until the sentence is changed or read
/// into again.
class Sentence {
 public:
  /// A line that is not a word: all its fields, and its line number.
  struct TokenLine {
    std::array<std::string_view, kFieldCount> fields;
    std::uint64_t line = 0;

    [[nodiscard]] std::string_view operator[](Field field) const {
      return fields[static_cast<std::size_t>(field)];
    }
  };

  struct MultiwordToken : TokenLine {
    Node first = 0;
    Node last = 0;
  };

  struct EmptyNode : TokenLine {
    Node after = 0;  ///< the word it follows, 0 at the beginning
    int number = 0;  ///< 1 for the first one after that word
  };

  /// A word that does not come from a treebank. Only the form is required; what is empty is
  /// unknown, and becomes `_`.
  struct Word {
    std::string_view form;
    std::string_view lemma = {};
    std::string_view upos = {};
    std::string_view xpos = {};
    std::string_view feats = {};
  };

  /// A sentence of these words, without heads, in CoNLL-U. Throws Error if there are none, or if a
  /// value is not allowed in a field: see set().
  static Sentence from_words(std::span<const Word> words);

  /// Reads the one sentence of `text`, under the same rules as TreebankReader.
  static Sentence from_text(std::string_view text, Format format = Format::kConllu);

  /// The number of words; multiword tokens and empty nodes do not count.
  [[nodiscard]] Node size() const { return static_cast<Node>(words_.size()); }
  [[nodiscard]] bool empty() const { return words_.empty(); }

  [[nodiscard]] std::string_view field(Node word, Field field) const {
    return view(line_of(word).fields[static_cast<std::size_t>(field)]);
  }
  [[nodiscard]] std::string_view form(Node word) const { return field(word, Field::kForm); }
  [[nodiscard]] std::string_view lemma(Node word) const { return field(word, Field::kLemma); }
  [[nodiscard]] std::string_view upos(Node word) const { return field(word, Field::kUpos); }
  [[nodiscard]] std::string_view xpos(Node word) const { return field(word, Field::kXpos); }
  [[nodiscard]] std::string_view feats(Node word) const { return field(word, Field::kFeats); }
  [[nodiscard]] std::string_view deprel(Node word) const { return field(word, Field::kDeprel); }
  [[nodiscard]] std::string_view deps(Node word) const { return field(word, Field::kDeps); }
  [[nodiscard]] std::string_view misc(Node word) const { return field(word, Field::kMisc); }

  /// The heads of all words; kNoHead where HEAD is `_`. What a reader returns is free of cycles.
  [[nodiscard]] const Heads& heads() const { return heads_; }
  [[nodiscard]] Node head(Node word) const { return heads_[static_cast<std::size_t>(word)]; }

  /// Changes a field other than ID. The value must be UTF-8, not empty, and without tabs and line
  /// breaks; HEAD must be another word, 0 or `_`. Does not check that the heads are free of cycles.
  /// Throws Error, as the following do.
  void set(Node word, Field field, std::string_view value);
  void set_head(Node word, Node head);
  void set_deprel(Node word, std::string_view deprel) { set(word, Field::kDeprel, deprel); }

  /// Sets HEAD and DEPREL of all words, which is faster than one by one. Element 0 is unused, as in
  /// Heads.
  void set_heads_and_deprels(std::span<const Node> heads,
                             std::span<const std::string_view> deprels);

  /// Adds a line `# text` below the existing comments.
  void add_comment(std::string_view text);

  /// Comment lines as read, `#` included.
  [[nodiscard]] std::size_t comment_count() const { return comments_.size(); }
  [[nodiscard]] std::string_view comment(std::size_t index) const { return view(comments_[index]); }

  /// The value of the comment `# key = value`, if there is one: `sent_id`, `text`, ...
  [[nodiscard]] std::optional<std::string_view> metadata(std::string_view key) const;

  [[nodiscard]] std::size_t multiword_count() const { return multiwords_.size(); }
  [[nodiscard]] MultiwordToken multiword(std::size_t index) const;
  [[nodiscard]] std::size_t empty_node_count() const { return empty_nodes_.size(); }
  [[nodiscard]] EmptyNode empty_node(std::size_t index) const;

  [[nodiscard]] Format format() const { return format_; }

  /// Where it was read from: the file, the first line of its block, the line of a word.
  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] std::uint64_t line() const { return first_line_; }
  [[nodiscard]] std::uint64_t line(Node word) const { return first_line_ + line_of(word).number; }

  /// "\n" or "\r\n", as at the end of its first line.
  [[nodiscard]] std::string_view line_ending() const;

  /// The bytes as they were read, from the end of the sentence before to its own blank line.
  [[nodiscard]] std::string_view raw() const { return {bytes_.data(), raw_size_}; }

  /// Whether anything was set after reading.
  [[nodiscard]] bool changed() const { return changed_; }

  /// Writes the sentence in its own format: the bytes read, except for what was changed.
  void append_to(std::string& out) const;

 private:
  friend class SentenceReader;

  struct Span {
    std::uint32_t offset = 0;
    std::uint32_t length = 0;
  };

  struct Line {
    Span fields[kFieldCount];
    std::uint32_t begin = 0;   // in bytes_, as read
    std::uint32_t end = 0;     // before its line break
    std::uint32_t number = 0;  // counted from first_line_
    bool changed = false;
  };

  struct MultiwordLine {
    Node first = 0;
    Node last = 0;
    Line line;
  };

  struct EmptyLine {
    Node after = 0;
    int number = 0;
    Line line;
  };

  [[nodiscard]] std::string_view view(Span span) const {
    return {bytes_.data() + span.offset, span.length};
  }
  [[nodiscard]] const Line& line_of(Node word) const {
    return words_[static_cast<std::size_t>(word) - 1];
  }
  [[nodiscard]] TokenLine token_line(const Line& line) const;
  void check_word(Node word) const;
  void check_value(Node word, Field field, std::string_view value) const;
  void check_head(Node word, Node head) const;
  void check_room(std::size_t size) const;
  std::string make_room(std::size_t size);
  Span append_value(std::string_view value);
  void assign(Node word, Field field, Span value);

  std::string bytes_;  // what was read, then the values set since
  std::size_t raw_size_ = 0;
  std::size_t body_ = 0;  // where the first token line begins
  std::vector<Line> words_;
  std::vector<MultiwordLine> multiwords_;
  std::vector<EmptyLine> empty_nodes_;
  std::vector<Span> comments_;
  std::size_t comments_read_ = 0;  // those from here on were added
  Heads heads_{kNoHead};
  std::string file_;
  std::uint64_t first_line_ = 1;
  Format format_ = Format::kConllu;
  bool changed_ = false;
};

/// The comment `text`, or else the forms separated by spaces.
std::string text_of_sentence(const Sentence& sentence);

}  // namespace panarc
