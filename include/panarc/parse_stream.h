#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/choices.h"
#include "panarc/pipeline.h"
#include "panarc/treebank.h"

namespace panarc {

/// What is known of the words of the input.
enum class ConstraintUse : std::uint8_t {
  kRefuse,  ///< nothing; and HEAD and DEPREL that are marked as known (`Constraint=`) are an error
  kIgnore,  ///< nothing; marks mean nothing, and HEAD and DEPREL are overwritten
  kMarks,   ///< what is marked (see KnownFrom) is a constraint
  kFill,    ///< so is what HEAD and DEPREL say: only where they are `_`, they are filled
};

struct ParseStreamOptions {
  std::size_t threads = 1;
  /// If it is not 0, a sentence is written once for each of its best trees, up to so many, with
  /// comments that give the tree's rank and score. The beam has at least so many hypotheses.
  std::size_t k_best = 0;
  /// Writes the probability that head and relation of a word are right into MISC:
  /// `Confidence=0.93`. The model must have been trained with a development set.
  bool confidence = false;
  /// If it is not 0, only so many sentences are written, those most worth a look, or those with so
  /// many words most worth it; and only when the stream is finished. Not together with k_best.
  std::size_t select = 0;
  SelectBy select_by = SelectBy::kPerWord;
  std::uint64_t seed = 1;
  ConstraintUse constraints = ConstraintUse::kRefuse;
  OnConflict on_conflict = OnConflict::kError;
  /// Called for every tree that does not meet all constraints, in the order of the output, with
  /// those that it does not meet. They stand in MISC as well: `Unmet=Heads:2,5`.
  std::function<void(const Error&)> on_unmet = {};
};

/// What the input has in a column that the model looks at.
struct ColumnUse {
  Field column = Field::kUpos;
  std::uint64_t missing = 0;  ///< words that have no value there
  std::uint64_t unknown = 0;  ///< words with a tag that the training data did not have
};

/// Parses treebanks and texts of any size, and writes their sentences in the order in which they
/// are read. Nothing but HEAD and DEPREL is changed; but if the model has a tagger, columns that
/// are missing are filled, and a parser that chooses tags replaces those that are there. The
/// outcome is the same for any number of threads.
///
/// Memory is bounded by a few sentences per thread. What has been parsed is passed on whenever no
/// input is waiting, so that a program can hold a conversation through two pipes; and when the
/// input turns out to be bad.
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

  /// Parses a file (`-`: standard input). All files must have the same format.
  void parse(const std::string& path, ReaderOptions options = {});
  /// Divides a text into sentences and words (`-`: standard input), and parses them. Their numbers
  /// go on from those before. Throws Error if the model has no segmenter.
  void parse_text(const std::string& path, TextOptions options = {});

  /// Writes what was selected, if that was asked for.
  void finish();

  /// From a callback of the reader: writes text in its place among the sentences.
  void pass_on(std::string_view text);

  [[nodiscard]] std::uint64_t sentences() const;
  [[nodiscard]] std::uint64_t words() const;
  /// The columns that the model was trained with, apart from FORM, as they were in the input so
  /// far. Where many words lack them, the trees are much worse than the model's scores.
  [[nodiscard]] std::vector<ColumnUse> columns() const;

 private:
  class Threads;
  std::unique_ptr<Threads> threads_;
};

}  // namespace panarc
