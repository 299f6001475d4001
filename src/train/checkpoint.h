#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "io/section.h"
#include "panarc/train.h"

namespace panarc {

class ModelFile;
class Trainee;

/// What was done of an epoch that is not complete.
struct BegunEpoch {
  std::size_t of = 0;  ///< how many sentences the epoch has; 0 before it begins
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
  /// After how many epochs waiting for a better one last started.
  int waiting_since = 0;
  /// How many sentences were given at first, and how many were added each time. May be empty if
  /// none were added.
  std::vector<std::uint64_t> portions;
};

/// A checkpoint that has been opened.
struct CheckpointFile {
  std::shared_ptr<const ModelFile> file;
  Checkpoint state;
};

void save_checkpoint(const std::string& path, const Checkpoint& checkpoint, Trainee& trainee);

/// Opens a checkpoint; nothing if there is no such file. Throws Error if it is damaged.
std::optional<CheckpointFile> open_checkpoint(const std::string& path);
/// Gives the trainee its parameters and the best model so far. Throws Error if the checkpoint is
/// damaged, or has another fingerprint.
void load_checkpoint(const CheckpointFile& file, std::uint64_t fingerprint, Trainee& trainee);

void write_counts(SectionWriter& writer, const TrainingCounts& counts);
TrainingCounts read_counts(SectionReader& reader);

}  // namespace panarc
