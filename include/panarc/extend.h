#pragma once

#include <any>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "panarc/choices.h"

/// Parts of a parser that you write yourself, in a program of your own that is linked with the
/// library. Derive from a class below, register an object under a name, and use the name as if the
/// part had been built in:
///
///     class MySystem : public panarc::UserSystem { ... };
///     panarc::register_system("my-system", std::make_shared<MySystem>());
///
///     panarc::TrainOptions options;
///     options.system = "my-system";
///     options.features = "rich,function:my-features";
///     panarc::train(training, dev, options).parser.save("my.model");
///
/// There are two doors to the inside. What is built in are templates, which the compiler puts
/// together at full speed. What you register is called through the virtual functions of this page,
/// for every state; the rest stays as fast as it is. To bring a part into the library itself, see
/// docs/adding-a-system.md and its neighbours.
///
/// A model says by name which of these parts it needs. A program that loads it must register them
/// first; `panarc info` and read_model_info() do without them. A part lives until the program ends.
/// Several threads call its functions at once, which are const and must not change anything.

namespace panarc {

class Configuration;
class Gold;
class ParseState;
class EncodedSentence;
struct Strategy;
struct TrainOptions;

/// What parts have in common: they are not copied.
class UserPart {
 public:
  UserPart() = default;
  UserPart(const UserPart&) = delete;
  UserPart& operator=(const UserPart&) = delete;
  UserPart(UserPart&&) = delete;
  UserPart& operator=(UserPart&&) = delete;
  virtual ~UserPart() = default;
};

// A transition system.

/// The stack, the buffer and the arcs at some moment of a derivation. Nodes are words, from 1 in
/// reading order, and kRoot. Whatever is not there is kNoHead.
class ConfigurationView {
 public:
  explicit ConfigurationView(const Configuration& configuration) : of_(&configuration) {}

  /// How many words the sentence has.
  [[nodiscard]] int words() const;
  /// ROOT is before the words, and begins on the stack; otherwise it is last in the buffer.
  [[nodiscard]] bool root_first() const;
  /// Exactly one word may be under ROOT.
  [[nodiscard]] bool single_root() const;

  [[nodiscard]] int stack_size() const;
  [[nodiscard]] int buffer_size() const;
  /// An element of the stack; 0 is the top.
  [[nodiscard]] Node stack(int depth) const;
  /// An element of the buffer; 0 is the front.
  [[nodiscard]] Node buffer(int index) const;
  [[nodiscard]] bool in_stack(Node node) const;
  [[nodiscard]] bool in_buffer(Node node) const;

  [[nodiscard]] Node head(Node word) const;
  [[nodiscard]] bool attached(Node word) const { return head(word) != kNoHead; }
  /// The words on the stack that have no head.
  [[nodiscard]] int unattached_on_stack() const;
  /// How many words are under ROOT.
  [[nodiscard]] int root_children() const;
  /// All words are done, and ROOT is where it began.
  [[nodiscard]] bool only_root_is_left() const;

 protected:
  const Configuration* of_;
};

/// What a transition may do besides adding its arc. A word that leaves the stack for good is done:
/// its head is final. Throws Error where there is nothing to move.
class ConfigurationEditor : public ConfigurationView {
 public:
  explicit ConfigurationEditor(Configuration& configuration)
      : ConfigurationView(configuration), edited_(&configuration) {}

  /// Moves the front of the buffer to the stack.
  void shift();
  /// Removes an element of the stack; 0 is the top.
  void pop(int depth = 0);
  /// Moves an element of the stack to the front of the buffer.
  void put_back(int depth);

 private:
  Configuration* edited_;
};

/// What is known of the heads of a sentence, for costs: one head per word, or none.
class GoldView {
 public:
  explicit GoldView(const Gold& gold) : gold_(&gold) {}

  /// kNoHead if it is unknown.
  [[nodiscard]] Node head(Node word) const;
  /// The words that have this node as their head, in order.
  [[nodiscard]] std::span<const Node> children(Node node) const;

