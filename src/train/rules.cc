#include "train/rules.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <system_error>
#include <thread>
#include <vector>

#include "feature/embeddings.h"
#include "feature/template.h"
#include "io/file_content.h"
#include "model/any_model.h"
#include "scorer/network/network_weights.h"
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

/// A program may not have checked what the command checks first.
template <class Value>
void check_range(const std::string& option, const std::optional<Value>& said, double least,
                 double most = std::numeric_limits<float>::max()) {
  if (!said) return;
  const auto value = static_cast<double>(*said);
  if (value >= least && value <= most) return;  // so NaN is refused
  refuse(option, most < std::numeric_limits<float>::max()
                     ? fmt::format("found {}, expected {} to {}", *said, least, most)
                     : fmt::format("found {}, expected {} or more", *said, least));
}

}  // namespace

void check_ranges(const TrainOptions& o) {
  constexpr double kLeastAggressiveness = 1e-9;
  constexpr double kLeastShare = 1e-9;
  constexpr double kMostDropout = 0.9;
  constexpr std::size_t kMostLayers = 16;
  constexpr std::size_t kMostUnits = 4096;
  check_range("beam", o.beam, 1, kWidestBeam);
  if (o.explore) {
    for (const double rate : o.explore->values()) check_range("explore", std::optional(rate), 0, 1);
  }
  check_range("explore_after", o.explore_after, 0);
  check_range("time_limit", o.time_limit, 0);
  check_range("reset_every", o.reset_every, 0);
  check_range("aggressiveness", o.aggressiveness, kLeastAggressiveness);
  check_range("epochs", o.epochs, 1);
  check_range("patience", o.patience, 0);
  check_range("threads", o.threads, 1, kMostThreads);
  check_range("batch", o.batch, 1);
  check_range("batch_words", o.batch_words, 1);
  check_range("dropout", o.dropout, 0, kMostDropout);
  check_range("rate", o.rate, 0, 1);
  check_range("layers", o.layers, 1, kMostLayers);
  check_range("units", o.units, 1, kMostUnits);
  check_range("keep_arcs", o.keep_arcs, kLeastShare);
  check_range("given", o.given, 0, 1);
  check_range("rare_count", o.rare_count, 0);
  check_range("rare_rate", o.rare_rate, 0, 1);
  check_range("prune", o.prune, 0);
  check_range("min_changes", o.min_changes, 0);
}

Strategy known_strategy(const std::string& name) {
  const auto strategy = strategy_by_name(name);
  if (!strategy) {
    refuse("strategy", fmt::format("found \"{}\", expected one of {}", name,
                                   fmt::join(strategy_names(), ", ")));
  }
  return *strategy;
}

