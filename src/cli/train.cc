#include <fmt/format.h>

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "base/json.h"
#include "cli/command.h"
#include "cli/train_arguments.h"
#include "cli/train_ensemble.h"
#include "cli/train_files.h"
#include "cli/train_progress.h"
#include "cli/train_segmenter.h"
#include "cli/train_tagger.h"
#include "panarc/ensemble.h"
#include "panarc/error.h"
#include "panarc/joint.h"
#include "panarc/tagger.h"
#include "panarc/train.h"

namespace panarc::cli {

namespace {

constexpr const char* kTrainDescription = "Train a parser, a tagger or a segmenter on treebanks";

constexpr const char* kTrainExamples = R"(
Without options, a parser is trained that is accurate and takes minutes to train; with --fast, one for
the highest speed; with --accurate, one for the best scores. Every other option changes one thing
about it.

One line is printed per epoch: the number of updates, the mean margin of wrong over correct
derivations (per sentence), the share of sentences that were followed to their end, and the scores on
DEV; * marks the best epoch so far, which is kept.

Examples:
  panarc train train.conllu --dev dev.conllu -o parser.model
  panarc train a.conllu b.conllu.zst --fast -o fast.model
  panarc train train.conllu --dev dev.conllu --system swap --swap-oracle lazy -o swap.model
  panarc train train.conllu --strategy early --beam 16 --features templates.txt -o early.model
  panarc train new.conllu --dev dev.conllu --from parser.model -o adapted.model
  panarc train train.conllu --references other.conllu -o both.model
  panarc train train.conllu --dev dev.conllu --accurate -o accurate.model
  panarc train train.conllu --dev dev.conllu --ensemble 6 -o votes.model
  panarc train --combine parser.model swap.model --dev dev.conllu -o votes.model
  panarc train train.conllu --dev dev.conllu --task tag -o tagger.model
  panarc train train.conllu --dev dev.conllu --task joint -o joint.model
  panarc train train.conllu --dev dev.conllu --task segment -o segmenter.model
)";

LabelMode label_mode(const TrainOptions& options) {
  if (options.labels) return *options.labels;
  return options.from ? options.from->info().label_mode : train_defaults().labels;
}

/// Prints epochs and warnings as they come.
class EpochLog {
 public:
  explicit EpochLog(const TrainArguments& arguments)
      : json_(arguments.json),
        quiet_(arguments.treebank.quiet),
        table_(!arguments.dev.empty(), label_mode(arguments.options) != LabelMode::kNone,
               arguments.options.diagnose, arguments.options.joint),
        line_(!arguments.treebank.quiet) {
    if (arguments.log.empty()) return;
    log_.open(arguments.log);
    if (!log_) throw Error({arguments.log, 0, 0}, "cannot be written");
  }

  [[nodiscard]] TrainProgress progress() {
    TrainProgress progress;
    progress.on_batch = [this](int epoch, std::size_t done, std::size_t sentences) {
      line_.show(epoch, done, sentences);
    };
    progress.on_epoch = [this](const EpochReport& report) { print(report); };
    progress.on_warning = [this](const std::string& message) { warn(message); };
    return progress;
  }

  /// Writes a line into the log, at once: others may follow a training by it.
  void write(const std::string& line) {
    if (log_.is_open()) log_ << line << std::endl;
  }

 private:
  void print(const EpochReport& report) {
    line_.clear();
    write(to_json(report));
    if (json_) {
      fmt::print("{}\n", to_json(report));
    } else if (!quiet_) {
      fmt::print("{}{}", has_header_ ? "" : table_.header(), table_.row(report));
      has_header_ = true;
    }
    std::fflush(stdout);
  }

  void warn(const std::string& message) {
    line_.clear();
    if (!quiet_) fmt::print(stderr, "panarc: warning: {}\n", message);
  }

