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

/// A user's own parts, in a file outside the library.

namespace panarc {

class Sentence;
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
/// A later one of the same name replaces it in later trainings. A built-in one of that name stays.
void register_strategy(const std::string& name, std::shared_ptr<const UserStrategy> strategy);

// A classifier: what gives scores to transitions, and learns.
//
//     panarc::register_classifier("mine", [](const panarc::ClassifierSetup& setup) {
//       return std::make_unique<Mine>(setup);
//     });
//     options.classifier = "mine";

/// A state of a parser, as a classifier sees it. Nodes are those of the text.
class ClassifierState : public UserPart {
 public:
  [[nodiscard]] virtual const Sentence& sentence() const = 0;
  /// The i-th element from the top of the stack, from 0; kNoHead if there is none.
  [[nodiscard]] virtual Node stack(std::size_t i) const = 0;
  /// The i-th element from the front of the buffer.
  [[nodiscard]] virtual Node buffer(std::size_t i) const = 0;
  /// The head of a word so far; kNoHead if it has none. The label is empty if there is none.
  [[nodiscard]] virtual Node head(Node word) const = 0;
  [[nodiscard]] virtual std::string_view label(Node word) const = 0;
};

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
  virtual void look(const ClassifierState& state, std::span<const std::uint64_t> features,
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
