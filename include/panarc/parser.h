#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "panarc/constraint.h"
#include "panarc/model_info.h"
#include "panarc/sentence.h"
#include "panarc/tree.h"

/// Parsing with a trained model:
///
///     const panarc::Parser parser = panarc::Parser::load("english.model");
///     panarc::TreebankReader reader("text.conllu");
///     for (panarc::Sentence sentence; reader.next(sentence);) {
///       parser.parse(sentence);
///       for (panarc::Node word = 1; word <= sentence.size(); ++word) use(sentence.head(word));
///     }

namespace panarc {

class AnyModel;
class Model;
class TreeFinder;

struct ParserOptions {
  /// How many hypotheses to keep at a time; default: as the model says.
  std::optional<std::size_t> beam = std::nullopt;
  /// Ignore lexical features and look only at the categories of words.
  bool delexicalized = false;
  /// Returned trees, unlike those written into a sentence, come with confidence values. This takes
  /// the time of a greedy search per tree. The model must have been trained with a development set.
  bool confidence = false;
};

/// A tree found by a parser; element 0 of heads and labels is unused. Scores are comparable between
/// trees of the same sentence.
struct ScoredTree {
  Heads heads;
  std::vector<std::string> labels;
  double score = 0;
  /// The constraints it does not meet, if not all could be met.
  std::vector<Constraint> unmet = {};
  /// The probability that head and label of a word are both right; element 0 is unused. What
  /// constraints fix is certain. Empty unless ParserOptions ask for it.
  std::vector<double> confidence = {};
  /// The tags (UPOS) of words, if the parser chooses them; element 0 is unused. Otherwise empty.
  std::vector<std::string> tags = {};
};

/// A trained parser, or several that vote. Immutable: any number of threads may use it at the same
/// time. Copies are cheap and share the model.
class Parser {
 public:
  /// Reads a model made by `panarc train` or panarc::train. Throws Error if it cannot be used.
  static Parser load(const std::string& path, const ParserOptions& options = {});
  /// Loads a model from memory, which is copied; `name` is used as the file name in messages.
  static Parser from_memory(std::span<const std::byte> bytes, const ParserOptions& options = {},
                            const std::string& name = "<memory>");
  explicit Parser(const std::shared_ptr<const Model>& model, const ParserOptions& options = {},
                  const std::string& name = "");
  explicit Parser(const AnyModel& model, const ParserOptions& options = {},
                  const std::string& name = "");

  /// Sets HEAD and DEPREL of all words, and UPOS if the parser chooses tags (see joint.h).
  void parse(Sentence& sentence) const;

  /// Up to `count` different trees; none if there are no words. The first is that of parse(), the
  /// others follow by score. Trees differ in heads or labels; if tags are chosen, each tree comes
  /// with its best ones. The others are found with a beam of at least `count` hypotheses.
  [[nodiscard]] std::vector<ScoredTree> best(const Sentence& sentence, std::size_t count) const;

  /// Parses under constraints: what is known about each word, starting with word 1. Every tree
  /// found meets them all. If no tree does, throws ConflictError or, with kRelax, meets as many as
  /// can be met together; parse() returns the unmet ones. To parse a sentence repeatedly, use
  /// SentenceParser.
  std::vector<Constraint> parse(Sentence& sentence, std::span<const KnownWord> constraints,
                                OnConflict on_conflict = OnConflict::kError) const;
  [[nodiscard]] std::vector<ScoredTree> best(const Sentence& sentence, std::size_t count,
                                             std::span<const KnownWord> constraints,
                                             OnConflict on_conflict = OnConflict::kError) const;

  /// Writes the model; the file appears under its name only when complete.
  void save(const std::string& path) const;
  /// The bytes that save() writes.
  [[nodiscard]] std::string bytes() const;

  /// Where it was loaded from; empty if it was not loaded.
  [[nodiscard]] const std::string& name() const;
  /// The name of the transition system, e.g. "arc-eager"; for an ensemble, that of the first
  /// member.
  [[nodiscard]] const std::string& system() const;
  /// How many hypotheses are kept at a time; for an ensemble, the minimum over its members.
  [[nodiscard]] std::size_t beam() const;
  /// Whether all its models were trained for a beam as wide as beam(), or give probabilities, as
  /// networks do. If not, expect poor trees: a linear model that was trained for greedy search
  /// compares transitions, not derivations, and gets worse the wider the beam is.
  [[nodiscard]] bool is_trained_for_its_beam() const;
  /// The labels it knows, as encoded for training.
  [[nodiscard]] const std::vector<std::string>& labels() const;
  /// A description of the model.
  [[nodiscard]] ModelInfo info() const;

  // For internal use.
  [[nodiscard]] const AnyModel& model() const;
  /// The beam that ParserOptions ask for.
  [[nodiscard]] std::optional<std::size_t> said_beam() const;
  [[nodiscard]] std::unique_ptr<TreeFinder> make_finder() const;

 private:
  friend class SentenceParser;
  struct State;
  std::shared_ptr<State> state_;
};

/// A sentence to be parsed under varying constraints, for example while somebody corrects a tree
/// arc by arc. Its words are read only once. Do not share between threads.
///
///     panarc::SentenceParser parser(english, sentence);
///     std::vector<panarc::KnownWord> known(sentence.size());
///     known[2].heads = {{5}};                       // the head of word 3 is word 5
///     const panarc::ScoredTree tree = parser.parse(known);
class SentenceParser {
 public:
  SentenceParser(const Parser& parser, Sentence sentence);
  ~SentenceParser();
  SentenceParser(SentenceParser&&) noexcept;
  SentenceParser& operator=(SentenceParser&&) noexcept;
  SentenceParser(const SentenceParser&) = delete;
  SentenceParser& operator=(const SentenceParser&) = delete;

  [[nodiscard]] const Sentence& sentence() const;
  /// Like Parser::parse and Parser::best.
  ScoredTree parse(std::span<const KnownWord> constraints = {},
                   OnConflict on_conflict = OnConflict::kError);
  std::vector<ScoredTree> best(std::size_t count, std::span<const KnownWord> constraints = {},
                               OnConflict on_conflict = OnConflict::kError);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace panarc
