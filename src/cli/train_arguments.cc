#include "cli/train_arguments.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "feature/template.h"
#include "panarc/choices.h"

namespace panarc::cli {

const Choices<RootPosition>& root_positions() {
  static const Choices<RootPosition> all = choices_of(kRootPositionNames);
  return all;
}

const Choices<LabelMode>& label_modes() {
  static const Choices<LabelMode> all{
      {"joint", LabelMode::kJoint}, {"parallel", LabelMode::kParallel}, {"none", LabelMode::kNone}};
  return all;
}

const Choices<PseudoProjective>& pseudo_projective_schemes() {
  static const Choices<PseudoProjective> all{{"head", PseudoProjective::kHead},
                                             {"path", PseudoProjective::kPath},
                                             {"head+path", PseudoProjective::kHeadPath}};
  return all;
}

const Choices<Strategy::Reference>& oracles() {
  static const Choices<Strategy::Reference> all{{"static", Strategy::Reference::kStatic},
                                                {"dynamic", Strategy::Reference::kDynamic}};
  return all;
}

const Choices<SwapOracle>& swap_oracles() {
  static const Choices<SwapOracle> all = choices_of(kSwapOracleNames);
  return all;
}

const Choices<CostMethod>& cost_methods() {
  static const Choices<CostMethod> all = choices_of(kCostMethodNames);
  return all;
}

const Choices<Strategy::Violation>& violations() {
  static const Choices<Strategy::Violation> all{{"early", Strategy::Violation::kEarly},
                                                {"max", Strategy::Violation::kMax},
                                                {"full", Strategy::Violation::kFull}};
  return all;
}

const Choices<Strategy::Positive>& positives() {
  static const Choices<Strategy::Positive> all{{"best", Strategy::Positive::kBest},
                                               {"random", Strategy::Positive::kRandom}};
  return all;
}

const Choices<Strategy::Negative>& negatives() {
  static const Choices<Strategy::Negative> all{{"top", Strategy::Negative::kTop},
                                               {"random", Strategy::Negative::kRandom}};
  return all;
}

const Choices<LossKind>& learners() {
  static const Choices<LossKind> all{{"perceptron", LossKind::kPerceptron},
                                     {"passive-aggressive", LossKind::kPassiveAggressive}};
  return all;
}

namespace {

constexpr const char* kParser = "The parser";
constexpr const char* kStrategy = "The strategy, whole or in parts";
constexpr const char* kLearning = "Learning";
constexpr const char* kTreebanks = "The treebanks";

void add_parser_arguments(CLI::App& command, TrainArguments& a) {
  add_optional(
      command, "--system", a.system, "NAME",
      fmt::format("Transition system: {} [{}]", system_names(), default_options().model.system))
      ->check(check_system_name)
      ->group(kParser);
  add_choice(command, "--root", a.root, root_positions(), "Where ROOT stands [last; swap: first]")
      ->group(kParser);
  CLI::Option* const single =
      command.add_flag("--single-root", a.single_root, "Exactly one word under ROOT")
          ->group(kParser);
  command
      .add_flag("--several-roots", a.several_roots,
                "Any number of words under ROOT [as in the training data]")
      ->excludes(single)
      ->group(kParser);
  add_optional(command, "--span", a.span, "N", "Longest arc of the span systems")
      ->check(whole_number(1))
      ->group(kParser);
  add_choice(command, "--labels", a.labels, label_modes(),
             "Relations together with transitions, after them, or none [joint]")
      ->group(kParser);
  add_optional(command, "--beam", a.beam, "N",
               fmt::format("Hypotheses kept at a time [{}; 1 if the strategy is local]",
                           default_options().model.beam))
      ->check(whole_number(1, kMaxBeam))
      ->group(kParser);
  add_optional(command, "--features", a.features, "NAME|FILE",
               fmt::format("Templates: {}, or a file", fmt::join(built_in_template_names(), ", ")))
      ->group(kParser);
  command
      .add_option("--embeddings", a.embeddings,
                  "Vectors of words for templates that use them, as text: a word and its numbers a "
                  "line")
      ->type_name("FILE")
      ->group(kParser);
  command.add_flag("--delexicalized", a.delexicalized, "No templates that look at words")
      ->group(kParser);
  command
      .add_flag("--lexicalized", a.lexicalized,
                "With --from a model that was trained without them: with such templates again")
      ->group(kParser);
  add_choice(command, "--pseudo-projective", a.pseudo_projective, pseudo_projective_schemes(),
             "Encode non-projective arcs in the relations (Nivre & Nilsson 2005)")
      ->group(kParser);
}

void add_strategy_arguments(CLI::App& command, TrainArguments& a) {
  Choices<std::string> names;
  for (const std::string& name : strategy_names()) names.emplace_back(name, name);
  add_choice(command, "--strategy", a.strategy, names, "A strategy by name; see below")
      ->type_name("NAME")
      ->group(kStrategy);
  add_choice(command, "--oracle", a.oracle, oracles(),
             "One correct derivation, or every one that adds no error")
      ->group(kStrategy);
  add_choice(command, "--swap-oracle", a.swap_oracle, swap_oracles(),
             "For swap: an oracle of Björkelund & Nivre (2015) instead of exact costs")
      ->group(kStrategy);
  add_choice(command, "--cost", a.cost, cost_methods(),
             "Exact costs, or the papers' formulas even where they are wrong [exact]")
      ->group(kStrategy);
  add_choice(command, "--violation", a.violation, violations(),
             "Update where the correct derivations fall off the beam, where the wrong one leads "
             "most, or at the end")
      ->group(kStrategy);
  CLI::Option* const restart =
      command.add_flag("--restart", a.restart, "Go on with the sentence after an update")
          ->group(kStrategy);
  command.add_flag("--no-restart", a.no_restart, "At most one update a sentence")
      ->excludes(restart)
      ->group(kStrategy);
  add_optional(command, "--explore,--explore-rate", a.explore, "RATE",
               "How often to go on from the error instead of the correct derivation, 0 to 1")
      ->check(real_number(0, 1))
      ->group(kStrategy);
  add_optional(command, "--explore-after", a.explore_after, "K",
               "Epochs that are trained before without doing so")
      ->check(whole_number(0))
      ->group(kStrategy);
  add_choice(command, "--positive", a.positive, positives(),
             "Which correct derivation to update towards [best]")
      ->group(kStrategy);
  add_choice(command, "--negative", a.negative, negatives(),
             "Which wrong derivation to update away from [top]")
      ->group(kStrategy);
  add_optional(command, "--time-limit", a.time_limit, "N",
               "A sentence is done after N transitions [0: no limit]")
      ->check(whole_number(0))
      ->group(kStrategy);
  add_optional(command, "--reset-every", a.reset_every, "N",
               "A new beam starts after N transitions [0: never]")
      ->check(whole_number(0))
      ->group(kStrategy);
}

void add_learning_arguments(CLI::App& command, TrainArguments& a) {
  const TrainOptions defaults = default_options();
  const auto number = [&](const std::string& name, auto& target, const std::string& type,
                          const std::string& description, auto standard) {
    return add_optional(command, name, target, type, fmt::format("{} [{}]", description, standard))
        ->group(kLearning);
  };
  add_choice(command, "--learner", a.learner, learners(),
             fmt::format("How large updates are [{}]", name_of(learners(), defaults.loss.kind)))
      ->group(kLearning);
  number("--aggressiveness", a.aggressiveness, "C", "Bound of passive-aggressive updates",
         defaults.loss.aggressiveness)
      ->check(real_number(1e-9));
  number("--epochs", a.epochs, "N", "Most passes over the training data", defaults.epochs)
      ->check(whole_number(1));
  number("--patience", a.patience, "N",
         "Stop after N epochs without a better score on DEV; 0: never", defaults.patience)
      ->check(whole_number(0));
  number("--seed", a.seed, "N", "Seed of all that is random", defaults.seed)
      ->check(check_whole_number);
  constexpr std::size_t kMostThreads = 1024;
  number("--threads", a.threads, "N", "Threads; the model does not depend on it", "all cores")
      ->check(whole_number(1, kMostThreads));
  number("--batch", a.batch, "N", "Sentences that are parsed with the same weights",
         "4 to 16, by the size of the training data")
      ->check(whole_number(1));
  number("--rare-count", a.rare_count, "N", "Words that occur up to N times are rare",
         defaults.rare_count)
      ->check(whole_number(0));
  number("--rare-rate", a.rare_rate, "RATE", "How often a rare word is taken for unknown, 0 to 1",
         defaults.rare_rate)
      ->check(real_number(0, 1));
  number("--prune", a.prune, "W", "Weights up to W are left out of the model", defaults.prune)
      ->check(real_number(0));
  number("--min-changes", a.min_changes, "N",
         "Features whose weights were changed less often are left out", defaults.min_changes)
      ->check(whole_number(0));
}

void add_treebank_arguments(CLI::App& command, TrainArguments& a) {
  const std::size_t before = command.get_options().size();
  add_format_argument(command, "--format", a.treebank.format,
                      "Format of the treebanks [by their names, else by their first sentences]");
  add_encoding_argument(command, a.treebank);
  add_bad_sentence_argument(command, a.treebank, KeepsBadSentences::kNo);
  add_filter_arguments(command, a.treebank.filter);
  const auto options = command.get_options();
  for (std::size_t i = before; i < options.size(); ++i) options[i]->group(kTreebanks);
}

}  // namespace

void add_train_arguments(CLI::App& command, TrainArguments& a) {
  command.add_option("TRAIN", a.files, "Treebanks to train on")->required();
  command.add_option("-o,--output", a.output, "Where to write the model")
      ->type_name("MODEL")
      ->required();
  command
      .add_option("--dev", a.dev,
                  "Treebank that decides which epoch is the best, and when to stop [the last]")
      ->type_name("DEV");
  command.add_flag("--fast", a.fast, "Train a parser of the highest speed, not of the best scores");
  command.add_option("--from", a.from, "Begin with the weights and options of a model")
      ->type_name("MODEL");
  command.add_flag("--resume", a.resume,
                   "Go on with a training that was interrupted, from MODEL.checkpoint");
  command.add_flag("--json", a.json, "Print a JSON object a line for every epoch, and one more");
  command.add_flag("-q,--quiet", a.treebank.quiet, "Print nothing but errors, and JSON if asked");
  add_parser_arguments(command, a);
  add_strategy_arguments(command, a);
  add_learning_arguments(command, a);
  add_treebank_arguments(command, a);
}

std::string strategy_help() {
  std::string help;
  for (const std::string& name : strategy_names()) {
    help += fmt::format("  {:<17} {}\n", name, describe(*strategy_by_name(name)));
  }
  return help;
}

}  // namespace panarc::cli
