#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/error.h"
#include "panarc/io.h"
#include "panarc/sentence.h"

namespace panarc {

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
  static TreebankWriter json_lines(const std::string& path);

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

}  // namespace panarc
