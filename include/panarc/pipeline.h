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
/// Files of any size have ParseStream.

namespace panarc {

class ModelFileWriter;

/// A parser, and what prepares sentences for it: a segmenter that divides text into sentences and
/// words, and a tagger of these. Either may be missing. It never changes: any number of threads may
/// use one at the same time. Copies are cheap, and share the model.
class Pipeline {
 public:
  /// Reads a model that `panarc train` or train_pipeline() has made. Throws Error if it cannot be
  /// used, or if there is no parser in it.
  static Pipeline load(const std::string& path, const ParserOptions& options = {});
  /// The same from memory, which is copied; `name` stands for the file in messages.
  static Pipeline from_memory(std::span<const std::byte> bytes, const ParserOptions& options = {},
                              const std::string& name = "<memory>");
  // NOLINTNEXTLINE(google-explicit-constructor): a parser is a pipeline of one part
  Pipeline(Parser parser, std::optional<Tagger> tagger = std::nullopt,
           std::optional<Segmenter> segmenter = std::nullopt);

  [[nodiscard]] const Parser& parser() const { return parser_; }
  [[nodiscard]] const std::optional<Tagger>& tagger() const { return tagger_; }
  [[nodiscard]] const std::optional<Segmenter>& segmenter() const { return segmenter_; }
  /// The same with another parser, and without a card, which was that of the whole.
  [[nodiscard]] Pipeline with_parser(Parser parser) const;
  /// The same with another segmenter, such as Segmenter::for_language().
  [[nodiscard]] Pipeline with_segmenter(Segmenter segmenter) const;

  /// Fills what the sentence lacks, if there is a tagger (see Tagger::fill()), then sets HEAD and
  /// DEPREL of all words. If the parser chooses tags (see joint.h), all that the tagger fills is
  /// replaced, and UPOS is what the parser chooses. Several sentences at a time may take less time.
  void annotate(Sentence& sentence) const;
  void annotate(std::span<Sentence> sentences) const;
  /// The sentences of a text, annotated. Throws Error if there is no segmenter.
  [[nodiscard]] std::vector<Sentence> read(std::string_view text,
                                           const TextOptions& options = {}) const;

  /// What is said of the model for people, as a JSON object; `null` if there is nothing.
  [[nodiscard]] const std::string& card() const { return card_; }
  [[nodiscard]] Pipeline with_card(std::string card) const;

  /// Writes the model; the file appears under its name when it is complete.
  void save(const std::string& path) const;
  /// The bytes of its file.
  [[nodiscard]] std::string bytes() const;

 private:
  void add_to(ModelFileWriter& writer) const;

  Parser parser_;
  std::optional<Tagger> tagger_;
  std::optional<Segmenter> segmenter_;
  std::string card_ = "null";
};

/// How the parts of a pipeline are trained. The same data, options and seed give the same pipeline,
/// byte for byte, whatever the number of threads.
struct PipelineOptions {
  /// Those of the parser, which may be one that chooses tags (TrainOptions::joint). Its seed and
  /// number of threads are those of all parts.
  TrainOptions parser;
  /// If there are some, the parser is an ensemble of these, as by ensemble_members().
  std::vector<TrainOptions> members;
  CombineOptions votes;
  /// What the tagger is: linear, or recurrent. It is recurrent, unless said otherwise, if the
  /// parser or one of its members is.
  std::optional<ScorerKind> tagger;
  /// The parser is trained on tags that were predicted, in so many parts: see jackknife_tags().
  /// kJackknifeParts, unless there are fewer sentences.
  std::optional<std::size_t> jackknife;
};

/// The parts, in the order in which they are trained.
enum class PipelinePart : std::uint8_t {
  kSegmenter,
  kTagger,
  kPredictedTags,  ///< of the training data, for the parser
  kParser,
};

/// What the caller is told; those that are empty are left out.
struct PipelineProgress {
  std::function<void(PipelinePart part)> on_part;
  std::function<void(const SegmenterEpoch&)> on_segmenter_epoch;
  std::function<void(const SegmenterResult&)> on_segmenter;
  TaggerProgress tagger;
  /// Of a single parser; and of the members of an ensemble.
  TrainProgress parser;
  EnsembleProgress members;
};

/// The ensemble that the parser of a pipeline is. Its checkpoints are those of the parser.
EnsembleOptions ensemble_options_of(const PipelineOptions& options);

/// Throws OptionError for options that no pipeline can be trained with.
void check_pipeline_options(const PipelineOptions& options);

/// Trains a segmenter, a tagger and a parser. Where the training data has no tags, there is no
/// tagger. Throws Error, with its place, for data that cannot be trained on, and OptionError.
Pipeline train_pipeline(const std::vector<Sentence>& training, const std::vector<Sentence>& dev,
                        const PipelineOptions& options = {}, const PipelineProgress& progress = {});

/// What a pipeline makes of the text of sentences, and of their words.
struct PipelineScores {
  Scores text;
  Scores words;
  /// Those that say nothing, since the pipeline does not fill a column, or the sentences have none.
  std::vector<Metric> without;
  double words_per_second = 0;  ///< of CPU time, from text to trees, on this machine
};

/// Compares what a pipeline makes of annotated sentences with their annotation. Throws Error if it
/// has no segmenter.
PipelineScores score_pipeline(const Pipeline& pipeline, std::span<const Sentence> gold);

/// What is to be said of a model beside its scores.
struct CardTexts {
  std::string about{};    ///< what it is, and what it was trained on
  std::string licence{};  ///< of the training data
  std::string date{};     ///< such as 2025-01-31
  std::string test{};     ///< what it was scored on
};

/// A card with these texts, those that are empty left out, and with scores, if there are some.
std::string make_card(const CardTexts& texts, const std::optional<PipelineScores>& scores);

}  // namespace panarc
