#include "panarc/train.h"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <utility>

#include "feature/template.h"
#include "model/any_model.h"
#include "panarc/treebank.h"
#include "train/progress.h"
#include "train/report.h"
#include "train/rules.h"
#include "train/train_option.h"
#include "train/trainer.h"
#include "transition/system_record.h"

namespace panarc {

void TrainingCounts::add(const TrainingCounts& other) {
  sentences += other.sentences;
  transitions += other.transitions;
  updates += other.updates;
  label_updates += other.label_updates;
  choices += other.choices;
  alternatives += other.alternatives;
  measured += other.measured;
  lowered += other.lowered;
  completed += other.completed;
  used += other.used;
  loss += other.loss;
}

std::vector<std::string> system_name_list() {
  std::vector<std::string> names;
  for (const SystemRecord& system : system_records()) names.emplace_back(system.name);
  return names;
}

std::vector<std::string> template_names() { return built_in_template_names(); }

const EpochReport& TrainResult::best() const {
  const auto best = std::find_if(epochs.rbegin(), epochs.rend(),
                                 [](const EpochReport& report) { return report.best; });
  return best == epochs.rend() ? epochs.back() : *best;
}

CheckedOptions::CheckedOptions(const TrainOptions& options)
    : options_(options), plan_(std::make_shared<const TrainingPlan>(plan_of(options))) {}

/// The requests to stop a training.
class StopRequests {
 public:
  explicit StopRequests(std::stop_token others) : others_(std::move(others)) { renew(); }

  /// Forgets those of before.
  void renew() {
    const std::lock_guard lock(mutex_);
    source_ = {};
    forward_.emplace(others_, [source = source_]() mutable { source.request_stop(); });
  }
  void request() {
    const std::lock_guard lock(mutex_);
    source_.request_stop();
  }
  [[nodiscard]] std::stop_token token() const { return source_.get_token(); }

 private:
  std::stop_token others_;
  std::mutex mutex_;
  std::stop_source source_;
  std::optional<std::stop_callback<std::function<void()>>> forward_;
};

struct Training::State {
  State(std::span<const Sentence> training, std::span<const Sentence> dev,
        const CheckedOptions& checked, const TrainProgress& of, const RightTags& tags)
      : options(checked.options()), progress(of), stop(options.stop) {
    const TrainingPlan& plan = Training::plan_of(checked);
    for (const TrainOption& option : train_options()) option.check_dev(options, !dev.empty());
    begin_stage(progress, {});
    if (progress.on_warning) std::ranges::for_each(plan.warnings, progress.on_warning);
    training_of.emplace(training_data(training, plan, tags.training), dev_data(dev, plan, tags.dev),
                        plan, progress);
    training_of->set_stop(stop.token());
  }

  /// Calls something that may stop. Afterwards, the training can go on.
  template <class Run>
  auto run(Run&& run) {
    try {
      return std::forward<Run>(run)(*training_of);
    } catch (const Stopped&) {
      stop.renew();
      training_of->set_stop(stop.token());
      throw;
    }
  }

  /// A parser with a report of the training so far.
  [[nodiscard]] Parser parser_of(const Model& model) const {
    const ParserData& data = training_of->training();
    return Parser(AnyModel(model.with_report(
        model_report(options, training_of->plan(), data.sentences, data.references,
                     training_of->dev().sentences, training_of->epochs()))));
  }

  TrainOptions options;
  TrainProgress progress;
  StopRequests stop;
  std::optional<ParserTraining> training_of;
};

Training::Training(std::unique_ptr<State> state) : state_(std::move(state)) {}

Training::Training(std::span<const Sentence> training, std::span<const Sentence> dev,
                   const CheckedOptions& options, const TrainProgress& progress) {
  if (plan_of(options).joint) {
    throw OptionError("joint",
                      "a joint parser learns from predicted tags, which train_joint() makes");
  }
  state_ = std::make_unique<State>(training, dev, options, progress, RightTags{});
}

Training::~Training() = default;
Training::Training(Training&&) noexcept = default;
Training& Training::operator=(Training&&) noexcept = default;

bool Training::step() {
  return state_->run([](ParserTraining& training) { return training.step(); });
}

std::optional<EpochReport> Training::finish_epoch() {
  const std::size_t before = epochs().size();
  while (step()) {
    if (epochs().size() > before) return epochs().back();
  }
  return std::nullopt;
}

TrainResult Training::finish() {
  const Model model = state_->run([](ParserTraining& training) { return training.finish(); });
  TrainResult result{state_->parser_of(model), epochs()};
  if (state_->progress.on_result) state_->progress.on_result({{}, result.best().dev, &result});
  return result;
}

bool Training::is_done() const { return state_->training_of->is_done(); }
const std::vector<EpochReport>& Training::epochs() const { return state_->training_of->epochs(); }
Parser Training::snapshot() const { return state_->parser_of(state_->training_of->current()); }

void Training::add(std::span<const Sentence> sentences) {
  state_->training_of->add(training_data(sentences, state_->training_of->plan()));
}

void Training::allow(int epochs) { state_->training_of->allow(epochs); }
void Training::save(const std::string& path) const { state_->training_of->save(path); }
void Training::request_stop() { state_->stop.request(); }

TrainResult train(std::span<const Sentence> training, std::span<const Sentence> dev,
                  const CheckedOptions& options, const TrainProgress& progress) {
  return Training(training, dev, options, progress).finish();
}

TrainResult train_with_tags(std::span<const Sentence> training, std::span<const Sentence> dev,
                            const CheckedOptions& options, const TrainProgress& progress,
                            const RightTags& tags) {
  return Training(std::make_unique<Training::State>(training, dev, options, progress, tags))
      .finish();
}

}  // namespace panarc
