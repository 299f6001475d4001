#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>

#include "feature/encoder.h"
#include "feature/template.h"
#include "panarc/sentence.h"
#include "scorer/scorer.h"
#include "task/encoded_sentence.h"
#include "task/parse_state.h"

namespace panarc {

template <class Score>
using ParserScorer = Scorer<ParseState, EncodedSentence, Score>;

/// A scorer of whole numbers, as rounded weights add up to, or of others.
using AnyParserScorer =
    std::variant<std::unique_ptr<ParserScorer<std::int32_t>>, std::unique_ptr<ParserScorer<float>>>;

/// Reads sentences before their states are scored, for a scorer that looks at whole sentences; one
/// per thread. Many at once take less time than one by one, and come to the same.
class BatchReader {
 public:
  BatchReader() = default;
  BatchReader(const BatchReader&) = delete;
  BatchReader& operator=(const BatchReader&) = delete;
  BatchReader(BatchReader&&) = delete;
  BatchReader& operator=(BatchReader&&) = delete;
  virtual ~BatchReader() = default;

  /// What it finds out is put into what the words were encoded as.
  virtual void read(std::span<const Sentence* const> sentences,
                    std::span<EncodedSentence* const> encoded) = 0;
};

/// The parameters of a trained parser's scorer, of whatever kind: read-only, and shared by threads.
class ParserWeights {
 public:
  ParserWeights() = default;
  ParserWeights(const ParserWeights&) = delete;
  ParserWeights& operator=(const ParserWeights&) = delete;
  ParserWeights(ParserWeights&&) = delete;
  ParserWeights& operator=(ParserWeights&&) = delete;
  virtual ~ParserWeights() = default;

  /// A scorer for one thread, and a search with so many hypotheses. The weights must outlive it.
  [[nodiscard]] virtual AnyParserScorer make_scorer(std::size_t beam) const = 0;

  /// What has to read sentences before the scorer is told of them; nothing if it looks at states
  /// alone. The weights must outlive it.
  [[nodiscard]] virtual std::unique_ptr<BatchReader> make_reader() const { return nullptr; }

  /// What it looks at in words: the columns of sentences that are to be scored.
  [[nodiscard]] virtual std::span<const WordColumn> columns() const = 0;
  [[nodiscard]] virtual std::size_t classes() const = 0;
  /// How many parameters there are, or features that have some.
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// Scores times this are the same from one model to the next of its kind.
  [[nodiscard]] virtual double unit() const = 0;
  /// A hash of all parameters.
  [[nodiscard]] virtual std::uint64_t fingerprint() const = 0;

  /// The same parameters, as far as they belong to these templates. Throws Error if it does not
  /// look at states through templates.
  [[nodiscard]] virtual std::shared_ptr<const ParserWeights> with_templates(
      std::span<const Template> templates) const = 0;

  /// Numbers that belong to it, and stand among the options of a model file.
  [[nodiscard]] virtual std::map<std::string, double> numbers() const = 0;
  /// Adds the sections of a model file that it is loaded from.
  virtual void save(ModelFileWriter& writer, const std::string& prefix) const = 0;
};

/// The parameters of a parser's scorer in training.
class ParserLearner {
 public:
  ParserLearner() = default;
  ParserLearner(const ParserLearner&) = delete;
  ParserLearner& operator=(const ParserLearner&) = delete;
  ParserLearner(ParserLearner&&) = delete;
  ParserLearner& operator=(ParserLearner&&) = delete;
  virtual ~ParserLearner() = default;

  [[nodiscard]] virtual Learner& parameters() = 0;
  [[nodiscard]] virtual std::span<const WordColumn> columns() const = 0;

  /// A scorer for one thread, and a search with so many hypotheses. The learner must outlive it.
  [[nodiscard]] virtual std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> make_scorer(
      std::size_t beam) const = 0;

  /// The sentences of the next batch, by their numbers in the training data, in some epoch: reads
  /// them, if its scorers look at whole sentences, and puts what it finds out into their words.
  virtual void read_batch(std::span<const std::uint32_t> /*sentences*/, int /*epoch*/,
                          std::span<EncodedSentence> /*words*/, Team& /*team*/) {}

  /// The parameters as they are now, made ready for parsing.
  [[nodiscard]] virtual std::shared_ptr<const ParserWeights> freeze() const = 0;

  /// Begins with parameters of the same kind; their class i is class `classes[i]` here.
  virtual void take_over(const ParserWeights& before, std::span<const std::uint32_t> classes) = 0;
};

}  // namespace panarc