namespace {

std::string templates_text(const std::string& name) {
  if (const auto text = built_in_templates(name)) return std::string(*text);
  std::error_code failure;
  if (name != "-" && !std::filesystem::exists(name, failure)) {
    throw Error(fmt::format("no file \"{}\", and no built-in templates of that name: there are {}",
                            name, fmt::join(built_in_template_names(), ", ")));
  }
  std::string text = read_text(name, kMostTemplateBytes);
  for (const Template& feature : parse_templates(text, name == "-" ? "<stdin>" : name)) {
    for (const Atom& atom : feature.atoms) {
      if (atom.attribute != Attribute::kTag) continue;
      throw Error(fmt::format("the template {} asks for {}, which is for taggers",
                              to_string(feature), to_string(atom)));
    }
  }
  return text;
}

bool choose_tags(const std::vector<Template>& templates) {
  return std::ranges::any_of(templates, [](const Template& feature) {
    return std::ranges::any_of(feature.atoms, [](const Atom& atom) {
      return atom.address && atom.address->base == Address::Base::kTagging;
    });
  });
}

/// Adds templates for tags, unless there are some.
void add_tag_templates(std::string& templates) {
  if (choose_tags(parse_templates(templates, "features"))) return;
  templates += *built_in_templates("joint");
}

/// Adds templates that ask what is given, unless there are some.
void add_given_templates(std::string& templates) {
  if (templates.find(".given") != std::string::npos) return;
  templates += *built_in_templates("given");
}

bool is_network(std::optional<ScorerKind> scorer) {
  return scorer.value_or(ScorerKind::kLinear) != ScorerKind::kLinear;
}

/// The plan that the other options modify.
TrainingPlan base_plan(const TrainOptions& o) {
  if (!o.from) {
    if (is_network(o.scorer)) return network_plan(*o.scorer);
    return o.fast ? fast_plan() : default_plan();
  }
  if (o.from->model().single() == nullptr) {
    refuse("from", "an ensemble cannot be trained further; its members can, before they vote");
  }
  if (!o.from->info().action_votes.empty()) {
    refuse("from", "scorers that vote cannot be trained further; each of them can by itself");
  }
  if (o.joint || !o.from->model().tags().empty()) {
    refuse("from", "a parser that chooses tags cannot be trained further, only from scratch");
  }
  const Model& from = *o.from->model().single();
  const ModelOptions& model = from.options();
  // A model with a beam of one was trained for speed, so this continues; except for networks.
  TrainingPlan plan = is_network(model.scorer)    ? network_plan(model.scorer)
                      : o.fast || model.beam == 1 ? fast_plan()
                                                  : default_plan();
  if (o.scorer.value_or(model.scorer) != model.scorer) {
    refuse("scorer", fmt::format("the initial model has a {} one", kScorerNames.of(model.scorer)));
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
  plan.model = model;
  if (const auto* const network = dynamic_cast<const NetworkWeights*>(&from.weights())) {
    plan.network.sizes = network->network().shape().sizes;
  }
  plan.single_root = model.transitions.single_root;
  plan.from = std::make_shared<const Model>(from);
  return plan;
}

/// Refuses options about feature weights.
void check_network(const TrainOptions& o) {
  const auto refuse_if = [](bool said, const char* option, const char* reason) {
    if (said) refuse(option, reason);
  };
  const char* const no_templates = "a network does not use templates";
  const char* const for_weights = "for feature weights only, which a network does not have";
  refuse_if(o.fast, "fast", "a network is not for the highest speed");
  const char* const has_sizes = "the initial model determines the sizes";
  refuse_if(o.from && o.layers, "layers", has_sizes);
  refuse_if(o.scorer == ScorerKind::kFeedForward && o.layers, "layers",
            "a feed-forward network reads every word by itself, without layers");
  refuse_if(o.from && o.units, "units", has_sizes);
  refuse_if(o.features.has_value(), "features", no_templates);
  refuse_if(o.delexicalized.has_value(), "delexicalized", no_templates);
  refuse_if(o.given.value_or(0) > 0, "given", no_templates);
  refuse_if(o.labels == LabelMode::kJoint, "labels",
            "a network scores transitions and labels side by side; choose parallel, or none");
  refuse_if(o.loss == LossKind::kPassiveAggressive, "loss", for_weights);
  refuse_if(o.batch.has_value(), "batch",
            "batches of a network are counted in words; set batch_words");
  refuse_if(o.diagnose, "diagnose", for_weights);
  refuse_if(o.rare_count.has_value(), "rare_count", for_weights);
  refuse_if(o.rare_rate.has_value(), "rare_rate", for_weights);
  refuse_if(o.prune.has_value(), "prune", for_weights);
  refuse_if(o.min_changes.has_value(), "min_changes", for_weights);
}

/// Refuses options about networks.
void check_linear(const TrainOptions& o) {
  const char* const for_networks = "for networks only; set scorer to one of them";
  if (o.batch_words) refuse("batch_words", for_networks);
  if (o.dropout) refuse("dropout", for_networks);
  if (o.rate) refuse("rate", for_networks);
  if (o.layers) refuse("layers", for_networks);
  if (o.units) refuse("units", for_networks);
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
  if (!o.from) model.features = default_features(model.system, o.fast);
  if (o.features) model.features = templates_text(*o.features);
  if (o.given.value_or(0) > 0) add_given_templates(model.features);
  if (o.joint) add_tag_templates(model.features);
  override_with(o.delexicalized, model.delexicalized);
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

void set_parser(const TrainOptions& o, TrainingPlan& plan) {
  ModelOptions& model = plan.model;
  override_with(o.system, model.system);
  const SystemRecord& system = system_record(model.system);
  if (!o.from) model.transitions.root = system.default_root;
  override_with(o.root, model.transitions.root);
  refuse_unless("root", [&] { check_root(system, model.transitions.root); });
  override_with(o.direction, model.direction);
  if (o.single_root) plan.single_root = o.single_root;
  override_with(o.span, model.transitions.span);
  refuse_unless("span", [&] { check_span(system, model.transitions.span); });
  override_with(o.labels, model.labels);
  set_input(o, plan);
  override_with(o.pseudo_projective, model.pseudo_projective);
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

void set_costs(const TrainOptions& o, TrainingPlan& plan) {
  plan.swap_oracle = o.swap_oracle;
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
  override_with(o.cost, plan.cost);
  if (plan.cost == CostMethod::kClosedForm && !system_record(plan.model.system).closed_form) {
    refuse("cost", fmt::format("there is no closed form for {}", plan.model.system));
  }
}

void set_exploration(const TrainOptions& o, Strategy& strategy) {
  override_with(o.explore, strategy.explore);
  override_with(o.explore_after, strategy.explore_after);
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
  if (o.explore.value_or(0).largest() > 0 && !strategy.restart) {
    refuse("explore",
           "without restart a sentence ends with its first update, and nothing is "
           "explored");
  }
  if (strategy.explore.largest() == 0 || !strategy.restart) {
    if (o.explore_after) refuse("explore_after", "nothing is explored");
    strategy.explore = 0;
    strategy.explore_after = 0;
  }
}

}  // namespace

void set_strategy(const TrainOptions& o, Strategy& strategy) {
  if (o.strategy) strategy = known_strategy(*o.strategy);
  override_with(o.oracle, strategy.reference);
  if (o.swap_oracle) strategy.reference = reference_of(*o.swap_oracle);
  if (o.violation && strategy.greedy) {
    refuse("violation", "the strategy is local, and updates at every error");
  }
  override_with(o.violation, strategy.violation);
  override_with(o.restart, strategy.restart);
  set_exploration(o, strategy);
  check_exploration(o, strategy);
  override_with(o.positive, strategy.positive);
  if (strategy.positive == Strategy::Positive::kRandom &&
      strategy.reference == Strategy::Reference::kStatic) {
    refuse("positive", "a static oracle knows one correct derivation, so there is no choice");
  }
  override_with(o.negative, strategy.negative);
  if (strategy.negative == Strategy::Negative::kRandom && strategy.greedy) {
    refuse("negative", "the strategy is local, with one hypothesis, so there is no choice");
  }
  const bool random = strategy.positive == Strategy::Positive::kRandom ||
                      strategy.negative == Strategy::Negative::kRandom;
  if (random && strategy.violation != Strategy::Violation::kEarly) {
    refuse(o.positive ? "positive" : "negative",
           "only early updates choose; the others compare the best with the best");
  }
  override_with(o.time_limit, strategy.time_limit);
  override_with(o.reset_every, strategy.reset_every);
}

std::size_t beam_of(const TrainOptions& o, const Strategy& strategy, std::size_t usual) {
  if (o.beam) return *o.beam;
  if (strategy.greedy) return 1;
  return usual == 1 ? default_plan().model.beam : usual;
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

void set_loss(const TrainOptions& o, const Strategy& strategy, LossOptions& loss) {
  override_with(o.loss, loss.kind);
  if (loss.kind == LossKind::kLikelihood) check_likelihood(o, strategy);
  if (o.aggressiveness && loss.kind != LossKind::kPassiveAggressive) {
    refuse("aggressiveness", "for passive-aggressive updates only");
  }
  override_with(o.aggressiveness, loss.aggressiveness);
  loss.cost_sensitive = o.cost_sensitive;
}

namespace {

void set_learning(const TrainOptions& o, TrainingPlan& plan) {
  set_loss(o, plan.strategy, plan.loss);
  plan.network.normalized = plan.strategy.greedy;
  if (o.cost_sensitive && plan.swap_oracle) {
    refuse("cost_sensitive",
           "with a swap oracle no costs are computed; leave swap_oracle out to train by costs");
  }
  override_with(o.epochs, plan.epochs);
  override_with(o.patience, plan.patience);
  override_with(o.seed, plan.seed);
  plan.threads = o.threads.value_or(std::max<std::size_t>(std::thread::hardware_concurrency(), 1));
  override_with(o.batch, plan.batch);
  override_with(o.batch_words, plan.batch_words);
  override_with(o.dropout, plan.network.dropout);
  override_with(o.layers, plan.network.sizes.layers);
  NetworkSizes& sizes = plan.network.sizes;
  override_with(o.units, sizes.read_sentences() ? sizes.units : sizes.state);
  override_with(o.rate, plan.network.optimizer.rate);
  plan.diagnose = o.diagnose;
  if (o.diagnose && plan.batch != 1) {
    refuse("diagnose",
           "it parses a sentence before and after each of its updates, which must take effect at "
           "once; set batch to 1");
  }
  plan.constraints = o.constraints;
  plan.schemes = o.schemes;
  if (!plan.schemes.empty() && plan.model.pseudo_projective) {
    refuse("schemes",
           "pseudo-projective relations say where arcs were, and the rules would move them");
  }
  override_with(o.keep_arcs, plan.keep_arcs);
  override_with(o.given, plan.given);
  override_with(o.rare_count, plan.rare_count);
  override_with(o.rare_rate, plan.rare_rate);
  override_with(o.prune, plan.prune);
  override_with(o.min_changes, plan.min_changes);
}

}  // namespace

namespace {

/// Searching for exact costs is slow, and parsers with SWAP learn more from the oracles made for
/// it. So they are used unless an option asks for costs. They know nothing of errors, so none are
/// explored.
void set_usual_swap_oracle(ScorerKind scorer, TrainOptions& o) {
  if (o.cost || o.oracle || o.explore || o.cost_sensitive) return;
  const std::string usual = o.from               ? o.from->system()
                            : is_network(scorer) ? network_plan(scorer).model.system
                                                 : default_plan().model.system;
  o.swap_oracle = system_record(o.system.value_or(usual)).swap_oracle;
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

TrainingPlan plan_of(const TrainOptions& said) {
  check_ranges(said);
  TrainOptions options = said;
  const ScorerKind before =
      said.from ? said.from->model().members().front().options().scorer : ScorerKind::kLinear;
  const ScorerKind scorer = said.scorer.value_or(before);
  if (said.joint && is_network(scorer)) {
    refuse("scorer", "a network cannot choose tags; --task joint is for the linear scorer");
  }
  is_network(scorer) ? check_network(said) : check_linear(said);
  if (!said.swap_oracle) set_usual_swap_oracle(scorer, options);
  TrainingPlan plan = base_plan(options);
  plan.joint = options.joint;
  set_parser(options, plan);
  set_costs(options, plan);
  set_strategy(options, plan.strategy);
  plan.model.beam = beam_of(options, plan.strategy, plan.model.beam);
  set_learning(options, plan);
  warn_of_beam(plan);
  plan.checkpoint = options.checkpoint;
  plan.checkpoint_at_end = options.checkpoint_at_end;
  plan.resume = options.resume;
  plan.stop = options.stop;
  return plan;
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
