#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "panarc/experiment.h"

/// Running experiments: the settings of a TOML file (docs/commands.md) × treebanks × seeds.
///
///   panarc::Experiment experiment({.file = "sweep.toml", .output = "sweep", .executable =
///   panarc}); const bool complete = experiment.run(); const panarc::ExperimentResult result =
///   experiment.result();

namespace panarc {

struct ExperimentSetup {
  std::string file;
  /// Where the folders of the treebanks are; empty: beside the file.
  std::string treebanks;
  /// The folder of all that is written.
  std::string output;
  /// The command `panarc`, which runs are made with.
  std::string executable;
  /// Runs at a time; 0: as many as there are cores.
  std::size_t jobs = 0;
  /// On the built-in sample treebank, with the options and seeds of the file for that.
  bool quick = false;
  /// Models take most of the space.
  bool keep_models = true;
  /// What is wrong with the arguments of a command, if anything; empty text if nothing is. Without
  /// it, that shows only when they are run.
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
  double seconds = 0;   ///< that it took, once it is done
  std::string message;  ///< why it failed
};

/// What the caller is told while an experiment runs, in the thread that called; those that are
/// empty are left out. An exception that one of them throws ends the runs.
struct RunProgress {
  /// A run begins or ends.
  std::function<void(const PlannedRun&)> on_run;
  /// About once a second.
  std::function<void()> on_tick;
};

/// An experiment, with what has been done of it. Runs that are the same in all that matters are
/// one.
class Experiment {
 public:
  /// Plans the runs and finds those that are done. Throws Error for a file that is not right, and
  /// for treebanks that are missing. Writes nothing.
  explicit Experiment(ExperimentSetup setup);
  ~Experiment();
  Experiment(Experiment&&) noexcept;
  Experiment& operator=(Experiment&&) noexcept;
  Experiment(const Experiment&) = delete;
  Experiment& operator=(const Experiment&) = delete;

  [[nodiscard]] const std::string& title() const;

  [[nodiscard]] const std::vector<PlannedRun>& runs() const;

  /// Makes the runs that are not done, and goes on where they were interrupted. Runs that fail do
  /// not keep others from being made. Returns whether all are done. Throws Error if another process
  /// is at it.
  bool run(const RunProgress& progress = {});

  /// How long the other runs are going to take, as far as those that are done tell.
  [[nodiscard]] std::optional<double> seconds_left() const;

  /// What the runs that are done came to.
  [[nodiscard]] ExperimentResult result() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// As JSON.
std::string to_json(const ExperimentResult& result);

}  // namespace panarc
