#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/choices.h"
#include "panarc/names.h"
#include "panarc/pipeline.h"
#include "panarc/treebank.h"

namespace panarc {

/// How to use what is known about the words of the input.
enum class ConstraintUse : std::uint8_t {
  kRefuse,  ///< not at all; HEAD and DEPREL marked as known (`Constraint=`) are an error
  kIgnore,  ///< not at all; marks are ignored, and HEAD and DEPREL are overwritten
  kMarks,   ///< marks (see KnownFrom) are constraints
  kFill,    ///< so are HEAD and DEPREL: only those that are `_` are filled
};

/// What a stream does with a sentence that takes longer than its time limit.
enum class OnTimeout : std::uint8_t {
  kError,  ///< throw TimedOut
  kKeep,   ///< write it as it was read, with a warning
  kSkip,   ///< leave it out, with a warning
};

inline constexpr auto kOnTimeoutNames = names_of<OnTimeout>({
    {OnTimeout::kError, "error"},
    {OnTimeout::kKeep, "keep"},
    {OnTimeout::kSkip, "skip"},
});

struct ParseStreamOptions {
  std::size_t threads = 1;
  /// If not 0, writes each sentence once for each of its best trees, up to this many, with comments
  /// giving rank and score. The first tree is the one that is written otherwise.
  std::size_t k_best = 0;
  /// Write the probability that a word's head and relation are right to MISC: `Confidence=0.93`.
  /// The model must have been trained with a development set.
  bool confidence = false;
  /// If not 0, writes only this many sentences, those most worth a look; with SelectBy::kWord,
  /// those with this many words most worth a look. Only when the stream is finished; not with
  /// k_best.
  std::size_t select = 0;
  SelectBy select_by = SelectBy::kPerWord;
  std::uint64_t seed = 1;
  ConstraintUse constraints = ConstraintUse::kRefuse;
  OnConflict on_conflict = OnConflict::kError;
  /// The longest time that a sentence may take (see ParseRequest). Sentences are then read one by
  /// one, which is slower for networks.
  std::optional<std::chrono::steady_clock::duration> time_limit = {};
  OnTimeout on_timeout = OnTimeout::kError;
  /// When a stop is requested, from any thread, the sentences that are complete are written in
  /// order, and Stopped is thrown. A stream that waits for input notices it when there is some.
  std::stop_token stop = {};
  /// Called, in output order, for every tree that does not meet all constraints, with the unmet
  /// ones, which are also written to MISC: `Unmet=Heads:2,5`; and for sentences that take too long,
  /// unless that is an error.
  std::function<void(const Error&)> on_warning = {};
};

/// What the input has in a column that the model uses.
struct ColumnUse {
  Field column = Field::kUpos;
  std::uint64_t missing = 0;  ///< words without a value
  std::uint64_t unknown = 0;  ///< words with a tag that is not in the training data
};

/// Parses treebanks and texts of any size, and writes the sentences in input order. Changes only
/// HEAD and DEPREL; but a tagger in the model fills missing columns, and a parser that chooses tags
/// replaces existing ones. The result is the same for any number of threads.
///
/// Memory is bounded by a few sentences per thread. Parsed sentences are written out whenever no
/// input is waiting, so that a program can hold a conversation through two pipes, and when the
/// input turns out to be bad. Input and output are used by one thread at a time, but not always the
/// same: so are callbacks.
class ParseStream {
 public:
  /// The writer must outlive the stream.
  ParseStream(const Pipeline& pipeline, TreebankWriter& writer,
              const ParseStreamOptions& options = {});
  ~ParseStream();
  ParseStream(const ParseStream&) = delete;
  ParseStream& operator=(const ParseStream&) = delete;
  ParseStream(ParseStream&&) = delete;
  ParseStream& operator=(ParseStream&&) = delete;

  /// Parses a treebank. All must have the same format.
  void parse(const Input& input, ReaderOptions options = {});
  /// Divides a text into sentences and words, and parses them. Sentence numbers continue across
  /// calls. Throws Error if the model has no segmenter.
  void parse_text(const Input& input, TextOptions options = {});

  /// Writes the selected sentences, if a selection was asked for.
  void finish();

  /// For callbacks of the reader: writes text at its place among the sentences.
  void pass_on(std::string_view text);

  [[nodiscard]] std::uint64_t sentences() const;
  [[nodiscard]] std::uint64_t words() const;
  /// How many words of the input so far had a head. Unless ConstraintUse keeps it, it was replaced.
  [[nodiscard]] std::uint64_t words_with_heads() const;
  /// The columns that the model was trained with, except FORM, and their state in the input so far.
  /// If many words lack them, the trees are much worse than the model's scores suggest.
  [[nodiscard]] std::vector<ColumnUse> columns() const;

 private:
  class Threads;
  std::unique_ptr<Threads> threads_;
};

}  // namespace panarc
