#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "panarc/choices.h"
#include "panarc/evaluate.h"
#include "panarc/parser.h"
#include "panarc/tagger.h"
#include "panarc/text.h"
#include "panarc/train.h"
#include "panarc/treebank.h"

/// From text to trees with one model:
///
///     const panarc::Pipeline english = panarc::Pipeline::load("english.model");
///     for (const panarc::Sentence& sentence : english.read("It rains. We stay.")) use(sentence);
///
/// For files of any size, use ParseStream.

namespace panarc {

/// A description of the segmenter of a model.
struct SegmenterInfo {
  bool learnt = false;   ///< from a treebank
  std::string language;  ///< the language whose rules it follows, if any
  /// The report of the training: a JSON object; empty if there was none.
  std::string report;
};

/// The contents of a model file: a parser, a tagger, a segmenter, or several of them.
struct ModelContents {
  std::optional<ModelInfo> parser;
  std::optional<TaggerInfo> tagger;
  std::optional<SegmenterInfo> segmenter;
  /// The model card, for people: a JSON object, or `null`.
  std::string card;
  std::uint32_t format_version = 0;
  std::vector<std::pair<std::string, std::size_t>> sections;  ///< with sizes in bytes
  std::size_t bytes = 0;
};

class ModelFileWriter;

/// A parser and what prepares sentences for it: a segmenter, which divides text into sentences and
/// words, and a tagger. Either may be missing. Immutable: any number of threads may use it at the
/// same time. Copies are cheap and share the model.
class Pipeline {
 public:
  /// Reads a model made by `panarc train` or train_pipeline(). Throws Error if it cannot be used,
  /// or if it contains no parser.
  static Pipeline load(const std::string& path, const ParserOptions& options = {});
  /// Loads a model from memory, which is copied; `name` is used as the file name in messages.
  static Pipeline from_memory(std::span<const std::byte> bytes, const ParserOptions& options = {},
                              const std::string& name = "<memory>");
  // NOLINTNEXTLINE(google-explicit-constructor): a parser is a pipeline of one part
  Pipeline(Parser parser, std::optional<Tagger> tagger = std::nullopt,
           std::optional<Segmenter> segmenter = std::nullopt);

  [[nodiscard]] const Parser& parser() const { return parser_; }
  [[nodiscard]] const std::optional<Tagger>& tagger() const { return tagger_; }
  [[nodiscard]] const std::optional<Segmenter>& segmenter() const { return segmenter_; }
  /// A pipeline with another parser, and without the card, which describes the original model.
  [[nodiscard]] Pipeline with_parser(Parser parser) const;
  /// A pipeline with another segmenter, such as Segmenter::for_language().
  [[nodiscard]] Pipeline with_segmenter(Segmenter segmenter) const;

  /// If there is a tagger, fills what the sentence lacks (see Tagger::fill()); then does what
  /// Parser::parse() does. If the parser chooses tags (see pipeline.h), it sets UPOS, and all the
  /// columns of the tagger are replaced. After an exception, some of these columns may be filled.
  std::vector<Constraint> annotate(Sentence& sentence, const ParseRequest& request = {}) const;
  /// Fills the same columns, and returns the trees of the sentence, as Parser::best().
  [[nodiscard]] std::vector<ScoredTree> best(Sentence& sentence,
                                             const ParseRequest& request = {}) const;
  /// Annotates several sentences at once, which may be faster.
  void annotate(std::span<Sentence> sentences) const;
  /// What annotate() does before it parses.
  void tag(Sentence& sentence) const;
  /// The sentences of a text, annotated. Throws Error if there is no segmenter.
  [[nodiscard]] std::vector<Sentence> read(std::string_view text,
                                           const TextOptions& options = {}) const;

  /// The model card, for people, as a JSON object; `null` if there is none.
  [[nodiscard]] const std::string& card() const { return card_; }
  [[nodiscard]] Pipeline with_card(std::string card) const;

  /// Writes the model; the file appears under its name only when complete.
  void save(const std::string& path) const;
  /// The bytes that save() writes.
  [[nodiscard]] std::string bytes() const;

 private:
  void add_to(ModelFileWriter& writer) const;

