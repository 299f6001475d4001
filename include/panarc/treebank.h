#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/choices.h"
#include "panarc/error.h"
#include "panarc/io.h"

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
/// Words are numbered from 1, as in choices.h. Views are valid until the sentence is changed or
/// read into again.
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

/// What to do with a sentence that breaks the rules of its format or is not a tree.
enum class OnError : std::uint8_t {
  kThrow,  ///< throw the first problem
  kSkip,   ///< report it to ReaderOptions::on_bad_sentence and go on with the next sentence
};

/// A sentence that was skipped; valid only during the call.
struct BadSentence {
  std::span<const Error> problems;  ///< at least one, in the order of the lines
  std::string_view raw;             ///< its bytes, for passing it on unchanged
  const Sentence& sentence;         ///< the words that could be read; unusable heads are kNoHead
};

struct ReaderOptions {
  std::optional<Format> format;  ///< default: by the file's name, or else its first sentence
  /// The encoding of the text, by a name that iconv(3) knows, such as `ISO-8859-1`. Sentences are
  /// always in UTF-8.
  std::string encoding = "UTF-8";
  OnError on_error = OnError::kThrow;
  bool single_root = false;  ///< two words attached to ROOT are an error
  std::function<void(const BadSentence&)> on_bad_sentence;
  /// Called before the reader waits for input: the time to pass on any results so far.
  std::function<void()> on_wait;
  /// A file without blank lines must not fill the memory.
  std::size_t max_sentence_bytes = std::size_t{1} << 28;
};

class SentenceReader;

/// Reads a treebank sentence by sentence, in memory bounded by its longest sentence. For errors in
/// the content, see OnError; a file that cannot be read always throws.
class TreebankReader {
 public:
  explicit TreebankReader(const Input& input, ReaderOptions options = {});

  /// Reads from memory, which must outlive the reader; `name` is used as the file name in messages.
  static TreebankReader from_text(std::string_view text, const std::string& name = "",
                                  ReaderOptions options = {});

  ~TreebankReader();
  TreebankReader(TreebankReader&&) noexcept;
  TreebankReader& operator=(TreebankReader&&) noexcept;
  TreebankReader(const TreebankReader&) = delete;
  TreebankReader& operator=(const TreebankReader&) = delete;

  /// Reads the next sentence into `sentence`, reusing its memory; false at the end.
  bool next(Sentence& sentence);

  /// After the end: the blank lines and comments that follow the last sentence.
  [[nodiscard]] std::string_view trailing() const;

  /// The format, once known: from the options, the file's name, or after the first next().
  [[nodiscard]] std::optional<Format> format() const;

  /// The name of the file in messages.
  [[nodiscard]] const std::string& name() const;

  /// How many sentences were skipped so far.
  [[nodiscard]] std::size_t bad_sentences() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// All sentences of a treebank.
std::vector<Sentence> read_treebank(const Input& input, const ReaderOptions& options = {});

/// Writes a treebank. A regular file appears under its name only when finish() is called. So half a
/// treebank is never taken for a whole one, and a file may be rewritten while it is read.
class TreebankWriter {
 public:
  /// Sentences are written in `format`, or each in the format it was read in.
  explicit TreebankWriter(const Output& output, std::optional<Format> format = std::nullopt);
  /// Hands the sentences to a function instead, in the thread that writes, and drops all text that
  /// is not part of a sentence.
  explicit TreebankWriter(std::function<void(const Sentence&)> take);

  /// Writes each sentence as a line of JSON instead; see to_json() in json.h.
  static TreebankWriter json_lines(const Output& output);

  ~TreebankWriter();
  TreebankWriter(TreebankWriter&&) noexcept;
  TreebankWriter& operator=(TreebankWriter&&) noexcept;
  TreebankWriter(const TreebankWriter&) = delete;
  TreebankWriter& operator=(const TreebankWriter&) = delete;

  void write(const Sentence& sentence);
  /// Whether it hands sentences to a function.
  [[nodiscard]] bool takes_sentences() const;

  /// Appends the bytes of a sentence that write() would write, for write_text(). Any number of
  /// threads may do so at the same time.
  void append(const Sentence& sentence, std::string& out) const;

  /// Writes text that consists of one or more whole sentences.
  void write_text(std::string_view text);

  /// Writes what follows the last sentence of a copied file (TreebankReader::trailing()). Whatever
  /// comes next begins another file: its byte order mark is left out, since the output has only one
  /// beginning.
  /// Lines of JSON have no place for it.
  void finish_input(std::string_view trailing);

  /// Passes everything to the operating system, so that the reader of a pipe sees it now.
  void flush();

  /// Completes the file; without this call, no file is left behind.
  void finish();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Which sentences of a treebank to keep.
struct SentenceFilter {
  bool projective_only = false;
  std::optional<std::size_t> max_roots;
  std::optional<std::size_t> max_words;
  /// Any other condition.
  std::function<bool(const Sentence&)> where;

  /// Whether the sentence is kept.
  [[nodiscard]] bool operator()(const Sentence& sentence) const;
};

/// A tree with a relation for every word; element 0 of both is unused.
struct LabeledTree {
  Heads heads;
  std::vector<std::string> labels;

  friend bool operator==(const LabeledTree&, const LabeledTree&) = default;
};

/// Lifts non-projective arcs, shortest and then leftmost first, until none is left, and encodes in
/// the relations where they were, unless the scheme is kBaseline. Returns the number of words whose
/// head changed. Projective trees stay unchanged. Throws Error if a relation already contains ↑ or
/// ↓, if the heads are not a complete tree, or if there are not as many relations as heads.
std::size_t projectivize(LabeledTree& tree, PseudoProjective scheme);

/// Moves lifted words back: searches from their head top-down, level by level and left to right,
/// for the first word that fits the encoding, and removes the encoding. Words whose head is not
/// found stay where they are, as do those that would take too long in a sentence of many thousands
/// of words. Returns the number of words whose head changed. Words may lack a head. Throws Error if
/// a head is out of range, or if there are not as many relations as heads.
std::size_t deprojectivize(LabeledTree& tree, PseudoProjective scheme);

/// Whether a relation says that its word was lifted; and the relation without its encoding.
bool is_lifted(std::string_view relation);
std::string_view encoded_relation(std::string_view relation);

/// The scheme that the relations of a tree were encoded with, if any.
std::optional<PseudoProjective> pseudo_projective_scheme(const LabeledTree& tree);

/// The tree of a sentence; and the reverse, which changes HEAD and DEPREL only where they differ.
LabeledTree labeled_tree(const Sentence& sentence);
void set_tree(Sentence& sentence, const LabeledTree& tree);

}  // namespace panarc
