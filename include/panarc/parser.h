#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "panarc/choices.h"
#include "panarc/constraint.h"
#include "panarc/treebank.h"

/// Parsing with a trained model:
///
///     const panarc::Parser parser = panarc::Parser::load("english.model");
///     panarc::TreebankReader reader("text.conllu");
///     for (panarc::Sentence sentence; reader.next(sentence);) {
///       parser.parse(sentence);
///       for (panarc::Node word = 1; word <= sentence.size(); ++word) use(sentence.head(word));
///     }

namespace panarc {

/// A description of a model: everything except its weights.
struct ModelInfo {
  ScorerKind scorer = ScorerKind::kLinear;
  /// The name of the user's classifier that takes the place of a linear scorer; empty: none.
  std::string classifier;
  /// Named numbers that belong to the scorer: for a network, the sizes of its parts.
  std::map<std::string, double> sizes;
  std::string system;
  RootPosition root = RootPosition::kLast;
  Direction direction = Direction::kLeftToRight;
  bool single_root = false;
  int span = 0;  ///< the longest arc of a span system; 0 is no limit
  LabelMode label_mode = LabelMode::kJoint;
  std::size_t beam = 1;
  bool delexicalized = false;
  std::optional<PseudoProjective> pseudo_projective;

  std::vector<std::string> labels;
  /// The tags it chooses from while building trees; none if it does not choose tags.
  std::vector<std::string> tags;
  std::vector<std::string> templates;
  /// The columns it uses; without them it parses badly.
  std::vector<Field> columns;
  std::size_t classes = 0;   ///< that the scorer scores
  std::size_t features = 0;  ///< with weights; for a network, its parameters

  /// The parts of users (panarc/extend.h) that it needs and this program lacks. If there are any,
  /// columns, classes, features and sizes are unknown.
  std::vector<std::string> missing;

  /// The members, if it is an ensemble. Then the description of one parser above is that of the
  /// first; labels and columns are those of all, and features are the total.
  std::vector<ModelInfo> members;
  /// The weights of the members' votes, by the tag of a word; "" is for all other tags.
  std::map<std::string, std::vector<double>> vote_weights;
  /// For a parser whose scorer adds up the scores of several: their factors.
  std::vector<double> action_votes;
  bool projective_votes = false;  ///< the votes elect only projective trees

  /// The report of the training: a JSON object, or `null`.
  std::string report;

  // About the file; 0 or empty if there is none.
  std::uint32_t format_version = 0;
  std::vector<std::pair<std::string, std::size_t>> sections;  ///< with sizes in bytes
  std::size_t bytes = 0;
};

/// Reads a model once, from the first byte to the last; `-` is standard input. Throws Error if it
/// is not a usable model.
ModelInfo read_model_info(const std::string& path);

/// Whether a file begins like a model or checkpoint of this library. False if it cannot be read.
bool is_model_file(const std::string& path);

class AnyModel;
class Model;

struct ParserOptions {
  /// How many hypotheses to keep at a time; default: as the model says.
  std::optional<std::size_t> beam = std::nullopt;
  /// Ignore lexical features and look only at the categories of words.
  bool delexicalized = false;
};

/// What is asked of a parser about a sentence, or about each of several. A value: it may be kept,
/// and used for any number of sentences.
///
///     parser.best(sentence, {.trees = 3, .time_limit = std::chrono::milliseconds(200)});
struct ParseRequest {
  /// Up to this many different trees are found. Others than the best need a beam of as many
  /// hypotheses.
  std::size_t trees = 1;
  /// Trees come with confidence values. This takes the time of a greedy search per tree. The model
  /// must have been trained with a development set.
  bool confidence = false;
  /// What is known about each word (see known_words()); element 0 is unused. Every tree found meets
  /// it all. Empty if nothing is known.
  std::vector<KnownWord> constraints = {};
  /// What to do if no tree meets all constraints.
  OnConflict on_conflict = OnConflict::kError;
  /// The longest time that a sentence may take. If it takes longer, TimedOut is thrown, a fraction
  /// of a second later at most.
  std::optional<std::chrono::steady_clock::duration> time_limit = {};
  /// When a stop is requested, from any thread, Stopped is thrown, a fraction of a second later at
  /// most.
  std::stop_token stop = {};
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
  /// constraints fix is certain. Empty unless asked for.
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

  /// Sets HEAD and DEPREL of all words, and UPOS if the parser chooses tags (see pipeline.h), to
  /// those of the best tree, of which neither the score nor the confidence is found. Returns the
  /// constraints it does not meet, if not all can be met. Throws ConflictError, TimedOut or Stopped
  /// as the request says; the sentence is then unchanged.
  std::vector<Constraint> parse(Sentence& sentence, const ParseRequest& request = {}) const;

  /// The trees of a sentence; none if there are no words. The first is that of parse(), the others
  /// follow by score. Trees differ in heads or labels; if tags are chosen, each tree comes with its
  /// best ones. To parse a sentence repeatedly, use SentenceParser.
  [[nodiscard]] std::vector<ScoredTree> best(const Sentence& sentence,
                                             const ParseRequest& request = {}) const;

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
  [[nodiscard]] std::optional<std::size_t> requested_beam() const;
  struct State;
  [[nodiscard]] State& state() const { return *state_; }

 private:
  std::shared_ptr<State> state_;
};

/// A sentence to be parsed under varying constraints, for example while somebody corrects a tree
/// arc by arc. Its words are read only once. Do not share between threads.
///
///     panarc::SentenceParser parser(english, sentence);
///     std::vector<panarc::KnownWord> known = panarc::nothing_known(sentence);
///     known[3].heads = {{5}};                       // the head of word 3 is word 5
///     const panarc::ScoredTree tree = parser.parse({.constraints = known});
class SentenceParser {
 public:
  SentenceParser(const Parser& parser, Sentence sentence);
  ~SentenceParser();
  SentenceParser(SentenceParser&&) noexcept;
  SentenceParser& operator=(SentenceParser&&) noexcept;
  SentenceParser(const SentenceParser&) = delete;
  SentenceParser& operator=(const SentenceParser&) = delete;

  [[nodiscard]] const Sentence& sentence() const;
  /// The best tree.
  ScoredTree parse(const ParseRequest& request = {});
  /// Like Parser::best.
  std::vector<ScoredTree> best(const ParseRequest& request = {});

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace panarc