  Parser parser_;
  std::optional<Tagger> tagger_;
  std::optional<Segmenter> segmenter_;
  std::string card_ = "null";
};

/// How the parts of a pipeline are trained. The same data, options and seed give the same pipeline,
/// byte for byte, for any number of threads.
struct PipelineOptions {
  /// Options of the parser, which may be one that chooses tags (TrainOptions::joint). Its seed,
  /// number of threads and requests to stop apply to all parts; so do its checkpoint and whether to
  /// resume, if the tagger is recurrent: see checkpoints_of().
  TrainOptions parser;
  /// If not empty, the parser is an ensemble of these; see ensemble_members().
  std::vector<TrainOptions> members;
  CombineOptions votes;
  /// The kind of tagger: linear or recurrent. Default: recurrent if the parser or one of its
  /// members is.
  std::optional<ScorerKind> tagger;
  /// The parser is trained on predicted tags, made in this many parts: see jackknife_tags().
  /// Default: kJackknifeParts, or fewer if there are fewer sentences.
  std::optional<std::size_t> jackknife;
};

/// How tags are predicted for a parser to learn from.
struct PredictionOptions {
  /// How the tagger is trained. Its seed, number of threads and requests to stop also apply to
  /// those of parts, which are linear.
  TrainOptions tagger;
  /// The number of parts: see jackknife_tags(). Default: kJackknifeParts, or fewer if there are
  /// fewer sentences.
  std::optional<std::size_t> parts;
  /// Whether a tagger is needed even if there is no development data.
  bool needs_tagger = true;
};

/// Treebanks with predicted tags and lemmas.
struct PredictedTags {
  std::vector<Sentence> training;
  std::vector<Sentence> dev;
  std::optional<Tagger> tagger;
};

/// Predicts tags and lemmas, so that a parser learns what to expect of them: those of the training
/// data by jack-knifing, those of the development data with a tagger. Before that, throws
/// OptionError, and Error, with its place, for data that no parser can be trained on.
PredictedTags predict_tags(std::span<const Sentence> training, std::span<const Sentence> dev,
                           const PredictionOptions& options, const TrainProgress& progress = {});

/// The options of the ensemble that is the parser. Its checkpoints are those of the parser.
EnsembleOptions ensemble_options_of(const PipelineOptions& options);

/// The checkpoints of the parser or its members and, if it is recurrent, of the tagger. Remove them
/// once the model is safely stored.
std::vector<std::string> checkpoints_of(const PipelineOptions& options);

/// Throws OptionError if no pipeline can be trained with the options.
void check_pipeline_options(const PipelineOptions& options);

/// Trains a segmenter, a tagger and a parser; no tagger if the training data has no tags. Throws
/// OptionError, and Error, with its place, for data that cannot be trained on.
Pipeline train_pipeline(std::span<const Sentence> training, std::span<const Sentence> dev,
                        const PipelineOptions& options = {}, const TrainProgress& progress = {});

/// How well a pipeline does when given the text of sentences, and when given their words.
struct PipelineScores {
  Scores text;
  Scores words;
  /// Metrics without meaning: the pipeline does not fill their column, or the sentences lack it.
  std::vector<Metric> without;
  double words_per_second = 0;  ///< of CPU time, from text to trees, on this machine
};

/// Compares the output of a pipeline with annotated sentences. Throws Error if it has no segmenter.
PipelineScores score_pipeline(const Pipeline& pipeline, std::span<const Sentence> gold);

/// What a card says about a model besides its scores.
struct CardTexts {
  std::string about{};    ///< what it is, and what it was trained on
  std::string licence{};  ///< of the training data
  std::string date{};     ///< such as 2025-01-31
  std::string test{};     ///< what it was scored on
};

/// A card with those of the texts that are not empty, and with scores if given.
std::string make_card(const CardTexts& texts, const std::optional<PipelineScores>& scores);

/// Like read_model_info().
ModelContents read_model_contents(const std::string& path);

// Parsers that choose the tags of words while building the tree:
//
//     const panarc::JointResult result = panarc::train_joint(training, dev, options);
//     result.model().save("joint.model");
//     const auto pipeline = panarc::Pipeline::load("joint.model");
//     pipeline.annotate(sentence);  // sets UPOS, HEAD and DEPREL, and what its tagger fills

struct JointResult {
  TrainResult training;
  Tagger tagger;

  /// Parser and tagger in one model, without a segmenter.
  [[nodiscard]] Pipeline model() const { return {training.parser, tagger}; }
};

/// Trains a linear tagger, and a parser that starts from its tags and chooses the UPOS of each word
/// while building the tree (Bohnet & Nivre 2012): in one search, with one sum of scores. In
/// training, the initial tags are predicted in so many parts (see predict_tags()). The result is
/// from the epoch with the best trees on `dev`. Throws OptionError and Error as train() does.
JointResult train_joint(std::span<const Sentence> training, std::span<const Sentence> dev,
                        const CheckedOptions& options, std::optional<std::size_t> parts = {},
                        const TrainProgress& progress = {});

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

/// Tags treebanks of any size, and writes the sentences in input order. Changes only the columns of
/// the tagger. The result is the same for any number of threads, and memory is bounded, as for
/// ParseStream.
class TagStream {
 public:
  /// The writer must outlive the stream.
  /// `stop` is as in ParseStreamOptions.
  TagStream(const Tagger& tagger, TreebankWriter& writer, std::size_t threads = 1,
            const std::stop_token& stop = {});
  ~TagStream();
  TagStream(const TagStream&) = delete;
  TagStream& operator=(const TagStream&) = delete;

  /// Tags a treebank. All must have the same format.
  void tag(const Input& input, ReaderOptions options = {});
  /// For callbacks of the reader: writes text at its place among the sentences.
  void pass_on(std::string_view text);

  [[nodiscard]] std::uint64_t sentences() const;
  [[nodiscard]] std::uint64_t words() const;

 private:
  class Threads;
  std::unique_ptr<Threads> threads_;
};

}  // namespace panarc
