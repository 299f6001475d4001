#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "panarc/analysis.h"
#include "panarc/evaluate.h"
#include "panarc/scheme.h"
#include "panarc/train.h"
#include "panarc/treebank.h"

/// Experiments (settings × treebanks × seeds), their results, and reports.

namespace panarc {

/// Numbers by name.
using Figures = std::map<std::string, double>;

struct NamedFigures {
  std::string name;
  Figures figures;
};

/// The result of one run of an experiment: one setting, on one treebank, with one seed.
struct RunResult {
  std::string setting;
  std::string treebank;
  std::uint64_t seed = 1;
  /// The commands that reproduce it.
  std::vector<std::string> commands;
  /// The scores on the test data as in `eval --json`, with `train_seconds` and `parse_seconds` (of
  /// CPU), `words_per_second` and `model_bytes`; or the numbers that other commands report.
  Figures figures;
  /// Figures by group of words, such as the quarter of the sentence, or by annotation scheme.
  std::vector<NamedFigures> groups;
  /// The training log, one element per epoch: `epoch`, `updates`, `cpu_seconds`, `dev.UAS`, ...
  std::vector<Figures> epochs;
  /// For each test sentence, how many words are right by the score of the part, and out of how
  /// many: for significance tests.
  std::vector<std::pair<double, double>> sentences;
};

/// A table of a report. Cells are means over seeds, and over treebanks where these are not shown.
struct TableSpec {
  enum class Kind : std::uint8_t {
    kTreebanks,  ///< rows are settings, columns treebanks and their average; one figure
    kFigures,    ///< rows are settings, or treebanks if there is one setting; columns are figures
    kGroups,     ///< rows are settings, columns groups; one figure
    kEpoch,      ///< like kFigures, for one epoch of the log, or the last if there are fewer
  };
  Kind kind = Kind::kTreebanks;
  std::string title;
  std::vector<std::string> figures;
  int epoch = 0;
};

/// A chart of a report.
struct ChartSpec {
  enum class Kind : std::uint8_t {
    kCurves,   ///< one figure of the log against another, such as `dev.UAS` against `epoch`
    kBars,     ///< a figure by setting, with its interval over seeds
    kScatter,  ///< one figure against another, a point per setting
  };
  Kind kind = Kind::kBars;
  std::string title;
  std::string x;
  std::string y;
  bool logarithmic = false;  ///< for the horizontal axis
};

/// Two settings whose difference is to be shown.
struct Comparison {
  std::string baseline;
  std::string setting;
  /// The difference in the same score that a paper reports, if any: a mean.
  std::optional<double> published;
};

struct PartResult {
  std::string title;
  std::string description;  ///< Markdown
  std::string score;        ///< the figure that settings are compared by
  std::vector<std::string> settings;
  std::vector<std::string> treebanks;
  std::vector<TableSpec> tables;
  std::vector<ChartSpec> charts;
  std::vector<Comparison> comparisons;
  std::vector<RunResult> runs;  ///< the finished ones
  std::size_t planned = 0;      ///< how many runs there will be in all
};

struct ExperimentResult {
  std::string title;
  std::string description;
  std::string version;  ///< of panarc
  std::vector<PartResult> parts;
};

// Runs experiments: the settings of a TOML file (docs/commands.md) × treebanks × seeds.
//
//     panarc::Experiment experiment(
//         {.file = "sweep.toml", .output = "sweep", .executable = panarc});
//     const bool complete = experiment.run();
//     const panarc::ExperimentResult result = experiment.result();

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

/// Writes the results of an experiment to a folder, creating it if needed: `report.md`,
/// `report.html`, `results.csv` with a line per run, `epochs.csv` with a line per epoch if there
/// are training logs, and the charts `*.svg`. Each file appears whole or not at all. Some or all
/// runs may be missing; titles of tables and charts may be empty. Throws Error if a file cannot be
/// written.
void write_report(const ExperimentResult& result, const std::string& folder);

struct CrossValidationOptions {
  /// How parsers are trained. There is no development data, so the last epoch is kept.
  TrainOptions training;
  std::size_t folds = 10;
  /// Make each fold of consecutive sentences, so that texts stay together; otherwise sentences are
  /// drawn at random, using the training seed.
  bool blocks = false;
  /// Called with what users should know about the options, once for all folds.
  std::function<void(const std::string& message)> on_warning;
};

struct FoldReport {
  std::size_t fold = 0;      ///< from 1
  std::size_t training = 0;  ///< sentences that the parser was trained on
  Scores scores;             ///< on the other sentences
  double seconds = 0;
};

struct CrossValidation {
  std::vector<FoldReport> folds;
  /// Over all folds.
  Scores total;
  /// All sentences as parsed, each by a parser that was not trained on it. The annotation can thus
  /// serve as training data as if it were on new text (jack-knifing).
  std::vector<Sentence> parsed;

