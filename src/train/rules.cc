#include "train/rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <system_error>
#include <vector>

#include "feature/embeddings.h"
#include "feature/template.h"
#include "io/text.h"
#include "model/any_model.h"
#include "scorer/network/network_weights.h"
#include "scorer/user/user_weights.h"
#include "train/named_templates.h"
#include "train/train_option.h"
#include "train/user_strategy.h"
#include "transition/system_record.h"

namespace panarc {
namespace {

[[noreturn]] void refuse(const std::string& option, const std::string& reason) {
  throw OptionError(option, reason);
}

/// Adds the name of the option to the error of a check.
template <class Check>
void refuse_unless(const std::string& option, Check&& check) {
  try {
    check();
  } catch (const Error& error) {
    refuse(option, error.message());
  }
}

}  // namespace

Strategy known_strategy(const std::string& name) {
  const auto strategy = strategy_by_name(name);
  if (!strategy) {
    refuse("strategy", fmt::format("found \"{}\", expected one of {}", name,
                                   fmt::join(strategy_names(), ", ")));
  }
  return *strategy;
}

namespace {

/// Starts from what the initial model is.
void start_from(const TrainOptions& o, TrainingPlan& plan) {
  const Model* const from = o.from->model().single();
  if (from == nullptr) {
    refuse("from", "an ensemble cannot be trained further; its members can, before they vote");
  }
  if (!o.from->info().action_votes.empty()) {
    refuse("from", "scorers that vote cannot be trained further; each of them can by itself");
  }
  if (o.joint || !o.from->model().tags().empty()) {
    refuse("from", "a parser that chooses tags cannot be trained further, only from scratch");
  }
  const ModelOptions& model = from->options();
  if (o.scorer.value_or(model.scorer) != model.scorer) {
    refuse("scorer", fmt::format("the initial model has a {} one", kScorerNames.of(model.scorer)));
  }
  if (o.classifier.value_or(model.classifier) != model.classifier) {
    refuse("classifier", model.classifier.empty()
                             ? "the initial model has none"
                             : fmt::format("the initial model has {}", model.classifier));
  }
  if (o.system.value_or(model.system) != model.system) {
    refuse("system", fmt::format("the initial model has {}", model.system));
  }
  if (o.labels.value_or(model.labels) != model.labels) {
    refuse("labels", fmt::format("the initial model has {}", kLabelModeNames.of(model.labels)));
  }
  if (o.direction.value_or(model.direction) != model.direction) {
    refuse("direction",
           fmt::format("the initial model reads {}", kDirectionNames.of(model.direction)));
  }
  for (const auto* const size : {"layers", "units"}) {
    if (train_option(size).is_set(o)) refuse(size, "the initial model determines the sizes");
  }
  plan.model = model;
  if (const auto* const network = dynamic_cast<const NetworkWeights*>(&from->weights())) {
    plan.network.sizes = network->network().shape().sizes;
  }
  plan.single_root = model.transitions.single_root;
  plan.from = std::make_shared<const Model>(*from);
}

/// Refuses what a network cannot do.
void check_network(const TrainOptions& o) {
  if (o.joint)
    refuse("scorer", "a network cannot choose tags; --task joint is for the linear scorer");
  if (o.labels == LabelMode::kJoint) {
    refuse("labels",
           "a network scores transitions and labels side by side; choose parallel, or none");
  }
  if (o.loss == LossKind::kPassiveAggressive) {
    refuse("loss", "for feature weights only, which a network does not have");
  }
}

/// Refuses what only weights of features can do.
void check_for_classifier(const TrainOptions& o, const TrainingPlan& plan) {
  refuse_unless("classifier", [&] { check_classifier(plan.model.classifier); });
  if (o.joint) refuse("classifier", "a user's classifier cannot choose tags");
  if (o.embeddings) refuse("embeddings", "a user's classifier has its own, if any");
  for (const TrainOption& option : train_options()) {
    if (option.is_of_weights() && option.is_set(o)) {
      refuse(option.name(), "for feature weights only");
    }
  }
  if (plan.loss.kind == LossKind::kPassiveAggressive) {
    refuse("loss", "for feature weights only, which a user's classifier does not have");
  }
}

/// Sets what the scorer looks at.
void set_input(const TrainOptions& o, TrainingPlan& plan) {
  ModelOptions& model = plan.model;
  const auto read_embeddings = [&] {
    plan.embeddings = std::make_shared<const Embeddings>(Embeddings::read(*o.embeddings));
  };
  if (model.scorer != ScorerKind::kLinear) {
    if (o.embeddings) read_embeddings();
    return;
  }
  if (!o.from) {
    model.features = default_features(model.system, plan.trained == Trained::kFast);
  }
  if (o.features) model.features = templates_text(*o.features);
  if (o.given.value_or(0) > 0) add_given_templates(model.features);
  if (o.joint) add_tag_templates(model.features);
  const std::vector<Template> templates = templates_of(model);
  if (templates.empty()) refuse("features", "it has no templates");
  if (!o.joint && choose_tags(templates)) {
    refuse("features", "t0, t1, ... are only for parsers that choose tags (--task joint)");
  }
  if (!o.embeddings) return;
  if (!use_embeddings(templates)) {
    refuse("embeddings", "no template looks at them; write one that does, e.g. s0.embedding");
  }
  read_embeddings();
}

void complete_parser(const TrainOptions& o, TrainingPlan& plan) {
  ModelOptions& model = plan.model;
  const SystemRecord& system = system_record(model.system);
  if (!o.from && !o.root) model.transitions.root = system.default_root;
  refuse_unless("root", [&] { check_root(system, model.transitions.root); });
  refuse_unless("span", [&] { check_span(system, model.transitions.span); });
  set_input(o, plan);
  if (o.pseudo_projective && !system.projective) {
    refuse("pseudo_projective",
           fmt::format("{} builds non-projective trees by itself", model.system));
  }
  const bool encodes = o.pseudo_projective && *o.pseudo_projective != PseudoProjective::kBaseline;
  if (encodes && model.labels == LabelMode::kNone) {
    refuse("pseudo_projective", "arcs are encoded in relations, and without labels there are none");
  }
}

std::string systems_with_swap_oracles() {
  std::vector<std::string> names;
  for (const SystemRecord& system : system_records()) {
    if (system.swap_oracle) names.emplace_back(system.name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

Strategy::Reference reference_of(SwapOracle oracle) {
  return is_static(oracle) ? Strategy::Reference::kStatic : Strategy::Reference::kDynamic;
}

void check_costs(const TrainOptions& o, const TrainingPlan& plan) {
  if (o.swap_oracle) {
    const std::string name(kSwapOracleNames.of(*o.swap_oracle));
    if (!system_record(plan.model.system).swap_oracle) {
      refuse("swap_oracle", fmt::format("{} has no swap oracle: expected {}", plan.model.system,
                                        systems_with_swap_oracles()));
    }
    if (o.cost) refuse("cost", "with a swap oracle no costs are computed");
    const auto kind = reference_of(*o.swap_oracle);
    if (o.oracle.value_or(kind) != kind) {
      refuse("oracle",
             fmt::format("the swap oracle {} {}", name,
                         is_static(*o.swap_oracle) ? "is a static one" : "is not a static one"));
    }
  }
  if (plan.cost == CostMethod::kClosedForm && !system_record(plan.model.system).closed_form) {
    refuse("cost", fmt::format("there is no closed form for {}", plan.model.system));
  }
}

void set_exploration(const TrainOptions& o, Strategy& strategy) {
  if (!o.explore || !o.explore->vary()) return;
  // Rates per epoch leave nothing else to say.
  if (o.explore_after) {
    refuse("explore_after", "explore has a rate for each epoch; start it with rates of 0 instead");
  }
  strategy.explore_after = 0;
}

/// Exploring errors needs an oracle that knows what to do after them.
void check_exploration(const TrainOptions& o, Strategy& strategy) {
  const bool asked = o.explore || o.strategy;
  const bool knows_errors = strategy.reference == Strategy::Reference::kDynamic && !o.swap_oracle;
  if (!knows_errors && !asked) strategy.explore = 0;
  if (strategy.explore.largest() > 0 && !knows_errors) {
    const std::string who = o.explore ? "explore" : "strategy";
    if (o.swap_oracle) {
      refuse(who,
             "the swap oracles work only where the gold tree can still be reached, so "
             "errors cannot be explored; set explore to 0");
    }
    refuse(who,
           "a static oracle knows one derivation, and not what to do after an error; "
           "set oracle to dynamic, or explore to 0");
  }
  // Whether there is a restart is up to a strategy of the user's own.
  const bool restarts = strategy.restart || !strategy.user.empty();
  if (o.explore.value_or(0).largest() > 0 && !restarts) {
    refuse("explore",
           "without restart a sentence ends with its first update, and nothing is "
           "explored");
  }
  if (strategy.explore.largest() == 0 || !restarts) {
    if (o.explore_after) refuse("explore_after", "nothing is explored");
    strategy.explore = 0;
    strategy.explore_after = 0;
  }
}

/// What a strategy of the user's own decides is not for options.
void complete_user_strategy(const TrainOptions& o, TrainingPlan& plan) {
  Strategy& strategy = plan.strategy;
  for (const auto* const decided : {"violation", "positive", "negative"}) {
    if (train_option(decided).is_set(o)) {
      refuse(decided,
             fmt::format("the strategy {} is the user's own, and decides that", strategy.user));
    }
  }
  if (o.explore) return;
  const auto user = user_strategy(strategy.user);
  std::vector<double> rates;
  for (int epoch = 1; epoch <= plan.epochs; ++epoch) {
    rates.push_back(std::clamp<double>(user->explore(epoch, plan.epochs), 0, 1));
  }
  if (std::ranges::adjacent_find(rates, std::not_equal_to{}) == rates.end()) rates.resize(1);
  strategy.explore = EpochRates(rates);
  if (!o.explore_after) strategy.explore_after = 0;
}

}  // namespace

void complete_strategy(const TrainOptions& o, TrainingPlan& plan) {
  Strategy& strategy = plan.strategy;
  if (!strategy.user.empty()) complete_user_strategy(o, plan);
  if (o.swap_oracle) strategy.reference = reference_of(*o.swap_oracle);
  if (o.violation && strategy.greedy) {
    refuse("violation", "the strategy is local, and updates at every error");
  }
  set_exploration(o, strategy);
  check_exploration(o, strategy);
  if (strategy.positive == Strategy::Positive::kRandom &&
      strategy.reference == Strategy::Reference::kStatic) {
    refuse("positive", "a static oracle knows one correct derivation, so there is no choice");
  }
  if (strategy.negative == Strategy::Negative::kRandom && strategy.greedy) {
    refuse("negative", "the strategy is local, with one hypothesis, so there is no choice");
  }
  const bool random = strategy.positive == Strategy::Positive::kRandom ||
                      strategy.negative == Strategy::Negative::kRandom;
  if (random && strategy.violation != Strategy::Violation::kEarly) {
    refuse(o.positive ? "positive" : "negative",
           "only early updates choose; the others compare the best with the best");
  }
}

void complete_beam(const TrainOptions& o, TrainingPlan& plan) {
  if (o.beam) return;
  if (plan.strategy.greedy) {
    plan.model.beam = 1;
  } else if (plan.model.beam == 1) {
    plan.model.beam = standard_plan(Trained::kLinear).model.beam;
  }
}

namespace {

/// Likelihood is learnt along one derivation, from each state separately, or from the whole beam.
void check_likelihood(const TrainOptions& o, const Strategy& strategy) {
  if (!strategy.greedy && strategy.violation != Strategy::Violation::kEarly) {
    refuse(
        o.violation ? "violation"
        : o.loss    ? "loss"
                    : "strategy",
        "the likelihood of derivations is learnt as soon as the correct ones have fallen off the "
        "beam; choose early updates, as in earlyND, or a local strategy, such as greedyn");
  }
  if (o.restart == false && strategy.greedy) {
    refuse("restart", "the likelihood is learnt from whole derivations");
  }
  if (o.cost_sensitive) refuse("cost_sensitive", "the likelihood weighs states by itself");
}

}  // namespace

void complete_loss(const TrainOptions& o, TrainingPlan& plan) {
  if (plan.loss.kind == LossKind::kLikelihood) check_likelihood(o, plan.strategy);
  if (o.aggressiveness && plan.loss.kind != LossKind::kPassiveAggressive) {
    refuse("aggressiveness", "for passive-aggressive updates only");
  }
}

namespace {

void check_learning(const TrainOptions& o, const TrainingPlan& plan) {
  if (o.cost_sensitive && plan.swap_oracle) {
    refuse("cost_sensitive",
           "with a swap oracle no costs are computed; leave swap_oracle out to train by costs");
  }
  if (o.diagnose && plan.batch != 1) {
    refuse("diagnose",
           "it parses a sentence before and after each of its updates, which must take effect at "
           "once; set batch to 1");
  }
  if (!plan.schemes.empty() && plan.model.pseudo_projective) {
    refuse("schemes",
           "pseudo-projective relations say where arcs were, and the rules would move them");
  }
}

std::string system_of(Trained trained, const TrainOptions& o) {
  return o.system.value_or(o.from ? o.from->system() : standard_plan(trained).model.system);
}

/// A user's system without costs knows nothing of errors in long sentences, so none are explored.
void set_exploration_without_costs(Trained trained, TrainOptions& o) {
  const std::string system = system_of(trained, o);
  if (system_record(system).costs) return;
  if (o.explore.value_or(0).largest() > 0) {
    refuse("explore", fmt::format("{} has no costs of its own, so that in long sentences nothing "
                                  "is known of what to do after an error; set explore to 0",
                                  system));
  }
  o.explore = 0;
}

/// Searching for exact costs is slow, and parsers with SWAP learn more from the oracles made for
/// it. So they are used unless an option asks for costs. They know nothing of errors, so none are
/// explored.
void set_usual_swap_oracle(Trained trained, TrainOptions& o) {
  if (o.swap_oracle || o.cost || o.oracle || o.explore || o.cost_sensitive) return;
  o.swap_oracle = system_record(system_of(trained, o)).swap_oracle;
  if (!o.swap_oracle || !o.strategy) return;
  const Strategy strategy = known_strategy(*o.strategy);
  if (strategy.reference == Strategy::Reference::kStatic) o.swap_oracle = SwapOracle::kLazy;
  o.explore = 0;
}

/// A perceptron that was trained locally compares transitions of one state, not derivations.
void warn_of_beam(TrainingPlan& plan) {
  if (!plan.strategy.greedy || plan.model.beam == 1) return;
  if (plan.loss.kind == LossKind::kLikelihood) return;
  plan.warnings.push_back(fmt::format(
      "the strategy is local and trains for greedy search; a beam of {} makes such a parser worse "
      "(a French one with a beam of 8: 74.86 UAS instead of 90.34); leave the beam out, or choose "
      "a global strategy, such as earlyND",
      plan.model.beam));
}

}  // namespace

void check_options(const TrainOptions& options, Trained trained) {
  if (options.from && !kParsers.contains(trained)) {
    refuse("from", "for parsers only");
  }
  for (const TrainOption& option : train_options()) option.check(options, trained);
}

namespace {

void apply_options(const TrainOptions& options, TrainingPlan& plan) {
  for (const TrainOption& option : train_options()) option.apply(options, plan);
  if (!options.threads) plan.threads = default_threads();
  plan.stop = options.stop;
}

}  // namespace

TrainingPlan plain_plan(const TrainOptions& options, Trained trained) {
  check_options(options, trained);
  TrainingPlan plan = standard_plan(trained);
  apply_options(options, plan);
  return plan;
}

TrainingPlan plan_of(const TrainOptions& given) {
  const Trained trained = trained_parser(given);
  check_options(given, trained);
  TrainingPlan plan = standard_plan(trained);
  if (plan.model.scorer != ScorerKind::kLinear) check_network(given);
  if (given.from) start_from(given, plan);
  TrainOptions options = given;
  set_usual_swap_oracle(trained, options);
  set_exploration_without_costs(trained, options);
  apply_options(options, plan);
  if (!plan.model.classifier.empty()) check_for_classifier(options, plan);
  complete_parser(options, plan);
  check_costs(options, plan);
  complete_strategy(options, plan);
  complete_beam(options, plan);
  complete_loss(options, plan);
  plan.network.normalized = plan.strategy.greedy;
  check_learning(options, plan);
  warn_of_beam(plan);
  return plan;
}

TrainOptions common_options(const TrainOptions& options) {
  TrainOptions common;
  common.seed = options.seed;
  common.threads = options.threads;
  common.stop = options.stop;
  return common;
}

std::string features_name(const TrainOptions& options, const TrainingPlan& plan) {
  for (const std::string& name : built_in_template_names()) {
    std::string text(*built_in_templates(name));
    if (plan.joint) add_tag_templates(text);
    if (text == plan.model.features) return name;
  }
  return options.features ? std::filesystem::path(*options.features).filename().string() : "";
}

}  // namespace panarc
