#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "panarc/experiment.h"

/// Runs experiments: the settings of a TOML file (docs/commands.md) × treebanks × seeds.
///
///     panarc::Experiment experiment(
///         {.file = "sweep.toml", .output = "sweep", .executable = panarc});
///     const bool complete = experiment.run();
///     const panarc::ExperimentResult result = experiment.result();

namespace panarc {

struct ExperimentSetup {
  std::string file;
  /// The folder with the folders of the treebanks; empty: the folder of the file.
  std::string treebanks;
  /// The folder for all output.
  std::string output;
  /// The `panarc` command that carries out the runs.
  std::string executable;
  /// Number of simultaneous runs; 0: as many as there are cores.
  std::size_t jobs = 0;
  /// Run on the built-in sample treebank, with the options and seeds that the file gives for this.
  bool quick = false;
  /// Keep the models, which take most of the space.
  bool keep_models = true;
  /// Returns what is wrong with the arguments of a command; empty if nothing is. Without it, errors
  /// only show when the command runs.
  std::function<std::string(const std::vector<std::string>& words)> check = {};
};

enum class RunState : std::uint8_t { kWaiting, kRunning, kDone, kFailed };

/// One setting on one treebank with one seed.
struct PlannedRun {
  std::string part;
  std::string setting;
  std::string treebank;
  std::uint64_t seed = 1;
  std::string folder;
  std::vector<std::string> commands;
  RunState state = RunState::kWaiting;
  double seconds = 0;   ///< how long it took, once it is done
  std::string message;  ///< why it failed
};

/// Callbacks while an experiment runs, in the calling thread; empty ones are skipped. An exception
/// from one of them ends the runs.
struct RunProgress {
  /// A run begins or ends.
  std::function<void(const PlannedRun&)> on_run;
  /// About once a second.
  std::function<void()> on_tick;
};

/// An experiment and its progress so far. Runs that are the same in all that matters are done once.
class Experiment {
 public:
  /// Plans the runs and finds the finished ones. Throws Error for an invalid file and for missing
  /// treebanks. Writes nothing.
  explicit Experiment(ExperimentSetup setup);
  ~Experiment();
  Experiment(Experiment&&) noexcept;
  Experiment& operator=(Experiment&&) noexcept;
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  [[nodiscard]] const std::string& title() const;

  [[nodiscard]] const std::vector<PlannedRun>& runs() const;

  /// Carries out the runs that are not done, resuming interrupted ones. A failed run does not stop
  /// the others. Returns whether all are done. Throws Error if another process is running the
  /// experiment.
  bool run(const RunProgress& progress = {});

  /// How long the remaining runs will take, estimated from those that are done.
  [[nodiscard]] std::optional<double> seconds_left() const;

  /// The results of the finished runs.
  [[nodiscard]] ExperimentResult result() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// As JSON.
std::string to_json(const ExperimentResult& result);

}  // namespace panarc
