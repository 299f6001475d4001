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

#include "panarc/sentence.h"

/// From text to sentences and words:
///
///     const panarc::Segmenter segmenter = panarc::Segmenter::load("english.segmenter");
///     panarc::TextReader reader("novel.txt", segmenter);
///     for (panarc::Sentence sentence; reader.next(sentence);) parser.parse(sentence);

namespace panarc {

class ByteSource;
class ModelFile;
class ModelFileWriter;

/// Knows where tokens and sentences end, and what words tokens consist of: learnt from a treebank,
/// by the rules of Unicode for a language, or by white space alone. It never changes: any number of
/// threads may use one at the same time. Copies are cheap, and share what is known.
class Segmenter {
 public:
  /// Reads what save() has written. Throws Error if it cannot be used.
  static Segmenter load(const std::string& path);
  /// The same from memory, which is copied; `name` stands for the file in messages.
  static Segmenter from_memory(std::span<const std::byte> bytes,
                               const std::string& name = "<memory>");
  /// The rules that ICU has for a language, such as `en` or `pt-BR`: nothing is learnt, and there
  /// are no multiword tokens. Throws Error if there is no such language.
  static Segmenter for_language(const std::string& language);
  /// For text whose words are divided by white space already. A paragraph is one sentence, so such
  /// texts are usually read with Lines::kSentences.
  static Segmenter by_spaces();

  /// Writes it; the file appears under its name when it is complete.
  void save(const std::string& path) const;
  /// The bytes of its file.
  [[nodiscard]] std::string bytes() const;

  /// Whether it has learnt from a treebank.
  [[nodiscard]] bool is_learnt() const;
  /// The language whose rules it follows, if any.
  [[nodiscard]] const std::string& language() const;
  /// What was said of the training when it was made: a JSON object; empty if there was none.
  [[nodiscard]] const std::string& report() const;

  // For the library itself: as a part of a file, in sections whose names begin with a prefix.
  struct Parts;
  explicit Segmenter(std::shared_ptr<const Parts> parts);
  static Segmenter load(const std::shared_ptr<const ModelFile>& file, const std::string& prefix);
  /// Whether a file has one under this prefix.
  static bool is_in(const ModelFile& file, const std::string& prefix);
  void add_to(ModelFileWriter& writer, const std::string& prefix) const;
  [[nodiscard]] const Parts& parts() const { return *parts_; }

 private:
  std::shared_ptr<const Parts> parts_;
};

/// What the lines of a text are. Sentences end where paragraphs do.
enum class Lines : std::uint8_t {
  kWrapped,     ///< parts of a paragraph, which ends with a blank line
  kParagraphs,  ///< one paragraph each
  kSentences,   ///< one sentence each; a blank line ends a paragraph
};

struct TextOptions {
  /// The encoding of the text, by a name that iconv(3) knows.
  std::string encoding = "UTF-8";
  /// Bytes that are not in the encoding become U+FFFD, instead of an Error.
  bool replace_invalid = false;
  Lines lines = Lines::kWrapped;
  /// `# newdoc id = ...` of the first sentence; without it `# newdoc` has no id. An Error is thrown
  /// if it is not UTF-8 or has control characters.
  std::string document{};
  /// `# sent_id` of the first sentence; the others are numbered on from it. ParseStream does not
  /// look at it, but goes on from the sentences that it has had.
  std::uint64_t first_id = 1;
  /// Called before the reader waits for input that is not there yet.
  std::function<void()> on_wait{};
};

/// Reads text, and gives its sentences one by one, as CoNLL-U: words, multiword tokens, `# text`,
/// `# sent_id`, `# newpar` and `# newdoc`, and in MISC all white space that is not a single space
/// after a token (SpaceAfter, SpacesAfter, SpacesBefore, SpacesInToken). So reconstruct_text()
/// gives the text back, byte for byte.
///
/// Memory is bounded whatever the text: no token has more than 65,536 characters, and sentences end
/// when they have 262,144 characters or 10,000 tokens, a run of white space being one character, or
/// 4 MB. What comes out depends on the text alone, not on the portions in which it is read.
///
/// The white space after a paragraph belongs to it. So its sentences are given out when the next
/// paragraph begins or the text ends, even if every line is a paragraph or a sentence.
class TextReader {
 public:
  /// `-` is standard input; `.gz` and `.zst` are decompressed.
  TextReader(const std::string& path, const Segmenter& segmenter, TextOptions options = {});
  /// Reads from memory, which must outlive the reader; `name` stands for a file in messages.
  static TextReader from_text(std::string_view text, const Segmenter& segmenter,
                              TextOptions options = {}, const std::string& name = "");
  /// For the library itself: reads from any source of bytes.
  static TextReader from_source(std::unique_ptr<ByteSource> source, const Segmenter& segmenter,
                                TextOptions options = {}, const std::string& name = "");

  ~TextReader();
  TextReader(TextReader&&) noexcept;
  TextReader& operator=(TextReader&&) noexcept;
  TextReader(const TextReader&) = delete;
  TextReader& operator=(const TextReader&) = delete;

  /// Reads the next sentence, reusing the memory of `sentence`; false at the end. Throws Error,
  /// with file, line and column, for bytes that are not text.
  bool next(Sentence& sentence);

  /// After the end: the white space of a text that has nothing else, and so no sentence to be
  /// noted in.
  [[nodiscard]] std::string_view trailing() const;

  /// The file, as messages call it.
  [[nodiscard]] const std::string& name() const;

 private:
  struct State;
  explicit TextReader(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

/// Appends the text that a sentence stands for, with all white space before and after its tokens.
void append_text(const Sentence& sentence, std::string& text);

/// The text that sentences stand for, and what a TextReader had left after the last of them.
std::string reconstruct_text(std::span<const Sentence> sentences, std::string_view trailing = {});

/// How a segmenter is trained. The same data, options and seed give the same segmenter, byte for
/// byte, whatever the number of threads.
struct SegmenterOptions {
  int epochs = 10;
  /// Stop after so many epochs without a better score on the development set.
  int patience = 4;
  std::uint64_t seed = 1;
  /// All cores, unless said otherwise.
  std::optional<std::size_t> threads{};
};

/// What an epoch of training came to: F1 on the development set, in percent. Several models are
/// trained, each with epochs of its own, and added up.
struct SegmenterEpoch {
  int model = 0;   ///< from 1
  int models = 0;  ///< how many there are
  int epoch = 0;
  double tokens = 0;
  double sentences = 0;
  bool best = false;
};

/// How good a segmenter is on its development set. The text is that of the sentences, one after the
/// other. Words are those of gold tokens.
struct SegmenterScores {
  double tokens = 0;
  double sentences = 0;
  double words = 0;
};

struct SegmenterResult {
  Segmenter segmenter;
  /// Nothing without a development set.
  std::optional<SegmenterScores> dev;
};

/// Learns from the forms of sentences, their multiword tokens and the white space in MISC. `dev`
/// may be empty: then the last epoch is kept. `on_epoch` may be called in other threads, but in one
/// at a time. Throws Error if there is nothing to learn from.
SegmenterResult train_segmenter(std::span<const Sentence> training, std::span<const Sentence> dev,
                                const SegmenterOptions& options = {},
                                const std::function<void(const SegmenterEpoch&)>& on_epoch = {});

}  // namespace panarc