 private:
  const Gold* gold_;
};

/// Whether the transitions of an action add an arc, and so have a label.
enum class AddsArc : std::uint8_t { kNever, kSometimes, kAlways };

/// An action of a system. Actions have the names of those in the literature, but do whatever the
/// system says.
struct UserAction {
  Action action = Action::kShift;
  AddsArc adds_arc = AddsArc::kNever;
};

/// What does not change from state to state.
struct SystemFacts {
  std::vector<UserAction> actions;
  /// Where ROOT may be; the default first.
  std::vector<RootPosition> roots{RootPosition::kLast, RootPosition::kFirst};
  /// Words may be left without a head.
  bool partial = false;
  /// Only projective trees are built.
  bool projective = true;
  /// Every arc joins the two top elements of the stack; otherwise most arcs join the top of the
  /// stack and the front of the buffer. The default templates depend on it.
  bool arcs_on_stack = false;
  /// There is a function cost().
  bool has_costs = false;
};

/// A transition system. The initial configuration has all words in the buffer.
///
/// legal(), arc() and is_final() may depend on the stack, the buffer, the heads of words in them,
/// and the number of words under ROOT: not on how these came about, nor on the heads of words that
/// are done. Unless the configuration is final, some action must be legal, and no derivation may go
/// on for ever.
///
/// Without costs of its own, a system has exact costs, found by search, in short sentences. In
/// longer ones, a derivation of the gold tree is found once. What it does next costs 0, and all
/// else 1 (PanParser, A.1): there is nothing to explore, and constraints are refused.
class UserSystem : public UserPart {
 public:
  [[nodiscard]] virtual SystemFacts facts() const = 0;
  /// Whether an action may be taken. With a single root, at most one word may get under ROOT. In a
  /// final configuration, none is legal.
  [[nodiscard]] virtual bool legal(const ConfigurationView& c, Action action) const = 0;
  /// The arc that a legal action adds, before apply() is called. A word may get another head as
  /// long as it is on the stack or in the buffer.
  [[nodiscard]] virtual std::optional<Arc> arc(const ConfigurationView& c, Action action) const = 0;
  /// What a legal action does to the stack and the buffer.
  virtual void apply(ConfigurationEditor& c, Action action) const = 0;
  [[nodiscard]] virtual bool is_final(const ConfigurationView& c) const {
    return c.only_root_is_left();
  }
  /// How many gold arcs a legal action makes impossible. The least of these costs counts as 0
  /// (PanParser, A.2). Asked if `has_costs` is set, and at most one head per word is known;
  /// anything else is answered by search.
  [[nodiscard]] virtual int cost(const ConfigurationView& /*c*/, const GoldView& /*gold*/,
                                 Action /*action*/) const {
    return 0;
  }
};

/// From now on, the system can be used by this name wherever one is named. Throws Error if a system
/// of the library has the name, or if the system is found not to do what it should in any sentence
/// of up to four words: the message says where.
void register_system(const std::string& name, std::shared_ptr<const UserSystem> system);

// Features of a linear scorer.

/// A configuration, the words of the sentence and the arcs so far. Texts are empty where there is
/// no word or no value; texts and nodes are in reading order.
class ParseView : public ConfigurationView {
 public:
  ParseView(const ParseState& state, const EncodedSentence& sentence);

  [[nodiscard]] std::string_view form(Node word) const;
  [[nodiscard]] std::string_view lemma(Node word) const;
  [[nodiscard]] std::string_view upos(Node word) const;
  [[nodiscard]] std::string_view xpos(Node word) const;
  [[nodiscard]] std::string_view feats(Node word) const;

  /// A number that stands for the relation of a word to its head; kNoHead if it has none.
  [[nodiscard]] int label(Node word) const;
  /// The outermost dependents so far.
  [[nodiscard]] Node leftmost(Node node) const;
  [[nodiscard]] Node rightmost(Node node) const;
  /// How many dependents a node has so far on either side.
  [[nodiscard]] int left_dependents(Node node) const;
  [[nodiscard]] int right_dependents(Node node) const;

 private:
  const ParseState* state_;
  const EncodedSentence* sentence_;
};

/// Takes the values of features in a state. Two values are one feature if they are equal; where
/// several kinds are used, a text such as "valency=2" keeps them apart.
class FeatureValues {
 public:
  explicit FeatureValues(std::span<std::uint64_t> room) : room_(room) {}

  /// Throws Error if there are more than UserFeatures::most().
  void add(std::uint64_t value);
  void add(std::string_view text);

  [[nodiscard]] std::size_t size() const { return size_; }

