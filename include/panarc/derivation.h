#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/choices.h"
#include "panarc/constraint.h"
#include "panarc/options.h"
#include "panarc/oracle.h"
#include "panarc/parser.h"
#include "panarc/scheme.h"
#include "panarc/treebank.h"

/// Derivations, transition by transition: what a parser would do, what that scores, and what it
/// costs.
///
///     const panarc::Parser parser = panarc::Parser::load("english.model");
///     panarc::Derivation derivation(parser, sentence, panarc::known_sentence(gold));
///     derivation.apply("SHIFT");
///     for (const panarc::DerivationChoice& choice : derivation.choices()) {
///       std::cout << choice.name << ' ' << *choice.score << ' ' << *choice.cost << '\n';
///     }
///     derivation.undo();
///     derivation.run_model();  // as parse() does

namespace panarc {

/// What is known of a sentence: costs are counted against it.
struct KnownSentence {
  /// What is known about each word; element 0 is unused.
  std::vector<KnownWord> words = {};
  /// Several references, instead of `words`.
  std::optional<TreeChoices> references = std::nullopt;
  /// For a parser that chooses tags, the right ones; element 0 is unused. Where a tag is empty or
  /// `_`, all are right.
  std::vector<std::string> tags = {};
  /// Empty heads need not be reproduced (partial systems).
  bool constraints = false;
};

/// What a sentence of a treebank says: heads, relations, marks, and tags (UPOS).
KnownSentence known_sentence(const Sentence& gold);

/// A configuration, with what led to it. Nodes are those of the text, whatever the direction in
/// which the parser reads it.
struct DerivationState {
  bool final = false;
  /// The top is last.
  std::vector<Node> stack;
  /// The front is first.
  std::vector<Node> buffer;
  /// In covington: the words that have been compared with the front of the buffer, in reading
  /// order. Otherwise empty.
  std::vector<Node> compared;
  Heads heads;
  /// By word, like `heads`; empty where there is none.
  std::vector<std::string> labels;
  /// By word, for a parser that chooses tags; otherwise empty.
  std::vector<std::string> tags;
  /// The word whose tag must be chosen next; kNoHead if there is none.
  Node word_to_tag = kNoHead;
  /// The transitions so far, the sum of their scores if there is a parser, and of their costs if
  /// something is known of the sentence.
  std::vector<std::string> transitions;
  std::optional<double> score;
  std::optional<int> cost;

  friend bool operator==(const DerivationState&, const DerivationState&) = default;
};

/// A transition that may be taken.
struct DerivationChoice {
  /// E.g. `SHIFT`, `LEFT:nsubj`, `TAG:NOUN`.
  std::string name;
  std::optional<double> score;
  std::optional<int> cost;
  /// Whether its score is the best: a greedy parser takes it. With a beam, see search().
  bool best = false;
  /// False if the cost is not proved: only in long sentences, for systems without a dynamic
  /// program.
  bool exact = true;

  friend bool operator==(const DerivationChoice&, const DerivationChoice&) = default;
};

/// A partial derivation in a beam.
struct BeamHypothesis {
  /// From the beginning of the search.
  double score = 0;
  std::optional<int> cost;
  /// Its place in the beam before the last transition, from 0.
  std::size_t from = 0;
  /// The last transition; empty if the hypothesis had been final before.
  std::string transition;