  bool json_;
  bool quiet_;
  bool has_header_ = false;
  std::ofstream log_;
  EpochTable table_;
  ProgressLine line_;
};

std::string summary_json(const std::string& output, const TrainResult& result, std::uint64_t bytes,
                         double seconds) {
  const EpochReport& best = result.best();
  const ModelInfo info = result.parser.info();
  nlohmann::ordered_json json;
  json["model"] = output;
  json["epochs"] = result.epochs.size();
  json["best_epoch"] = best.epoch;
  if (best.dev) json["dev"] = parse_ordered_json(to_json(best))->at("dev");
  json["single_root"] = info.single_root;
  json["labels"] = info.labels.size();
  json["bytes"] = bytes;
  json["seconds"] = seconds;
  return dump_json(json);
}

void print_summary(const TrainArguments& arguments, const TrainResult& result, double seconds,
                   EpochLog& log) {
  const std::uint64_t bytes = size_of(arguments.output);
  const std::string json = summary_json(arguments.output, result, bytes, seconds);
  log.write(json);
  if (arguments.json) {
    fmt::print("{}\n", json);
    return;
  }
  if (arguments.treebank.quiet) return;
  const EpochReport& best = result.best();
  if (best.dev) {
    const bool labelled = label_mode(arguments.options) != LabelMode::kNone;
    fmt::print("best epoch {}: {}UAS {:.2f}{} on {}\n", best.epoch,
               best.tagged ? fmt::format("UPOS {:.2f}, ", best.dev->percentage(Metric::kUpos)) : "",
               best.dev->percentage(Metric::kUas),
               labelled ? fmt::format(", LAS {:.2f}", best.dev->percentage(Metric::kLas)) : "",
               arguments.dev);
  }
  constexpr double kMegabyte = 1e6;
  fmt::print("{}: {:.1f} MB, trained in {:.1f} s\n", arguments.output,
             static_cast<double>(bytes) / kMegabyte, seconds);
}

/// Throws UsageError for what only a parser can be trained with.
void check_task_usage(const TrainArguments& arguments) {
  if (arguments.task == TrainingTask::kParse) return;
  const bool joint = arguments.task == TrainingTask::kJoint;
  const auto refuse_if = [&](bool said, const char* argument) {
    if (!said) return;
    throw UsageError(argument, fmt::format("it is for parsers, not for --task {}",
                                           kTrainingTaskNames.of(arguments.task)));
  };
  refuse_if(!arguments.combine.empty(), "--combine");
  refuse_if(!arguments.members().empty(), arguments.accurate ? "--accurate" : "--ensemble");
  refuse_if(!arguments.from.empty(), "--from");
  refuse_if(!joint && !arguments.references.empty(), "--references");
  refuse_if(!joint && arguments.jackknife.has_value(), "--jackknife");
  refuse_if(!joint && arguments.options.fast, "--fast");
  refuse_if(!joint && arguments.options.resume, "--resume");
}

/// What the arguments cannot say of each other.
void check_usage(const TrainArguments& arguments) {
  check_task_usage(arguments);
  const bool combines = !arguments.combine.empty();
  if (!combines && arguments.files.empty()) throw UsageError("TRAIN is required");
  if (combines && !arguments.files.empty()) {
    throw UsageError("--combine", "its models are trained: no TRAIN is needed");
  }
  if (!combines && arguments.members().empty() &&
      (arguments.votes.weighting || arguments.votes.votes)) {
    throw UsageError("--votes and --vote-weights are for --ensemble and --combine");
  }
}

TrainResult train_and_save(const TrainArguments& arguments, std::vector<Sentence>& training,
                           std::vector<Sentence>& dev, const CheckedOptions& options,
                           const TrainProgress& progress) {
  predict_tags(arguments, training, dev);
  TrainResult result = train(std::move(training), std::move(dev), options, progress);
  result.parser.save(arguments.output);
  return result;
}

TrainResult train_and_save_joint(const TrainArguments& arguments,
                                 const std::vector<Sentence>& training,
                                 const std::vector<Sentence>& dev, const CheckedOptions& options,
                                 const TrainProgress& progress) {
  const JointResult result =
      train_joint(training, dev, options, arguments.jackknife.value_or(kJointParts), progress);
  result.model().save(arguments.output);
  return result.training;
}

void run_training(TrainArguments& arguments) {
  const auto start = std::chrono::steady_clock::now();
  TrainOptions& options = arguments.options;
  options.checkpoint = checkpoint_of(arguments.output);
  const std::vector<std::string> checkpoints =
      options.checkpoint.empty() ? std::vector<std::string>() : std::vector{options.checkpoint};
  check_output(arguments, checkpoints);
  if (!arguments.from.empty()) options.from = Parser::load(arguments.from);
  const CheckedOptions checked = options;
  std::vector<Sentence> training = read_training(arguments);
  std::vector<Sentence> dev = read_dev(arguments);
  print_notes(arguments, checkpoints);
  EpochLog log(arguments);
  const TrainResult result =
      options.joint ? train_and_save_joint(arguments, training, dev, checked, log.progress())
                    : train_and_save(arguments, training, dev, checked, log.progress());
  remove_checkpoints(checkpoints);
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start;
  print_summary(arguments, result, elapsed.count(), log);
}

void run(TrainArguments& arguments) {
  check_usage(arguments);
  check_options(arguments);
  check_inputs(arguments);
  if (arguments.task == TrainingTask::kTag) {
    check_tagger_options(arguments.options);
    run_tagger_training(arguments);
  } else if (arguments.task == TrainingTask::kSegment) {
    check_segmenter_options(arguments.options);
    run_segmenter_training(arguments);
  } else if (!arguments.combine.empty()) {
    run_combination(arguments);
  } else if (!arguments.members().empty()) {
    run_ensemble(arguments);
  } else {
    run_training(arguments);
  }
}

/// What is wrong with options is said by the names of arguments.
template <class Action>
void with_argument_names(Action&& action) {
  try {
    action();
  } catch (const OptionError& error) {
    throw UsageError(argument_of(error.option()), error.message());
  }
}

/// What can be known before any data is read. Options beside a model depend on that.
void check(const TrainArguments& arguments) {
  check_usage(arguments);
  check_options(arguments);
  check_inputs(arguments);
  if (arguments.task == TrainingTask::kTag) return check_tagger_options(arguments.options);
  if (arguments.task == TrainingTask::kSegment) return check_segmenter_options(arguments.options);
  if (!arguments.combine.empty()) return;
  if (!arguments.members().empty()) {
    for (const TrainOptions& member : ensemble_members(arguments.members(), arguments.options)) {
      (void)CheckedOptions(member);
    }
  } else if (arguments.from.empty()) {
    (void)CheckedOptions(arguments.options);
  }
}

}  // namespace

void add_train(Program& program) {
  Command& command =
      program.add("train", kTrainDescription,
                  fmt::format("{}\nStrategies:\n{}", kTrainExamples, strategy_help()));
  auto arguments = std::make_shared<TrainArguments>();
  add_train_arguments(command, *arguments);
  const auto take_task = [arguments] {
    arguments->options.joint = arguments->task == TrainingTask::kJoint;
  };
  command.check = [=] {
    take_task();
    with_argument_names([&] { check(*arguments); });
  };
  command.run = [=] {
    take_task();
    with_argument_names([&] { run(*arguments); });
    return 0;
  };
}

}  // namespace panarc::cli
