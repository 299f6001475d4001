#pragma once

#include <mutex>

#include "panarc/train.h"

namespace panarc {

/// The callbacks as the training of one model of a stage calls them. If it is not the only one at a
/// time, a mutex keeps the callbacks apart. The original must outlive it, as must the mutex.
TrainProgress at_stage(const TrainProgress& progress, const TrainingStage& stage,
                       std::mutex* mutex = nullptr);

/// Tells that the training of the model begins.
void begin_stage(const TrainProgress& progress, const TrainingStage& stage);

}  // namespace panarc
