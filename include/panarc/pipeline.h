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

#include "panarc/ensemble.h"
#include "panarc/evaluate.h"
#include "panarc/parser.h"
#include "panarc/sentence.h"
#include "panarc/tagger.h"
#include "panarc/text.h"
#include "panarc/train.h"

/// From text to trees with one model:
///
///     const panarc::Pipeline english = panarc::Pipeline::load("english.model");
///     for (const panarc::Sentence& sentence : english.read("It rains. We stay.")) use(sentence);
///
/// For files of any size, use ParseStream.

namespace panarc {

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

  /// If there is a tagger, fills what the sentence lacks (see Tagger::fill()); then sets HEAD and
  /// DEPREL of all words. If the parser chooses tags (see joint.h), it sets UPOS, and all the
  /// columns of the tagger are replaced. Annotating several sentences at once may be faster.
  void annotate(Sentence& sentence) const;
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

/// What is trained one after the other, in this order.
enum class PipelinePart : std::uint8_t {
  kSegmenter,
  kTagger,
  kPredictedTags,  ///< of the training data, for the parser
  kParser,
};

/// Callbacks; empty ones are skipped.
struct PipelineProgress {
  std::function<void(PipelinePart part)> on_part;
  std::function<void(const SegmenterEpoch&)> on_segmenter_epoch;
  std::function<void(const SegmenterResult&)> on_segmenter;
  TaggerProgress tagger;
  /// For a single parser, and for the members of an ensemble.
  TrainProgress parser;
  EnsembleProgress members;
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
PredictedTags predict_tags(const std::vector<Sentence>& training, const std::vector<Sentence>& dev,
                           const PredictionOptions& options, const PipelineProgress& progress = {});

/// The options of the ensemble that is the parser. Its checkpoints are those of the parser.
EnsembleOptions ensemble_options_of(const PipelineOptions& options);

/// The checkpoints of the parser or its members and, if it is recurrent, of the tagger. Remove them
/// once the model is safely stored.
std::vector<std::string> checkpoints_of(const PipelineOptions& options);

/// Throws OptionError if no pipeline can be trained with the options.
void check_pipeline_options(const PipelineOptions& options);

/// Trains a segmenter, a tagger and a parser; no tagger if the training data has no tags. Throws
/// OptionError, and Error, with its place, for data that cannot be trained on.
Pipeline train_pipeline(const std::vector<Sentence>& training, const std::vector<Sentence>& dev,
                        const PipelineOptions& options = {}, const PipelineProgress& progress = {});

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

}  // namespace panarc