  /// How a score varies over folds.
  [[nodiscard]] Spread spread(Metric metric) const;
};

/// Divides sentences into folds and, for each fold, trains a parser on all the others. Further
/// references of a sentence stay with it; its parse is compared with the nearest one. `on_fold` is
/// called after each fold. Throws Error if there are fewer sentences than folds or fewer than two
/// folds, and as train() does.
CrossValidation cross_validate(const std::vector<Sentence>& sentences,
                               const CrossValidationOptions& options,
                               const std::function<void(const FoldReport&)>& on_fold = {});

// Which annotation scheme is easiest to learn:
//
//     panarc::SchemeExperiment experiment;
//     experiment.rules = {panarc::Scheme::kCase, panarc::Scheme::kDet};
//     const auto results = panarc::compare_schemes(training, dev, test, experiment);

/// The entropy, in bits, of the tag (UPOS) of a word given the tag of its head (Schwartz, Abend and
/// Rappoport 2012): the lower, the easier. Words without a head are left out.
double predictability(std::span<const Sentence> sentences);

/// The perplexity on test data of a trigram model of words in the order in which a parser attaches
/// them (Søgaard and Haulrich 2010): the lower, the easier. Uses the order of arc-eager and
/// Witten-Bell smoothing.
double derivation_perplexity(std::span<const Sentence> training, std::span<const Sentence> test);

struct SchemeExperiment {
  /// The rules to try, one after the other.
  std::vector<Scheme> rules;
  /// Each parser is trained once per seed; seeds count up from that of the options.
  std::size_t seeds = 3;
  /// Number of simultaneous trainings.
  std::size_t threads = 1;
  /// How parsers are trained.
  TrainOptions training;
};

/// Results for one scheme. Scores are on the test data.
struct SchemeScores {
  /// One per seed, against trees of the same scheme.
  std::vector<double> uas;
  double predictability = 0;
  double perplexity = 0;

  [[nodiscard]] double mean_uas() const;
};

/// Results for a rule: the original scheme against the one that the rule turns it into.
struct SchemeResult {
  Scheme rule = Scheme::kMark;
  /// Places in the training data where the rule applies, and words whose head it changes.
  std::size_t places = 0;
  std::size_t changed = 0;

  SchemeScores original;
  SchemeScores changed_scheme;
  /// The probability of such a difference in UAS, or a larger one, by chance: an approximate
  /// randomisation test over the test sentences, all seeds together.
  double p_value = 1;

  /// Trained with all references (Wisniewski, Lacroix and Yvon 2018). For each seed: UAS on the
  /// test data against the nearest reference, and the share of places where the reference left at
  /// the end of training follows the rule. Only places in sentences that the last epoch followed to
  /// their end count; if there are none, there is no share.
  std::vector<double> uas_of_any;
  std::vector<double> share_of_changed;

  [[nodiscard]] double mean_uas_of_any() const;
  [[nodiscard]] double mean_share() const;
  /// How much better the changed scheme is parsed.
  [[nodiscard]] double difference() const;
  /// Whether it is better, and whether each measure says so.
  [[nodiscard]] bool changed_is_better() const;
  [[nodiscard]] bool references_prefer_changed() const;
  [[nodiscard]] bool predictability_prefers_changed() const;
  [[nodiscard]] bool perplexity_prefers_changed() const;
};

/// Called after each training, in any thread but never in two at a time, with the number of
/// trainings done and the total.
using ExperimentProgress = std::function<void(std::size_t done, std::size_t all)>;

/// Trains parsers on the original treebank, on what each rule turns it into, and on both as
/// alternative references, and compares them. Rules that apply nowhere in the training data are
/// left out of the result. Throws Error for unsuitable data, and OptionError.
std::vector<SchemeResult> compare_schemes(std::span<const Sentence> training,
                                          std::span<const Sentence> dev,
                                          std::span<const Sentence> test,
                                          const SchemeExperiment& experiment,
                                          const ExperimentProgress& progress = {});

/// The results as a JSON object.
std::string to_json(std::span<const SchemeResult> results);

/// The results as a chart, in SVG: what each rule gains or loses, with confidence intervals.
std::string scheme_plot(std::span<const SchemeResult> results);

}  // namespace panarc