 private:
  std::span<std::uint64_t> room_;
  std::size_t size_ = 0;
};

/// A function from states to features, beside templates or instead of them: `function:NAME` in
/// TrainOptions::features, or in a file of templates.
class UserFeatures : public UserPart {
 public:
  /// How many values a state has at most.
  [[nodiscard]] virtual std::size_t most() const = 0;
  /// Adds the values of a state, which depend on nothing else.
  virtual void extract(const ParseView& state, FeatureValues& values) const = 0;
};

void register_features(const std::string& name, std::shared_ptr<const UserFeatures> features);

// A strategy: what training learns from a sentence, and where it goes on (PanParser, B, Algorithms
// 1 to 3).
//
//     class Longest : public panarc::UserStrategy { ... };
//     panarc::register_strategy("longest", std::make_shared<Longest>());
//     options.strategy = "longest";

/// A derivation that a search has come across: its steps since the search began.
struct FoundDerivation {
  /// Its place in StrategySearch::derivations, and that of the derivation that it extends.
  std::size_t number = 0;
  std::size_t before = 0;
  std::size_t steps = 0;
  double score = 0;
  /// Whether all steps are correct.
  bool correct = true;
  /// The costs of its steps: for a parser, if UserStrategy::needs_costs(); otherwise 0.
  int cost = 0;
};

/// What a step of a search has found, best first.
struct FoundStep {
  /// The hypotheses that are kept; those that were final before stay as they are.
  std::vector<FoundDerivation> beam;
  /// All correct successors of correct hypotheses, kept or not. Once none is kept, a second beam
  /// follows them, and these are its hypotheses.
  std::vector<FoundDerivation> correct;
};

/// A search so far: a beam that starts in one state and is extended step by step.
struct StrategySearch {
  /// The strategy's parts, as changed by options.
  const Strategy* parts = nullptr;
  /// How many steps the sentence had taken before the search.
  std::size_t depth = 0;
  /// How many searches in a row, with this one, have begun in this state.
  std::size_t attempt = 1;
  /// The first one has no steps.
  std::vector<FoundDerivation> derivations = {};
  /// At least one.
  std::vector<FoundStep> found = {};
  /// After how many steps nothing correct was left in the beam, if that has happened.
  std::optional<std::size_t> lost = {};
  /// Whether no hypothesis can be extended: in the beam, and in that of correct ones.
  bool beam_is_final = false;
  bool correct_is_final = false;

  [[nodiscard]] const FoundStep& last() const { return found.back(); }
  /// With how many of the same steps two derivations begin.
  [[nodiscard]] std::size_t shared(FoundDerivation a, FoundDerivation b) const;
};

/// What to learn from: derivations that should have won, and derivations that should not. Several
/// count as much as one.
struct StrategyUpdate {
  std::vector<FoundDerivation> positive;
  std::vector<FoundDerivation> negative;
  /// How much steps weigh, from the start of the search on (the lambdas of B.3); 1 where nothing is
  /// given.
  std::vector<float> weights = {};
};

/// Draws a random number below a bound.
using Draw = std::function<std::size_t(std::size_t bound)>;

/// A strategy of your own. As it stands, it updates where nothing correct is left in the beam, and
/// follows its parts in all else. Threads call it at the same time.
class UserStrategy : public UserPart {
 public:
  /// In one line, for people.
  [[nodiscard]] virtual std::string describe() const = 0;
  /// What the functions below do not decide: the oracle, whether there is a beam, restart, limits.
  [[nodiscard]] virtual Strategy parts() const;
  /// How often errors are explored, 0 to 1; epochs count from 1.
  [[nodiscard]] virtual double explore(int epoch, int epochs) const;
  /// Whether derivations need costs, which take time.
  [[nodiscard]] virtual bool needs_costs() const { return false; }

  /// The criterion of error: whether the search ends here. Asked after each step; a search also
  /// ends where nothing can be extended, and at the limits of the parts.
  [[nodiscard]] virtual bool is_over(const StrategySearch& search) const;
  /// What to learn from a search that is over, if anything.
  [[nodiscard]] virtual std::optional<StrategyUpdate> choose(const StrategySearch& search,
                                                             const Draw& draw) const;
  /// The derivation after which the next search begins, given the update, if any, and whether it is
  /// the turn of an error to be explored; nothing if training on the sentence ends here. Without
  /// steps, the next search begins where this one did, which only makes sense if updates take
  /// effect at once (TrainOptions::batch is 1).
  [[nodiscard]] virtual std::optional<FoundDerivation> next(const StrategySearch& search,
                                                            const StrategyUpdate* update,
                                                            bool explores, const Draw& draw) const;
};

/// Makes a strategy known by name, as strategy_by_name() and TrainOptions::strategy know others.
/// A later one of the same name replaces it in later trainings. Throws Error if a strategy of the
/// library has the name.
void register_strategy(const std::string& name, std::shared_ptr<const UserStrategy> strategy);

// A classifier: what gives scores to transitions, and learns.
//
//     panarc::register_classifier("mine", [](const panarc::ClassifierSetup& setup) {
//       return std::make_unique<Mine>(setup);
//     });
//     options.classifier = "mine";

/// What a classifier is made for.
struct ClassifierSetup {
  /// The names of the classes that it scores, e.g. `SHIFT`, `LEFT:nsubj`.
  std::vector<std::string> classes;
  /// For random numbers.
  std::uint64_t seed = 1;
};

/// What is to be learnt of a state.
struct ClassifierUpdate {
  /// By how much the score of a class should rise, relative to others: minus the gradient of the
  /// loss by the score.
  struct Change {
    std::uint32_t cls = 0;
    float by = 0;
  };

