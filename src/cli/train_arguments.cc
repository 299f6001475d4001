#include "cli/train_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "cli/arguments.h"
#include "panarc/choices.h"
#include "panarc/strategy.h"

namespace panarc::cli {

namespace {

constexpr const char* kParser = "The parser";
constexpr const char* kStrategy = "The strategy, whole or in parts";
constexpr const char* kLearning = "Learning";
constexpr const char* kTreebanks = "The treebanks";

/// A flag for one of the two values of an option that may be missing.
Argument& add_setting(Command& command, const std::string& name, std::optional<bool>& target,
                      bool value, const std::string& description) {
  return add_flag(
      command, name, [&target, value] { target = value; }, description);
}

/// What is wrong with rates; empty if nothing is.
std::string check_rates(const std::string& text) {
  try {
    EpochRates::parse(text);
    return {};
  } catch (const Error& error) {
    return error.message();
  }
}

void add_parser_arguments(Command& command, TrainOptions& o) {
  const TrainDefaults defaults = train_defaults();
  const std::vector<std::string> systems = system_name_list();
  add_name(
      command, "--system", systems, [&o](const std::string& name) { o.system = name; },
      fmt::format("Transition system: {} [{}]", fmt::join(systems, ", "), defaults.system))
      .type = "NAME";
  add_choice(command, "--root", o.root, kRootPositionNames, "Position of ROOT [last; swap: first]");
  add_choice(command, "--direction", o.direction, kDirectionNames,
             "Order in which words are read [left-to-right]");
  add_setting(command, "--single-root", o.single_root, true, "Exactly one word under ROOT");
  add_setting(command, "--several-roots", o.single_root, false,
              "Any number of words under ROOT [as in the training data]")
      .exclude({"--single-root"});
  add_whole(command, "--span", o.span, "N", 1, "Longest arc, for the span systems");
  add_choice(
      command, "--labels", o.labels, kLabelModeNames,
      "Predict relations together with transitions, after them, or not at all [joint; networks "
      "parallel]");
  add_whole(
      command, "--beam", o.beam, "N", 1,
      fmt::format("Hypotheses kept at a time [{}; 1 if the strategy is local]", defaults.beam),
      kWidestBeam);
  add_text(command, "--features", o.features, "NAME|FILE",
           fmt::format("Templates: {}, or a file [rich; small with --fast; rich-stack and "
                       "small-stack for arc-standard and swap]",
                       fmt::join(template_names(), ", ")));
  add_text(
      command, "--embeddings", o.embeddings, "FILE",
      "Word vectors, for networks or for templates that use them: one word and its numbers per "
      "line, or word2vec's binary format (.bin)");
  add_setting(command, "--delexicalized", o.delexicalized, true,
              "Use no templates that look at words");
  add_choice(command, "--pseudo-projective", o.pseudo_projective, kPseudoProjectiveNames,
             "Encode non-projective arcs in the relations (Nivre & Nilsson 2005)");
}

void add_strategy_arguments(Command& command, TrainOptions& o) {
  add_name(
      command, "--strategy", strategy_names(), [&o](const std::string& name) { o.strategy = name; },
      "A strategy by name; see below [maxvNDrestartSO; greedyn with --fast and for networks]")
      .type = "NAME";
  add_choice(command, "--oracle", o.oracle, kReferenceNames,
             "Train with one correct derivation, or with all that add no errors");
  add_choice(command, "--swap-oracle", o.swap_oracle, kSwapOracleNames,
             "For swap: an oracle of Björkelund & Nivre (2015) instead of exact costs");
  add_choice(command, "--cost", o.cost, kCostMethodNames,
             "Exact costs, or the papers' formulas even where they are wrong [exact]");
  add_choice(command, "--violation", o.violation, kViolationNames,
             "Update where the correct derivations fall off the beam, where the wrong one leads "
             "by most, or at the end");
  add_setting(command, "--restart", o.restart, true,
              "Continue with the same sentence after an update");
  add_setting(command, "--no-restart", o.restart, false, "At most one update per sentence")
      .exclude({"--restart"});
  add_text(
      command, "--explore,--explore-rate", "RATE",
      [&o](const std::string& text) { o.explore = EpochRates::parse(text); },
      "How often to continue from an error instead of the correct derivation, 0 to 1; or "
      "rates separated by commas, one per epoch, the last for all that follow")
      .check = check_rates;
  add_whole(command, "--explore-after", o.explore_after, "K", 0,
            "Number of initial epochs without exploration");
  add_choice(command, "--positive", o.positive, kPositiveNames,
             "Which correct derivation to update towards [best]");
  add_choice(command, "--negative", o.negative, kNegativeNames,
             "Which wrong derivation to update away from [top]");
  add_whole(command, "--time-limit", o.time_limit, "N", 0,
            "Stop a sentence after N transitions [0: no limit]");
  add_whole(command, "--reset-every", o.reset_every, "N", 0,
            "Start a new beam every N transitions [0: never]");
}

void add_learning_arguments(Command& command, TrainOptions& o) {
  const TrainDefaults defaults = train_defaults();
  const auto with_default = [](const char* description, const auto& standard) {
    return fmt::format("{} [{}]", description, standard);
  };
  add_choice(command, "--learner", o.loss, kLossNames,
             with_default("What determines the size of updates", kLossNames.of(defaults.loss)));
  constexpr double kLeastAggressiveness = 1e-9;
  constexpr double kLeastShare = 1e-9;
  add_real(
      command, "--aggressiveness", o.aggressiveness, "C", kLeastAggressiveness,
      with_default("Bound on the size of passive-aggressive updates", defaults.aggressiveness));
  add_flag(command, "--cost-sensitive", o.cost_sensitive,
           "Weight each update by the cost of the error");
  add_whole(command, "--epochs", o.epochs, "N", 1,
            with_default("Maximum number of passes over the training data", defaults.epochs));
  add_whole(command, "--patience", o.patience, "N", 0,
            with_default("Stop after N epochs without a better score on DEV; 0: never",
                         defaults.patience));
  add_whole(command, "--seed", o.seed, "N", 0,
            with_default("Seed of all random choices", defaults.seed));
  add_whole(command, "--threads", o.threads, "N", 1,
            with_default("Number of threads; does not change the model", "all cores"),
            kMostThreads);
  add_whole(command, "--batch", o.batch, "N", 1,
            with_default("Sentences parsed with the same weights",
                         "4 to 16, depending on the size of the training data"));
  add_whole(command, "--batch-words", o.batch_words, "N", 1,
            with_default("Networks: words per batch",
                         "500 to 2000, feed-forward 400 to 1000, depending on the size of the "
                         "training data"));
  constexpr double kMostDropout = 0.9;
  add_real(command, "--dropout", o.dropout, "P", 0,
           "Networks: share of the units dropped at a time [0.33; feed-forward 0.2]", kMostDropout);
  add_real(command, "--rate", o.rate, "R", 0, "Networks: learning rate [0.002; taggers 0.005]", 1);
  add_whole(command, "--layers", o.layers, "N", 1,
            "Networks: number of layers that read the words [2]");
  add_whole(
      command, "--units", o.units, "N", 1,
      "Networks: units of each of these layers, in either direction [200]; feed-forward: units "
      "that see a state [256]");
  add_flag(command, "--diagnose", o.diagnose,
           "With --batch 1: also measure how many updates make the parse of the sentence worse, "
           "and, with DEV, how far training differs from parsing; slow");
  add_flag(command, "--constraints", o.constraints,
           "Also learn from what is marked as known in MISC, or in column 9 of CoNLL-X");
  add_scheme_list(
      command, "--schemes", o.schemes,
      fmt::format("Rules whose trees are accepted besides those of the treebank, wherever they "
                  "apply: all, or some of {}",
                  kSchemeNames.list()));
  add_real(command, "--keep-arcs", o.keep_arcs, "P", kLeastShare,
           with_default("Each time a sentence is seen, use only a share P of its heads, drawn at "
                        "random; if P is above 1, that many heads",
                        1));
  add_real(
      command, "--given", o.given, "P", 0,
      with_default("Learn to use constraints: each time a sentence is seen, up to a share P of "
                   "its heads are given",
                   0),
      1);
  add_whole(command, "--rare-count", o.rare_count, "N", 0,
            with_default("Words that occur up to N times are rare", defaults.rare_count));
  add_real(
      command, "--rare-rate", o.rare_rate, "RATE", 0,
      with_default("Rare words are treated as unknown with this probability", defaults.rare_rate),
      1);
  add_real(command, "--prune", o.prune, "W", 0,
           with_default("Leave weights up to W out of the model", defaults.prune));
  add_whole(command, "--min-changes", o.min_changes, "N", 0,
            with_default("Leave out features whose weights changed fewer than N times",
                         defaults.min_changes));
}

void add_treebank_arguments(Command& command, TreebankOptions& options) {
  add_format_argument(
      command, "--format", options.format,
      "Format of the treebanks [from their names, else from their first sentences]");
  add_encoding_argument(command, options);
  add_bad_sentence_argument(command, options, KeepsBadSentences::kNo);
  add_filter_arguments(command, options.filter);
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

void add_training_arguments(Command& command, TrainOptions& options, TreebankOptions& treebank) {
  add_flag(command, "--fast", options.fast,
           "Train a parser for the highest speed, not for the best scores");
  add_choice(
      command, "--scorer", options.scorer, kScorerNames,
      "What gives scores: feature weights, a network that looks at the words of a state, "
      "or one that reads whole sentences, which is slowest and most accurate; the defaults below "
      "are those of linear [linear]");
  add_group(command, kParser, [&] { add_parser_arguments(command, options); });
  add_group(command, kStrategy, [&] { add_strategy_arguments(command, options); });
  add_group(command, kLearning, [&] { add_learning_arguments(command, options); });
  add_group(command, kTreebanks, [&] { add_treebank_arguments(command, treebank); });
}

void add_train_arguments(Command& command, TrainArguments& a) {
  add_texts(command, "TRAIN", a.files, "Treebanks to train on");
  add_text(command, "-o,--output", a.output, "MODEL", "Where to write the model").require();
  add_text(command, "--dev", a.dev, "DEV",
           "Treebank that decides which epoch is best, and when to stop [the last epoch is kept]");
  add_choice(
      command, "--task", a.task, kTrainingTaskNames,
      "Train a parser, a parser that chooses UPOS in the same search, a tagger of UPOS, XPOS, "
      "FEATS and LEMMA (those that TRAIN has), or a segmenter of text into sentences and words "
      "[parse]");
  add_texts(command, "--references", a.references,
            "Treebanks of the same sentences as TRAIN, with trees that are equally correct")
      .exclude({"--on-error"});
  add_text(command, "--from", a.from, "MODEL", "Start from the weights and options of a model");
  add_text(command, "--ensemble", a.ensemble, "N|SPEC",
           "Train several parsers that vote: the first N of the usual ones, or those in SPEC, e.g. "
           "arc-eager,swap+right-to-left,recurrent+seed=2")
      .exclude({"--from", "--diagnose"});
  add_flag(command, "--accurate", a.accurate,
           "Train for the best scores, not for speed: networks and other parsers that vote; short "
           "for --ensemble accurate")
      .exclude({"--ensemble", "--fast", "--scorer", "--from", "--diagnose"});
  add_texts(command, "--combine", a.combine,
            "Train nothing: combine these models into one, in which they vote")
      .exclude({"--ensemble", "--accurate", "--from", "--references", "--resume"});
  add_choice(command, "--vote-weights", a.votes.weighting, kVoteWeightingNames,
             "Weights of votes: all equal, by member, or by member and tag [tag, learnt on DEV]");
  add_choice(
      command, "--votes", a.votes.votes, kVoteForNames,
      "What members vote for: trees, projective trees, or the actions of one search if they differ "
      "only in their training [trees]");
  add_whole(
      command, "--jackknife", a.jackknife, "N", 2,
      "Train on predicted tags and lemmas: each of N parts of TRAIN is tagged by a tagger trained "
      "on the others, DEV by one trained on TRAIN [4 with --pipeline and --task joint, else none]")
      .exclude({"--combine"});
  add_flag(command, "--pipeline", a.pipeline,
           "Train everything needed to turn text into trees: a segmenter, a tagger, and a parser "
           "that learns from predicted tags; the other options apply to the parser")
      .exclude({"--combine", "--from", "--references"});
  const Choices<ScorerKind> taggers{{"linear", ScorerKind::kLinear},
                                    {"recurrent", ScorerKind::kRecurrent}};
  add_choice(command, "--tagger", a.tagger, taggers,
             "What scores tags [recurrent if the parser or a member is, else linear]")
      .need("--pipeline");
  add_text(
      command, "--test", a.test, "TEST",
      "Treebank to score the model on: the scores go into its card, which `panarc info` prints")
      .need("--pipeline");
  add_text(command, "--about", a.about, "TEXT", "Description of the model, for its card")
      .need("--pipeline");
  add_text(command, "--licence", a.licence, "TEXT", "Licence of the data, for its card")
      .need("--pipeline");
  add_flag(command, "--resume", a.options.resume,
           "Continue an interrupted training from MODEL.checkpoint, which Ctrl-C leaves as well");
  add_flag(command, "--force", a.force,
           "Replace the output even if it is not a model, and start again despite a checkpoint");
  add_flag(command, "--json", a.json, "Print JSON: one line per epoch, then a summary line");
  add_text(command, "--log", a.log, "FILE",
           "Also write these lines to a file, whatever is printed");
  add_quiet_argument(command, a.treebank);
  command.arguments.back().description = "Print nothing but errors, and JSON if asked for";
  const std::size_t before = command.arguments.size();
  add_training_arguments(command, a.options, a.treebank);
  add_setting(command, "--lexicalized", a.options.delexicalized, false,
              "If MODEL is delexicalized: use templates that look at words again")
      .exclude({"--delexicalized"})
      .need("--from")
      .in_group(kParser);
  for (std::size_t i = before; i < command.arguments.size(); ++i) {
    Argument& argument = command.arguments[i];
    if (argument.group != kTreebanks && argument.names != "--threads") {
      argument.exclude({"--combine"});
    }
  }
}

std::string argument_of(const std::string& option) {
  if (option == "loss") return "--learner";
  if (option == "weighting") return "--vote-weights";
  std::string argument = "--" + option;
  std::replace(argument.begin(), argument.end(), '_', '-');
  return argument;
}

std::string strategy_help() {
  std::string help;
  for (const std::string& name : strategy_names()) {
    help += fmt::format("  {:<17} {}\n", name, describe(*strategy_by_name(name)));
  }
  return help;
}

}  // namespace panarc::cli
