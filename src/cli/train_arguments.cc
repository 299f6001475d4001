#include "cli/train_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/arguments.h"
#include "panarc/choices.h"
#include "panarc/options.h"

namespace panarc::cli {

namespace {

constexpr const char* kTreebanks = "The treebanks";

/// What stands for the value of an option in the help.
std::string type_of(const OptionInfo& option) {
  if (!option.unit.empty()) return option.unit;
  if (option.type == OptionInfo::Type::kChoice) {
    return fmt::format("{}", fmt::join(option.choices, "|"));
  }
  return "N";
}

/// An argument without a value, which sets the option to a fixed one.
Argument& add_setting(Command& command, const OptionInfo& option, const std::string& argument,
                      const std::string& value, const std::string& description,
                      TrainOptions& options) {
  Argument& added = add_flag(
      command, argument,
      [&options, name = option.name, value] { set_option(options, name, value); }, description);
  added.in_group(option.group);
  return added;
}

/// The arguments of an option.
void add_option(Command& command, const OptionInfo& option, TrainOptions& options) {
  const std::string description = option.standards.empty()
                                      ? option.help
                                      : fmt::format("{} [{}]", option.help, option.standards);
  if (option.type == OptionInfo::Type::kFlag || option.type == OptionInfo::Type::kSwitch) {
    add_setting(command, option, option.arguments, "yes", description, options);
    if (option.opposite.empty()) return;
    add_setting(command, option, option.opposite, "no", option.opposite_help, options)
        .exclude({option.arguments});
    return;
  }
  Argument& added = add_text(
      command, option.arguments, type_of(option),
      [&options, name = option.name](const std::string& text) { set_option(options, name, text); },
      description);
  added.in_group(option.group);
  added.check = [name = option.name](const std::string& text) {
    return problem([&] {
      TrainOptions scratch;
      set_option(scratch, name, text);
    });
  };
}

/// Puts all arguments that `add` adds under a heading.
template <class Add>
void add_group(Command& command, const char* heading, Add&& add) {
  const std::size_t before = command.arguments.size();
  add();
  for (std::size_t i = before; i < command.arguments.size(); ++i) {
    command.arguments[i].in_group(heading);
  }
}

}  // namespace

void add_treebank_arguments(Command& command, TreebankOptions& options) {
  add_group(command, kTreebanks, [&] {
    add_format_argument(
        command, "--format", options.format,
        "Format of the treebanks [from their names, else from their first sentences]");
    add_encoding_argument(command, options);
    add_bad_sentence_argument(command, options, KeepsBadSentences::kNo);
    add_filter_arguments(command, options.filter);
  });
}

void add_training_arguments(Command& command, TrainOptions& options, TreebankOptions& treebank) {
  for (const OptionInfo& option : describe_options()) {
    if (!option.arguments.empty()) add_option(command, option, options);
  }
  add_treebank_arguments(command, treebank);
}

void add_vote_arguments(Command& command, CombineOptions& votes) {
  add_choice(command, "--vote-weights", votes.weighting, kVoteWeightingNames,
             "Weights of votes: all equal, by member, or by member and tag [tag, learnt on DEV]");
  add_choice(
      command, "--votes", votes.votes, kVoteForNames,
      "What members vote for: trees, projective trees, or the actions of one search if they differ "
      "only in their training [trees]");
}

void add_log_arguments(Command& command, TrainArguments& a) {
  add_flag(command, "--force", a.force,
           "Replace the output even if it is not a model, and start again despite a checkpoint");
  add_flag(command, "--json", a.json, "Print JSON: one line per epoch, then a summary line");
  add_text(command, "--log", a.log, "FILE",
           "Also write these lines to a file, whatever is printed");
  add_quiet_argument(command, a.treebank);
  command.arguments.back().description = "Print nothing but errors, and JSON if asked for";
}

namespace {

/// Adds what most people need, in this order.
void add_first_arguments(Command& command, TrainArguments& a) {
  add_texts(command, "TRAIN", a.files, "Treebanks to train on").require();
  add_text(command, "-o,--output", a.output, "MODEL", "Where to write the model").require();
  add_text(command, "--dev", a.dev, "DEV",
           "Treebank that decides which epoch is best, and when to stop [the last epoch is kept]");
  add_flag(command, "--accurate", a.accurate,
           "Train for the best scores, not for speed: networks and other parsers that vote; short "
           "for --ensemble accurate")
      .exclude({"--ensemble", "--fast", "--scorer", "--from", "--diagnose"});
  add_flag(command, "--pipeline", a.pipeline,
           "Train everything needed to turn text into trees: a segmenter, a tagger, and a parser "
           "that learns from predicted tags; the other options apply to the parser")
      .exclude({"--from", "--references"});
  add_choice(
      command, "--task", a.task, kTrainingTaskNames,
      "Train a parser, a parser that chooses UPOS in the same search, a tagger of UPOS, XPOS, "
      "FEATS and LEMMA (those that TRAIN has), or a segmenter of text into sentences and words "
      "[parse]");
  add_text(command, "--from", a.from, "MODEL", "Start from the weights and options of a model");
  add_flag(command, "--resume", a.options.resume,
           "Continue an interrupted training from MODEL.checkpoint, which Ctrl-C leaves as well");
}

void add_ensemble_arguments(Command& command, TrainArguments& a) {
  add_text(command, "--ensemble", a.ensemble, "N|SPEC",
           "Train several parsers that vote: the first N of the usual ones, or those in SPEC, e.g. "
           "arc-eager,swap+right-to-left,recurrent+seed=2+epochs=40")
      .exclude({"--from", "--diagnose"});
  add_vote_arguments(command, a.votes);
}

void add_tagging_arguments(Command& command, TrainArguments& a) {
  add_whole(
      command, "--jackknife", a.jackknife, "N", 2,
      "Train on predicted tags and lemmas: each of N parts of TRAIN is tagged by a tagger trained "
      "on the others, DEV by one trained on TRAIN [4 with --pipeline and --task joint, else none]");
  const Choices<ScorerKind> taggers{{"linear", ScorerKind::kLinear},
                                    {"recurrent", ScorerKind::kRecurrent}};
  add_choice(command, "--tagger", a.tagger, taggers,
             "What scores tags [recurrent if the parser or a member is, else linear]")
      .need("--pipeline");
}

void add_card_arguments(Command& command, TrainArguments& a) {
  add_text(
      command, "--test", a.test, "TEST",
      "Treebank to score the model on: the scores go into its card, which `panarc info` prints")
      .need("--pipeline");
  add_text(command, "--about", a.about, "TEXT", "Description of the model, for its card")
      .need("--pipeline");
  add_text(command, "--licence", a.licence, "TEXT", "Licence of the data, for its card")
      .need("--pipeline");
}

}  // namespace

void add_train_arguments(Command& command, TrainArguments& a) {
  add_first_arguments(command, a);
  add_training_arguments(command, a.options, a.treebank);
  for (Argument& argument : command.arguments) {
    if (argument.names == "--lexicalized") argument.need("--from");
  }
  add_group(command, kTreebanks, [&] {
    add_texts(command, "--references", a.references,
              "Treebanks of the same sentences as TRAIN, with trees that are equally correct")
        .exclude({"--on-error"});
  });
  add_group(command, "Several parsers that vote", [&] { add_ensemble_arguments(command, a); });
  add_group(command, "Predicted tags", [&] { add_tagging_arguments(command, a); });
  add_group(command, "The card of a pipeline", [&] { add_card_arguments(command, a); });
  add_group(command, "Output", [&] { add_log_arguments(command, a); });
}

std::string argument_of(const std::string& option) {
  if (option == "weighting") return "--vote-weights";
  for (const OptionInfo& known : describe_options()) {
    if (known.name == option && !known.arguments.empty()) {
      return known.arguments.substr(0, known.arguments.find(','));
    }
  }
  return "--" + option;
}

std::string strategy_help() {
  std::string help;
  for (const std::string& name : strategy_names()) {
    help += help_row(name, describe(*strategy_by_name(name)));
  }
  return help;
}

}  // namespace panarc::cli