  /// What the classifier saw in the state.
  std::vector<std::uint64_t> seen;
  std::vector<Change> changes;
};

/// Scores the classes of states. Updates come one after the other, in the same order for any number
/// of threads; the const functions are called by several threads at the same time, but not during
/// updates.
class UserClassifier : public UserPart {
 public:
  /// What it sees in a state: numbers of any meaning. By default, the features that the templates
  /// find, as hashes.
  virtual void look(const ParseView& state, std::span<const std::uint64_t> features,
                    std::vector<std::uint64_t>& seen) const;
  /// Sets the scores of all classes, which are 0.
  virtual void score(std::span<const std::uint64_t> seen, std::span<float> scores) const = 0;
  /// Learns from a sentence: all that is to be learnt of it, or nothing. If updates take effect at
  /// once (TrainOptions::batch is 1), each comes by itself before the sentence ends with nothing.
  virtual void update(std::span<const ClassifierUpdate> sentence) = 0;

  /// All that it needs to go on learning, and what a new one makes of that. Throw Error for bytes
  /// that make no sense.
  [[nodiscard]] virtual std::string save() const = 0;
  virtual void load(std::string_view bytes) = 0;
  /// What a new one needs for scoring only: for example, averages.
  [[nodiscard]] virtual std::string save_for_scoring() const { return save(); }
  /// How many parameters it has, for people.
  [[nodiscard]] virtual std::size_t size() const { return 0; }
};

using ClassifierFactory =
    std::function<std::unique_ptr<UserClassifier>(const ClassifierSetup& setup)>;

/// Makes a classifier known by name, for TrainOptions::classifier and for the models that it is in.
void register_classifier(const std::string& name, ClassifierFactory factory);

// A task: anything that is built step by step, with the search, the strategies and the losses of
// parsers, and weights of features.

/// What has been built of an input.
struct TaskState {
  std::size_t input = 0;
  /// So far.
  std::vector<std::uint32_t> steps = {};
  /// What the task keeps besides, if anything; copied with the state.
  std::any memory = {};
};

/// A task with its inputs: those to train on, or others. Threads call it at the same time.
class UserTask : public UserPart {
 public:
  /// Models are for tasks of the same name and number of steps.
  [[nodiscard]] virtual std::string name() const = 0;
  /// Steps are numbers below this.
  [[nodiscard]] virtual std::uint32_t steps() const = 0;
  [[nodiscard]] virtual std::size_t inputs() const = 0;

  /// Sets the memory of a state in which nothing has been built.
  virtual void start(TaskState& /*state*/) const {}
  [[nodiscard]] virtual bool is_final(const TaskState& state) const = 0;
  /// The steps that may be taken in a state that is not final: at least one.
  [[nodiscard]] virtual std::vector<std::uint32_t> successors(const TaskState& state) const = 0;
  /// Brings the memory up to date after the last step.
  virtual void advance(TaskState& /*state*/) const {}
  /// What a state looks like: numbers of any kind, at most 512. See feature_id().
  [[nodiscard]] virtual std::vector<std::uint64_t> features(const TaskState& state) const = 0;
  /// How many errors a step adds. The steps of least cost are right. Only asked in training, and
  /// by TaskModel::accuracy().
  [[nodiscard]] virtual int cost(const TaskState& state, std::uint32_t step) const = 0;
};

/// A number for a feature: of its template, and of what that looks at.
std::uint64_t feature_id(std::uint64_t of, std::initializer_list<std::string_view> values);

/// A trained model of a task. Immutable; copies are cheap. Threads may share it.
class TaskModel {
 public:
  struct Parts;
  explicit TaskModel(std::shared_ptr<const Parts> parts) : parts_(std::move(parts)) {}

  /// Throws Error if the file is no such model.
  static TaskModel load(const std::string& path);
  void save(const std::string& path) const;

  /// The best steps for an input. Throws Error if the model is for another task.
  [[nodiscard]] std::vector<std::uint32_t> predict(const UserTask& task, std::size_t input) const;
  /// The percentage of predicted steps that cost nothing, over all inputs.
  [[nodiscard]] double accuracy(const UserTask& task) const;

 private:
  std::shared_ptr<const Parts> parts_;
};

/// Trains a model. If there are inputs to develop with, the result is from the epoch with the best
/// accuracy on them. Of the options, those of strategy and learning count, with the defaults of
/// taggers. Throws OptionError for the others.
TaskModel train_task(const UserTask& training, const UserTask* dev, const TrainOptions& options);

}  // namespace panarc
