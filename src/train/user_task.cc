#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <utility>

#include "base/hash.h"
#include "base/interruption.h"
#include "io/model_file.h"
#include "panarc/error.h"
#include "panarc/extend.h"
#include "panarc/options.h"
#include "scorer/linear/frozen_table.h"
#include "scorer/linear/key_list.h"
#include "scorer/linear/linear_scorer.h"
#include "search/beam.h"
#include "task/task.h"
#include "train/linear_trainee.h"
#include "train/rules.h"
#include "train/train_option.h"

namespace panarc {
namespace {

constexpr const char* kOptionsSection = "task.options";
constexpr const char* kIndexSection = "task.index";
constexpr const char* kRowsSection = "task.rows";
constexpr std::size_t kMostFeatures = 512;

/// A user's task, as searches and trainings see it.
class AnyUserTask {
 public:
  using Input = std::size_t;
  using State = TaskState;
  using Step = std::uint32_t;

  /// The task must outlive it.
  explicit AnyUserTask(const UserTask& task) : task_(task) {}
  [[nodiscard]] const UserTask& user() const { return task_; }

  void start(Input input, State& state) const {
    state = {input, {}, {}};
    task_.start(state);
  }
  [[nodiscard]] bool is_final(const State& state) const { return task_.is_final(state); }
  void advance(State& state, Step step) const {
    state.steps.push_back(step);
    task_.advance(state);
  }
  [[nodiscard]] static std::uint32_t class_of(Step step) { return step; }

  [[nodiscard]] std::vector<Step> steps(const State& state) const {
    std::vector<Step> steps = task_.successors(state);
    const auto is_unknown = [&](Step step) { return step >= task_.steps(); };
    if (steps.empty() || std::ranges::any_of(steps, is_unknown)) {
      throw Error("the task " + task_.name() + " offers no step, or one that it does not have");
    }
    return steps;
  }
  template <class Score, class Offers>
  void successors(const State& state, const Score* row, Offers& offers) const {
    for (const Step step : steps(state)) {
      if (offers.wants(row[step])) offers.add(step, row[step]);
    }
  }

 private:
  const UserTask& task_;
};
static_assert(Task<AnyUserTask>);

/// The steps of least cost are correct.
class AnyUserTaskGuide {
 public:
  using Gold = std::size_t;
  using Correct = std::vector<std::uint32_t>;

  explicit AnyUserTaskGuide(const AnyUserTask& task) : task_(task) {}

  static void begin(std::size_t /*input*/, const Gold& /*gold*/) {}
  static void leave_path() {}
  [[nodiscard]] Correct correct(const TaskState& state, std::size_t /*depth*/) const {
    int least = std::numeric_limits<int>::max();
    Correct correct;
    for (const std::uint32_t step : task_.steps(state)) {
      const int of_step = cost(state, step);
      if (of_step < least) correct.clear();
      least = std::min(least, of_step);
      if (of_step == least) correct.push_back(step);
    }
    return correct;
  }
  static bool is_correct(const TaskState& /*state*/, const Correct& correct, std::uint32_t step) {
    return std::ranges::count(correct, step) > 0;
  }
  template <class Visitor>
  static void for_each_correct(const TaskState& /*state*/, const Correct& correct,
                               const float* /*row*/, Visitor&& visit) {
    std::ranges::for_each(correct, visit);
  }
  /// Nobody knows.
  static std::size_t steps_left(const TaskState& /*state*/, std::size_t /*depth*/) { return 1; }
  [[nodiscard]] int cost(const TaskState& state, std::uint32_t step) const {
    return task_.user().cost(state, step);
  }

 private:
  const AnyUserTask& task_;
};

class AnyUserTaskFeatures : public ListedKeys<std::size_t, TaskState, kMostFeatures> {
 public:
  explicit AnyUserTaskFeatures(const UserTask& task) : task_(task) {}

  void gather(const State& state, const Input& /*input*/, Scratch& scratch) const {
    const std::vector<std::uint64_t> features = task_.features(state);
    if (features.size() > kMostFeatures) {
      throw Error("the task " + task_.name() + " has more than 512 features in a state");
    }
    scratch.count = features.size();
    // A key is never 0.
    std::ranges::transform(features, scratch.keys.begin(),
                           [](std::uint64_t feature) { return mix_bits(feature) | 1U; });
  }

 private:
  const UserTask& task_;
};

using TaskTrainee = LinearTrainee<AnyUserTask, AnyUserTaskGuide, AnyUserTaskFeatures>;

/// What a task cannot use of what a tagger can.
void check_task_options(const TrainOptions& options) {
  for (const auto* const name : {"features", "embeddings", "rare_count", "rare_rate"}) {
    if (train_option(name).is_set(options)) throw OptionError(name, "a task has its own features");
  }
}

TrainingPlan task_plan(const TrainOptions& options, std::size_t inputs) {
  check_task_options(options);
  TrainingPlan plan = plain_plan(options, Trained::kLinearTagger);
  complete_strategy(options, plan);
  complete_beam(options, plan);
  complete_loss(options, plan);
  if (plan.batch == 0) plan.batch = default_batch(inputs);
  return plan;
}

}  // namespace

struct TaskModel::Parts {
  std::string name;
  std::uint32_t steps = 0;
  std::size_t beam = 1;
  std::shared_ptr<const void> storage;
  FrozenTable table;

