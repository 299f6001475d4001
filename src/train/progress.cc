#include "train/progress.h"

#include <optional>
#include <utility>

namespace panarc {
namespace {

/// Wraps a callback so that `adapt` gets it and its arguments; empty ones remain empty.
template <class... Arguments, class Adapt>
std::function<void(Arguments...)> wrapped(const std::function<void(Arguments...)>& callback,
                                          std::mutex* mutex, Adapt adapt) {
  if (!callback) return {};
  return [&callback, mutex, adapt = std::move(adapt)](Arguments... arguments) {
    std::optional<std::lock_guard<std::mutex>> lock;
    if (mutex != nullptr) lock.emplace(*mutex);
    adapt(callback, std::forward<Arguments>(arguments)...);
  };
}

}  // namespace

TrainProgress at_stage(const TrainProgress& progress, const TrainingStage& stage,
                       std::mutex* mutex) {
  const auto same = [](const auto& callback, auto&&... arguments) {
    callback(std::forward<decltype(arguments)>(arguments)...);
  };
  const auto of_stage = [stage](const auto& callback, auto report) {
    report.stage = stage;
    callback(report);
  };
  TrainProgress result;
  result.on_stage = wrapped(progress.on_stage, mutex,
                            [stage](const auto& callback, const auto&) { callback(stage); });
  result.on_batch =
      wrapped(progress.on_batch, mutex, [stage](const auto& callback, const BatchReport& report) {
        callback({stage, report.epoch, report.done, report.sentences});
      });
  result.on_epoch = wrapped(progress.on_epoch, mutex, of_stage);
  result.on_result = wrapped(progress.on_result, mutex, of_stage);
  result.on_warning = wrapped(progress.on_warning, mutex, same);
  if (stage.part != TrainingPart::kParser) return result;  // the hooks are for parsers
  result.before_updates = wrapped(progress.before_updates, mutex, same);
  result.after_updates = wrapped(progress.after_updates, mutex, same);
  result.before_evaluation = wrapped(progress.before_evaluation, mutex, same);
  result.after_evaluation =
      wrapped(progress.after_evaluation, mutex, [stage](const auto& callback, EpochReport& report) {
        const TrainingStage of_report = report.stage;
        report.stage = stage;
        callback(report);
        report.stage = of_report;
      });
  return result;
}

void begin_stage(const TrainProgress& progress, const TrainingStage& stage) {
  if (progress.on_stage) progress.on_stage(stage);
}

}  // namespace panarc
