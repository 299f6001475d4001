#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <variant>

#include "base/interface.h"
#include "base/interruption.h"
#include "feature/encoder.h"
#include "feature/template.h"
#include "panarc/treebank.h"
#include "scorer/scorer.h"
#include "task/encoded_sentence.h"
#include "task/parse_state.h"

namespace panarc {

template <class Score>
using ParserScorer = Scorer<ParseState, EncodedSentence, Score>;

/// A scorer with integer scores, as sums of rounded weights, or with floating-point ones.
using AnyParserScorer =
    std::variant<std::unique_ptr<ParserScorer<std::int32_t>>, std::unique_ptr<ParserScorer<float>>>;

/// Reads sentences before their states are scored, for a scorer that looks at whole sentences; one
/// per thread. Many at once are faster than one by one, with the same result.
class BatchReader : public Interface {
 public:
  /// Stores its results in the encoded words. Throws once the interruption is over.
  virtual void read(std::span<const Sentence* const> sentences,
                    std::span<EncodedSentence* const> encoded,
                    const Interruption& interruption = kNeverOver) = 0;
};

/// The parameters of a trained parser's scorer, of any kind: read-only and shared by threads.
class ParserWeights : public Interface {
 public:
  /// A scorer for one thread, and a search with this beam. The weights must outlive it.
  [[nodiscard]] virtual AnyParserScorer make_scorer(std::size_t beam) const = 0;

  /// Must read sentences before the scorer uses them; null if it only looks at states. The weights
  /// must outlive it.
  [[nodiscard]] virtual std::unique_ptr<BatchReader> make_reader() const { return nullptr; }

  /// The columns of sentences it looks at.
  [[nodiscard]] virtual std::span<const WordColumn> columns() const = 0;
  [[nodiscard]] virtual std::size_t classes() const = 0;
  /// The number of parameters, or of features with any.
  [[nodiscard]] virtual std::size_t size() const = 0;
  /// Scores multiplied by this are comparable between models of the same kind.
  [[nodiscard]] virtual double unit() const = 0;
  /// A hash of all parameters.
  [[nodiscard]] virtual std::uint64_t fingerprint() const = 0;

  /// These parameters, restricted to some templates. Throws Error if it does not use templates.
  [[nodiscard]] virtual std::shared_ptr<const ParserWeights> with_templates(
      std::span<const Template> templates) const = 0;

  /// What the scorer adds to the options in a model file.
  [[nodiscard]] virtual std::map<std::string, double> numbers() const = 0;
  /// Adds the sections of the parameters to a model file.
  virtual void save(ModelFileWriter& writer, const std::string& prefix) const = 0;
};

/// The parameters of a parser's scorer in training.
class ParserLearner : public Interface {
 public:
  [[nodiscard]] virtual Learner& parameters() = 0;
  [[nodiscard]] virtual std::span<const WordColumn> columns() const = 0;

  /// A scorer for one thread, and a search with this beam. The learner must outlive it.
  [[nodiscard]] virtual std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> make_scorer(
      std::size_t beam) const = 0;

  /// Begins the next batch of sentences, given their indices in the training data. If scorers look
  /// at whole sentences, reads them and stores the results in their words.
  virtual void read_batch(std::span<const std::uint32_t> /*sentences*/, int /*epoch*/,
                          std::span<EncodedSentence> /*words*/, Team& /*team*/) {}

  /// The current parameters, ready for parsing.
  [[nodiscard]] virtual std::shared_ptr<const ParserWeights> freeze() const = 0;

  /// Starts from parameters of the same kind; their class i is class `classes[i]` here.
  virtual void take_over(const ParserWeights& before, std::span<const std::uint32_t> classes) = 0;
  /// Goes on where a learner of the same kind is, without rounding; its class i is class
  /// `classes[i]` here.
  virtual void continue_from(const ParserLearner& before,
                             std::span<const std::uint32_t> classes) = 0;
};

}  // namespace panarc
