#pragma once

#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/app.h"
#include "panarc/analysis.h"
#include "panarc/text.h"
#include "panarc/treebank.h"
#include "panarc/validate.h"

namespace panarc::cli {

/// What to do with a sentence that is not well-formed.
enum class BadSentencePolicy { kFail, kSkip, kKeep };

/// The arguments of every command that reads treebanks.
struct TreebankOptions {
  std::optional<Format> format;
  std::string encoding = "UTF-8";
  SentenceFilter filter;
  bool single_root = false;
  BadSentencePolicy on_error = BadSentencePolicy::kFail;
  bool quiet = false;

  /// Options of a reader that warns on standard error. If bad sentences are kept, `keep` is called
  /// with their bytes.
  [[nodiscard]] ReaderOptions reader_options(
      std::function<void(std::string_view raw)> keep = {}) const;
};

/// All sentences of the files that can be read; the number of the others is added to `bad`.
std::vector<Sentence> read_treebanks(const std::vector<std::string>& files,
                                     const ReaderOptions& options, std::size_t& bad);

/// Leaves out sentences that the filter rejects, with all their references, and further references
/// that it rejects. Returns the number of sentences left out.
std::size_t filter_sentences(std::vector<Sentence>& sentences, const SentenceFilter& filter);

/// Whether a command can pass on bad sentences unchanged.
enum class KeepsBadSentences { kNo, kYes };

/// Adds `-q`.
void add_quiet_argument(Command& command, TreebankOptions& options);

/// Adds `--on-error`.
void add_bad_sentence_argument(Command& command, TreebankOptions& options, KeepsBadSentences keeps);

/// Adds `--encoding`.
void add_encoding_argument(Command& command, TreebankOptions& options);

/// Adds `--format`, `--encoding`, `--single-root` and `--on-error`.
void add_reader_arguments(Command& command, TreebankOptions& options, KeepsBadSentences keeps);

/// Adds an argument that is a condition on words; `assign` gets it compiled, and as it was written.
Argument& add_query(
    Command& command, const std::string& name,
    std::function<void(std::shared_ptr<const WordQuery>, const std::string&)> assign,
    const std::string& description);

/// Sentences must also have a word for which the query holds.
void require_word(SentenceFilter& filter, std::shared_ptr<const WordQuery> query);

/// Adds `--projective-only`, `--max-roots`, `--max-words` and `--sentences-with`.
void add_sentence_filters(Command& command, SentenceFilter& filter);

/// Adds the filters of sentences, and `--where`, for commands that work on whole sentences: of the
/// words for which it holds they take the sentences.
void add_filter_arguments(Command& command, SentenceFilter& filter);

/// Adds an argument whose value is a format by name.
Argument& add_format_argument(Command& command, const std::string& name,
                              std::optional<Format>& format, const std::string& description);

/// What `validate` and `stats --validate` do: prints every problem as it is found and then, unless
/// quiet, a summary on standard error. Returns the exit status: 1 if there are errors, not only
/// warnings.
int validate_treebanks(const std::vector<std::string>& inputs, const TreebankOptions& treebank,
                       bool json, ValidationOptions options = {});

/// The arguments of every command that reads plain text.
struct TextArguments {
  std::string language;
  Lines lines = Lines::kWrapped;
  bool words = false;  ///< whether words are separated by white space
  bool replace_invalid = false;

  [[nodiscard]] TextOptions options(const std::string& encoding) const;
  /// What divides the text instead of a model, if anything. Throws UsageError if two things would.
  [[nodiscard]] std::optional<Segmenter> segmenter() const;
};

/// Adds `--language`, `--lines` and `--replace-invalid`, each of which needs the argument `needed`,
/// if any.
void add_text_arguments(Command& command, TextArguments& arguments, const std::string& needed = "");

}  // namespace panarc::cli