  friend bool operator==(const BeamHypothesis&, const BeamHypothesis&) = default;
};

/// A beam after one more step of a search.
struct BeamStep {
  /// Best first.
  std::vector<BeamHypothesis> kept;
  /// The best of the others, at most as many as the beam is wide. Where gold falls off, the best
  /// one without cost is added.
  std::vector<BeamHypothesis> dropped;
};

struct BeamSearch {
  /// The most hypotheses that are kept.
  std::size_t width = 0;
  std::vector<BeamStep> steps;
  /// The derivation that wins.
  std::vector<std::string> transitions;
  double score = 0;
  /// After how many steps gold was lost: every hypothesis in the beam had cost something.
  std::optional<std::size_t> gold_lost;
};

/// A configuration with everything that can be said about it.
struct DerivationStep {
  std::string system;
  /// The comment `sent_id` of the sentence; empty if it has none.
  std::string sent_id;
  Direction direction = Direction::kLeftToRight;
  /// The words, by number; empty for a system without a sentence.
  std::vector<std::string> forms;
  DerivationState state;
  std::vector<DerivationChoice> choices;
  /// The actions of the system that are not legal here.
  std::vector<std::string> illegal;
  /// The transition that was taken; empty if none was.
  std::string taken;
  /// The beam after that transition, if it was followed.
  std::optional<BeamStep> beam;
};

/// One search of a training on a sentence, and the pair of derivations that it would learn from.
struct DerivationUpdate {
  /// Whether there is something to learn; if not, both derivations are the same.
  bool error = false;
  /// Why this pair was chosen, for people.
  std::string reason;
  /// The transitions before the search began.
  std::vector<std::string> before;
  /// What should have won, and what did: transitions from there on, and the sums of their scores.
  std::vector<std::string> positive;
  std::vector<std::string> negative;
  double positive_score = 0;
  double negative_score = 0;
  /// How many of the first transitions they share.
  std::size_t shared = 0;
  /// After how many transitions of the search nothing correct was left in the beam, if that
  /// happened.
  std::optional<std::size_t> lost;
};

struct UpdateOptions {
  Strategy strategy;
  /// Default: as wide as the parser's.
  std::optional<std::size_t> beam = std::nullopt;
  /// How often errors are explored may depend on the epoch.
  int epoch = 1;
  std::uint64_t seed = 1;
  CostMethod cost = CostMethod::kExact;
  /// For systems that reorder words: an oracle of Björkelund and Nivre (2015) instead of costs.
  std::optional<SwapOracle> swap_oracle = std::nullopt;
};

struct DerivationOptions {
  /// Which member of an ensemble, from 1: each has derivations of its own. Members that vote on
  /// transitions have them together, and need no choice.
  std::optional<std::size_t> member = std::nullopt;
};

/// A derivation of a sentence, at any of its steps. What a parser scores, it scores exactly as in
/// parsing; costs are those of the oracle. Do not share between threads.
class Derivation {
 public:
  /// By a parser. Throws Error if it is an ensemble and no member is chosen, or if what is known
  /// does not fit the sentence.
  explicit Derivation(const Parser& parser, const Sentence& sentence,
                      const KnownSentence& known = {}, const DerivationOptions& options = {});
  /// By a transition system alone; begins with the transitions of the query.
  explicit Derivation(const OracleQuery& query);
  ~Derivation();
  Derivation(Derivation&&) noexcept;
  Derivation& operator=(Derivation&&) noexcept;
  Derivation(const Derivation&) = delete;
  Derivation& operator=(const Derivation&) = delete;

  [[nodiscard]] const std::string& system() const;
  /// The order in which words are read.
  [[nodiscard]] Direction direction() const;
  [[nodiscard]] bool is_final() const;
  [[nodiscard]] DerivationState state() const;
  /// The tree so far, as the parser would write it: with arcs moved back if they were lifted.
  [[nodiscard]] LabeledTree tree() const;

  /// The transitions that the search considers, in its order; none if the state is final. If labels
  /// are chosen apart from transitions, each transition has its best label. Without a parser,
  /// transitions that add an arc are listed with each label that is known.
  [[nodiscard]] std::vector<DerivationChoice> choices() const;
  /// The state and its choices.
  [[nodiscard]] DerivationStep step() const;

  /// Takes a legal transition by name. If it lacks a label that it needs, it gets the one with the
  /// best score. Throws Error if it cannot be taken.
  void apply(std::string_view transition);
  void apply(const DerivationChoice& choice) { apply(choice.name); }
  /// Takes back the last transitions. Throws Error if there are not so many.
  void undo(std::size_t transitions = 1);
  /// Takes back all.
  void reset();

  /// The search of the parser from here on. Throws Error if there is no parser.
  [[nodiscard]] BeamSearch search() const;
  /// To the end, by the derivation that wins the search from here on: at the beginning, as parse()
  /// does without constraints.
  void run_model();
  /// To the end, by transitions of least cost: of several, the one with the best score, or the
  /// first. Throws Error if nothing is known of the sentence.
  void run_oracle();
  /// Runs as run_model() does, and calls `visit` for every step from here on; the last is final.
  void trace(const std::function<void(const DerivationStep&)>& visit);

  /// The searches of a training on the whole sentence, with the parser as it is, by the code that
  /// trains. Throws Error if there is no parser, or if nothing is known of the sentence.
  [[nodiscard]] std::vector<DerivationUpdate> updates(const UpdateOptions& options) const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// As JSON objects: see docs/derivations.md.
std::string to_json(const DerivationStep& step);
std::string to_json(const BeamSearch& search);
std::string to_json(const DerivationUpdate& update);

struct DerivationDrawing {
  /// The most transitions that are listed: the best ones, and those without cost.
  std::size_t most_choices = 6;
};

/// As text, for people.
std::string draw(const DerivationStep& step, const DerivationDrawing& options = {});
std::string draw(const DerivationUpdate& update);

}  // namespace panarc