  static TaskModel model(const UserTask& task, std::size_t beam, FrozenArrays weights) {
    const auto arrays = std::make_shared<const FrozenArrays>(std::move(weights));
    return TaskModel(std::make_shared<const Parts>(
        Parts{task.name(), task.steps(), beam, arrays,
              FrozenTable(arrays->index, arrays->words, task.steps())}));
  }
};

std::uint64_t feature_id(std::uint64_t of, std::initializer_list<std::string_view> values) {
  std::uint64_t hash = mix_bits(of);
  for (const std::string_view value : values) {
    for (const char c : value) hash = mix_bits(hash + static_cast<unsigned char>(c));
    hash = mix_bits(hash + value.size());
  }
  return hash;
}

TaskModel TaskModel::load(const std::string& path) {
  const auto file = std::make_shared<const ModelFile>(ModelFile::open(path));
  if (!file->has(kOptionsSection)) throw Error({path, 0, 0}, "it is not the model of a task");
  Parts parts;
  SectionReader reader = file->reader(kOptionsSection);
  parts.name = reader.read_string();
  parts.steps = reader.read<std::uint32_t>();
  parts.beam = reader.read<std::uint32_t>();
  reader.finish();
  if (parts.beam < 1 || parts.beam > kWidestBeam)
    throw Error({path, 0, 0}, "the size of the beam is invalid");
  parts.storage = file;
  try {
    parts.table = FrozenTable(file->array<std::uint32_t>(kIndexSection),
                              file->array<std::uint32_t>(kRowsSection), parts.steps);
  } catch (const Error& error) {
    throw Error({path, 0, 0}, error.message());
  }
  return TaskModel(std::make_shared<const Parts>(std::move(parts)));
}

void TaskModel::save(const std::string& path) const {
  SectionWriter options;
  options.write_string(parts_->name);
  options.write(parts_->steps);
  options.write(static_cast<std::uint32_t>(parts_->beam));
  ModelFileWriter writer;
  writer.add(kOptionsSection, options.bytes());
  writer.add(kIndexSection, std::as_bytes(parts_->table.index()));
  writer.add(kRowsSection, std::as_bytes(parts_->table.words()));
  writer.write(path);
}

std::vector<std::uint32_t> TaskModel::predict(const UserTask& task, std::size_t input) const {
  if (task.name() != parts_->name || task.steps() != parts_->steps) {
    throw Error(fmt::format("the model is for the task {} with {} steps, not for {} with {}",
                            parts_->name, parts_->steps, task.name(), task.steps()));
  }
  using Scorer = LinearScorer<AnyUserTaskFeatures, FrozenTable>;
  const AnyUserTask any(task);
  const AnyUserTaskFeatures features(task);
  Scorer scorer(features, parts_->table, Scorer::Keep::kSimple);
  Beam<AnyUserTask> beam(any, parts_->beam);
  scorer.begin(input);
  beam.start(input);
  while (!beam.is_final()) {
    beam.expand(scorer.score(beam.open_states()));
    beam.advance();
  }
  return beam.top().state.steps;
}

namespace {

/// See TaskModel::accuracy(). Throws once the interruption is over.
double accuracy_of(const TaskModel& model, const UserTask& task, const Interruption& interruption) {
  const AnyUserTask any(task);
  std::size_t steps = 0;
  std::size_t right = 0;
  TaskState state;
  for (std::size_t input = 0; input < task.inputs(); ++input) {
    interruption.throw_if_over();
    any.start(input, state);
    for (const std::uint32_t step : model.predict(task, input)) {
      right += task.cost(state, step) == 0 ? 1 : 0;
      ++steps;
      any.advance(state, step);
    }
  }
  return steps == 0 ? 0 : 100 * static_cast<double>(right) / static_cast<double>(steps);
}

}  // namespace

double TaskModel::accuracy(const UserTask& task) const {
  return accuracy_of(*this, task, kNeverOver);
}

TaskModel train_task(const UserTask& training, const UserTask* dev, const TrainOptions& options) {
  const TrainingPlan plan = task_plan(options, training.inputs());
  if (training.inputs() == 0) throw Error("there is nothing to train on");
  const AnyUserTask task(training);
  const AnyUserTaskFeatures features(training);
  std::function<void(const FrozenArrays&, EpochReport&, const Interruption&)> score;
  if (dev != nullptr) {
    score = [&](const FrozenArrays& weights, EpochReport& report,
                const Interruption& interruption) {
      report.value = accuracy_of(TaskModel::Parts::model(training, plan.model.beam, weights), *dev,
                                 interruption);
    };
  }
  TaskTrainee trainee({.task = task,
                       .features = features,
                       .classes = training.steps(),
                       .options = {plan.strategy, plan.loss, plan.model.beam},
                       .freeze = plan.freeze,
                       .lengths = std::vector<std::size_t>(training.inputs(), 1),
                       .example =
                           [](std::size_t i, Random& /*random*/, std::size_t& input) {
                             input = i;
                             return TaskTrainee::Example{&input, &input};
                           },
                       .score = std::move(score)},
                      plan.threads);
  run_training(trainee, plan, {}, {plan.strategy.explore, plan.strategy.explore_after});
  return TaskModel::Parts::model(training, plan.model.beam, trainee.take_best().arrays);
}

}  // namespace panarc
