#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "train/loop.h"

namespace panarc {

/// What was done of an epoch that is not complete.
struct BegunEpoch {
  std::size_t sentences = 0;
  TrainingCounts counts;
  double seconds = 0;
};

/// The state of a training after a batch. Together with the parameters and the best model so far,
/// which the trainee has, it is all that is needed to resume as if nothing had happened.
struct Checkpoint {
  /// A hash of the data and of all options that matter: any difference would give another model.
  std::uint64_t fingerprint = 0;
  double seconds = 0;
  double cpu_seconds = 0;
  /// There is nothing left to train: it has the best model, and no parameters.
  bool finished = false;
  std::vector<EpochReport> epochs;
  BegunEpoch begun;
};

void save_checkpoint(const std::string& path, const Checkpoint& checkpoint, Trainee& trainee);

/// Reads a checkpoint, and gives the trainee its parameters and the best model so far. Nothing if
/// there is no such file. Throws Error if it is damaged, or has another fingerprint.
std::optional<Checkpoint> load_checkpoint(const std::string& path, std::uint64_t fingerprint,
                                          Trainee& trainee);

}  // namespace panarc
