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

#include "panarc/io.h"
#include "panarc/options.h"
#include "panarc/train.h"
#include "panarc/treebank.h"

/// From text to sentences and words:
///
///     const panarc::Segmenter segmenter = panarc::Segmenter::load("english.segmenter");
///     panarc::TextReader reader("novel.txt", segmenter);
///     for (panarc::Sentence sentence; reader.next(sentence);) parser.parse(sentence);

namespace panarc {

class ByteSource;
class ModelFile;
class ModelFileWriter;

/// Knows where tokens and sentences end, and which words tokens consist of: learnt from a treebank,
/// by Unicode's rules for a language, or by white space alone. Immutable: any number of threads may
/// use it at the same time. Copies are cheap and share their data.
class Segmenter {
 public:
  /// Reads what save() has written. Throws Error if it cannot be used.
  static Segmenter load(const std::string& path);
  /// Loads a model from memory, which is copied; `name` is used as the file name in messages.
  static Segmenter from_memory(std::span<const std::byte> bytes,
                               const std::string& name = "<memory>");
  /// Uses ICU's rules for a language, such as `en` or `pt-BR`: nothing is learnt, and there are no
  /// multiword tokens. Throws Error if there is no such language.
  static Segmenter for_language(const std::string& language);
  /// For text whose words are already separated by white space. A paragraph is one sentence, so
  /// such text is usually read with Lines::kSentences.
  static Segmenter by_spaces();

  /// Writes the segmenter; the file appears under its name only when complete.
  void save(const std::string& path) const;
  /// The bytes that save() writes.
  [[nodiscard]] std::string bytes() const;

  /// Whether it was learnt from a treebank.
  [[nodiscard]] bool is_learnt() const;
  /// The language whose rules it follows, if any.
  [[nodiscard]] const std::string& language() const;
  /// The report of the training: a JSON object; empty if there was none.
  [[nodiscard]] const std::string& report() const;

  // For internal use: as part of a file, in sections whose names begin with a prefix.
  struct Parts;
  explicit Segmenter(std::shared_ptr<const Parts> parts);
  static Segmenter load(const std::shared_ptr<const ModelFile>& file, const std::string& prefix);
  /// Whether a file contains a segmenter under this prefix.
  static bool is_in(const ModelFile& file, const std::string& prefix);
  void add_to(ModelFileWriter& writer, const std::string& prefix) const;
  [[nodiscard]] const Parts& parts() const { return *parts_; }

 private:
  std::shared_ptr<const Parts> parts_;
};

/// What the lines of a text are. The end of a paragraph ends a sentence.
enum class Lines : std::uint8_t {
  kWrapped,     ///< parts of a paragraph; a blank line ends it
  kParagraphs,  ///< one paragraph each
  kSentences,   ///< one sentence each; a blank line ends a paragraph
};

struct TextOptions {
  /// The encoding of the text, by a name that iconv(3) knows.
  std::string encoding = "UTF-8";
  /// Replace bytes that are invalid in the encoding by U+FFFD instead of throwing Error.
  bool replace_invalid = false;
  Lines lines = Lines::kWrapped;
  /// The id in `# newdoc id = ...` of the first sentence; if empty, `# newdoc` has no id. Error is
  /// thrown if it is not UTF-8 or has control characters.
  std::string document{};
  /// `# sent_id` of the first sentence; the others count up from it. ParseStream ignores it, and
  /// continues its own numbering.
  std::uint64_t first_id = 1;
  /// Called before the reader waits for input.
  std::function<void()> on_wait{};
};

/// Reads text and returns its sentences one by one, as CoNLL-U: words, multiword tokens, `# text`,
/// `# sent_id`, `# newpar` and `# newdoc`, and in MISC all white space other than a single space
/// after a token (SpaceAfter, SpacesAfter, SpacesBefore, SpacesInToken). So reconstruct_text()
/// gives back the text, byte for byte.
///
/// Memory is bounded for any text: no token has more than 65,536 characters, and sentences end at
/// 262,144 characters (counting a run of white space as one), 10,000 tokens, or 4 MB. The result
/// depends only on the text, not on the chunks in which it is read.
///
/// The white space after a paragraph belongs to it. So its sentences are returned only when the
/// next paragraph begins or the text ends, even if every line is a paragraph. But if every line is
/// a sentence, it is returned at the end of its line, and blank lines belong to the next sentence.
class TextReader {
 public:
  TextReader(const Input& input, const Segmenter& segmenter, TextOptions options = {});
  /// Reads from memory, which must outlive the reader; `name` is used as the file name in messages.
  static TextReader from_text(std::string_view text, const Segmenter& segmenter,
                              TextOptions options = {}, const std::string& name = "");
  /// For internal use: reads from any source of bytes.
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

  /// After the end: the white space that no sentence can record, because the text contains nothing
  /// else or, if every line is a sentence, because it follows the last line.
  [[nodiscard]] std::string_view trailing() const;

  /// The name of the file in messages.
  [[nodiscard]] const std::string& name() const;

 private:
  struct State;
  explicit TextReader(std::unique_ptr<State> state);

  std::unique_ptr<State> state_;
};

/// Appends the text of a sentence, with all white space before and after its tokens.
void append_text(const Sentence& sentence, std::string& text);

/// The text of sentences, followed by what TextReader::trailing() returned after the last of them.
std::string reconstruct_text(std::span<const Sentence> sentences, std::string_view trailing = {});

/// Throws OptionError if no segmenter can be trained with the options.
void check_segmenter_options(const TrainOptions& options);

/// Learns from the forms of sentences, their multiword tokens and the white space in MISC. Several
/// models are trained, each with its own epochs, and added up. `dev` may be empty: then the last
/// epoch is kept. The scores on `dev` (kTokens, kSentences, and kWords for the words of gold
/// tokens) are for the text of its sentences, one after the other. The same data, options and seed
/// give the same segmenter, byte for byte, for any number of threads. Throws OptionError, also for
/// options that mean nothing for segmenters, and Error if there is nothing to learn from.
Segmenter train_segmenter(std::span<const Sentence> training, std::span<const Sentence> dev,
                          const TrainOptions& options = {}, const TrainProgress& progress = {});

}  // namespace panarc
