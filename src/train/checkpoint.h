#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "model/model.h"
#include "scorer/linear/training_table.h"
#include "train/trainer.h"

namespace panarc {

/// The state of a training after an epoch: all that is needed to go on as if nothing had happened.
struct Checkpoint {
  /// Of the data and all options that matter: whatever differs would give another model.
  std::uint64_t fingerprint = 0;
  double time = 0;
  double seconds = 0;
  std::vector<EpochReport> epochs;
  std::unique_ptr<Model> best;
};

void save_checkpoint(const std::string& path, const Checkpoint& checkpoint,
                     const TrainingTable& table);

/// Reads a checkpoint and puts its weights into an empty table. Nothing if there is no such file.
/// The vectors of words, on which the fingerprint depends, are not in it. Throws Error if it is
/// damaged, or has another fingerprint.
std::optional<Checkpoint> load_checkpoint(const std::string& path, std::uint64_t fingerprint,
                                          TrainingTable& table,
                                          std::shared_ptr<const Embeddings> embeddings = nullptr);

}  // namespace panarc
