#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cli/command.h"
#include "cli/json.h"
#include "cli/train_arguments.h"
#include "cli/train_files.h"
#include "cli/train_tasks.h"
#include "panarc/error.h"
#include "panarc/pipeline.h"
#include "panarc/tagger.h"
#include "panarc/text.h"
#include "panarc/train.h"

namespace panarc::cli {

namespace {

constexpr const char* kTrainDescription =
    "Train a parser, a tagger, a segmenter, or all of them, on treebanks";

constexpr const char* kTrainExamples = R"(
By default, the parser is accurate and takes minutes to train. --fast trains one for the highest
speed, --accurate one for the best scores. Every other option changes one thing about it.

One line is printed per epoch: the number of updates, the loss per sentence (the mean margin of
wrong over correct derivations), the share of sentences processed to the end, and the scores on DEV.
An asterisk marks the best epoch so far, which is kept.

Examples:
  panarc train train.conllu --dev dev.conllu -o parser.model
  panarc train a.conllu b.conllu.zst --fast -o fast.model
  panarc train train.conllu --dev dev.conllu --system swap --swap-oracle lazy -o swap.model
  panarc train train.conllu --strategy early --beam 16 --features templates.txt -o early.model
  panarc train new.conllu --dev dev.conllu --from parser.model -o adapted.model
  panarc train train.conllu --references other.conllu -o both.model
  panarc train train.conllu --dev dev.conllu --accurate -o accurate.model
  panarc train train.conllu --dev dev.conllu --ensemble 6 -o votes.model
  panarc train train.conllu --dev dev.conllu --task tag -o tagger.model
  panarc train train.conllu --dev dev.conllu --task joint -o joint.model
  panarc train train.conllu --dev dev.conllu --task segment -o segmenter.model
  panarc train train.conllu --dev dev.conllu --pipeline -o text-to-trees.model
)";

nlohmann::ordered_json summary_of(const TrainResult& result) {
  const EpochReport& best = result.best();
  const ModelInfo info = result.parser.info();
  nlohmann::ordered_json json;
  json["epochs"] = result.epochs.size();
  json["best_epoch"] = best.epoch;
  if (best.dev) json["dev"] = parse_ordered_json(to_json(best))->at("dev");
  json["single_root"] = info.single_root;
  json["labels"] = info.labels.size();
  return json;
}

/// Throws UsageError for arguments that apply only to parsers.
void check_task_usage(const TrainArguments& arguments) {
  if (arguments.task == TrainingTask::kParse) return;
  const bool joint = arguments.task == TrainingTask::kJoint;
  if (arguments.pipeline && !joint) {
    throw UsageError("--task", "a pipeline includes a parser: expected parse or joint");
  }
  const auto refuse_if = [&](bool said, const char* argument) {
    if (!said) return;
    throw UsageError(argument, fmt::format("for parsers only, not for --task {}",
                                           kTrainingTaskNames.of(arguments.task)));
  };
  refuse_if(!arguments.members().empty(), arguments.accurate ? "--accurate" : "--ensemble");
  refuse_if(!arguments.from.empty(), "--from");
  refuse_if(!joint && !arguments.references.empty(), "--references");
  refuse_if(!joint && arguments.jackknife.has_value(), "--jackknife");
  refuse_if(!joint && arguments.options.fast, "--fast");
  refuse_if(arguments.task == TrainingTask::kSegment && arguments.options.resume, "--resume");
}

/// Checks combinations that the arguments themselves cannot rule out.
void check_usage(const TrainArguments& arguments) {
  check_task_usage(arguments);
  if (arguments.members().empty() && (arguments.votes.weighting || arguments.votes.votes)) {
    throw UsageError("--votes and --vote-weights need --ensemble");
  }
}

void run_parser_training(TrainArguments& arguments) {
  TrainOptions& options = arguments.options;
  options.checkpoint = checkpoint_of(arguments.output);
  // Before files are opened that the output might replace.
  check_output(arguments, checkpoints_of(options));
  std::optional<Pipeline> from;  // its parts other than the parser are kept
  if (!arguments.from.empty()) {
    from = Pipeline::load(arguments.from);
    options.from = from->parser();
  }
  const CheckedOptions checked = options;
  TrainRun run(arguments, checkpoints_of(options));
  const TrainProgress progress = run.log.progress();
  const TrainResult result = run.until_stopped([&] {
    if (options.joint) {
      const JointResult joint =
          train_joint(run.training, run.dev, checked, arguments.jackknife, progress);
      joint.model().save(arguments.output);
      return joint.training;
    }
    learn_from_predicted_tags(run, progress);
    TrainResult single = train(run.training, run.dev, checked, progress);
    (from ? from->with_parser(single.parser) : Pipeline(single.parser)).save(arguments.output);
    return single;
  });
  run.remove_checkpoints();
  run.finish(summary_of(result), run.log.summary());
}

void run(TrainArguments& arguments) {
  check_usage(arguments);
  check_inputs(arguments);
  if (arguments.task == TrainingTask::kTag) {
    check_tagger_options(arguments.options);
    run_tagger_training(arguments);
  } else if (arguments.task == TrainingTask::kSegment) {
    check_segmenter_options(arguments.options);
    run_segmenter_training(arguments);
  } else if (arguments.pipeline) {
    run_pipeline_training(arguments);
  } else if (!arguments.members().empty()) {
    run_ensemble_training(arguments);
  } else {
    run_parser_training(arguments);
  }
}

/// Everything that can be checked before data is read. With --from, options depend on the model.
void check(const TrainArguments& arguments) {
  check_usage(arguments);
  check_inputs(arguments);
  if (arguments.task == TrainingTask::kTag) return check_tagger_options(arguments.options);
  if (arguments.task == TrainingTask::kSegment) return check_segmenter_options(arguments.options);
  if (arguments.pipeline) return check_pipeline_options(pipeline_options(arguments));
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
  const auto complete_options = [arguments] {
    arguments->options.joint = arguments->task == TrainingTask::kJoint;
    arguments->options.stop = arguments->stop.get_token();
  };
  command.check = [=] {
    complete_options();
    with_argument_names([&] { check(*arguments); });
  };
  command.run = [=] {
    complete_options();
    with_argument_names([&] { run(*arguments); });
    return 0;
  };
}

}  // namespace panarc::cli
