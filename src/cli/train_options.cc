#include "cli/train_options.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <string_view>
#include <thread>
#include <utility>

#include "feature/embeddings.h"
#include "feature/template.h"
#include "io/byte_source.h"
#include "panarc/error.h"
#include "transition/system_record.h"

namespace panarc::cli {

namespace {

[[noreturn]] void refuse(const std::string& argument, const std::string& reason) {
  throw CLI::ValidationError(argument, reason);
}

/// Names the argument in the error of a check.
template <class Check>
void refuse_unless(const std::string& argument, Check&& check) {
  try {
    check();
  } catch (const Error& error) {
    refuse(argument, error.message());
  }
}

template <class Value, class Target>
void override_with(const std::optional<Value>& said, Target& target) {
  if (said) target = *said;
}

std::string read_file(const std::string& path) {
  const auto source = open_source(path);
  std::string text;
  std::vector<char> buffer(1 << 16);
  while (const std::size_t count = source->read(buffer)) text.append(buffer.data(), count);
  return text;
}

std::string templates_text(const std::string& name) {
  if (const auto text = built_in_templates(name)) return std::string(*text);
  if (name != "-" && !std::filesystem::exists(name)) {
    throw Error(fmt::format("no file \"{}\", and no built-in templates of that name: there are {}",
                            name, fmt::join(built_in_template_names(), ", ")));
  }
  std::string text = read_file(name);
  parse_templates(text, name == "-" ? "<stdin>" : name);
  return text;
}

/// What the rest is said on top of.
TrainOptions base_options(const TrainArguments& a) {
  if (a.from.empty()) return a.fast ? fast_options() : default_options();
  auto from = std::make_shared<const Model>(Model::load(a.from));
  const ModelOptions& model = from->options();
  // A model with a beam of one was trained for speed, and so it goes on.
  TrainOptions options = a.fast || model.beam == 1 ? fast_options() : default_options();
  if (a.system.value_or(model.system) != model.system) {
    refuse("--system", fmt::format("the model of --from has {}", model.system));
  }
  if (a.labels.value_or(model.labels) != model.labels) {
    refuse("--labels",
           fmt::format("the model of --from has {}", name_of(label_modes(), model.labels)));
  }
  options.model = model;
  options.single_root = model.transitions.single_root;
  options.from = std::move(from);
  return options;
}

void set_parser(const TrainArguments& a, TrainOptions& options) {
  ModelOptions& model = options.model;
  override_with(a.system, model.system);
  const SystemRecord& system = system_record(model.system);
  if (a.from.empty()) model.transitions.root = system.default_root;
  override_with(a.root, model.transitions.root);
  refuse_unless("--root", [&] { check_root(system, model.transitions.root); });
  if (a.single_root) options.single_root = true;
  if (a.several_roots) options.single_root = false;
  override_with(a.span, model.transitions.span);
  refuse_unless("--span", [&] { check_span(system, model.transitions.span); });
  override_with(a.labels, model.labels);
  if (a.from.empty()) model.features = default_features(model.system, a.fast);
  if (a.features) model.features = templates_text(*a.features);
  if (!a.embeddings.empty()) {
    options.embeddings = std::make_shared<const Embeddings>(Embeddings::read(a.embeddings));
  }
  if (a.delexicalized) model.delexicalized = true;
  if (a.lexicalized) model.delexicalized = false;
  if (templates_of(model).empty()) refuse("--features", "there is no template in it");
  override_with(a.pseudo_projective, model.pseudo_projective);
  if (a.pseudo_projective && !system.projective) {
    refuse("--pseudo-projective",
           fmt::format("{} builds non-projective trees by itself", model.system));
  }
  if (a.pseudo_projective && model.labels == LabelMode::kNone) {
    refuse("--pseudo-projective",
           "it is the relations that arcs are encoded in, and --labels none "
           "has none");
  }
}

std::string systems_with_swap_oracles() {
  std::vector<std::string> names;
  for (const SystemRecord& system : system_records()) {
    if (system.swap_oracle) names.push_back(fmt::format("--system {}", system.name));
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

void set_oracle(const TrainArguments& a, TrainOptions& options) {
  Strategy& strategy = options.strategy;
  override_with(a.oracle, strategy.reference);
  options.swap_oracle = a.swap_oracle;
  if (a.swap_oracle) {
    const std::string name(kSwapOracleNames.of(*a.swap_oracle));
    if (!system_record(options.model.system).swap_oracle) {
      refuse("--swap-oracle", fmt::format("{} has none: it is for {}", options.model.system,
                                          systems_with_swap_oracles()));
    }
    if (a.cost) refuse("--cost", "with --swap-oracle no costs are computed");
    const auto kind =
        is_static(*a.swap_oracle) ? Strategy::Reference::kStatic : Strategy::Reference::kDynamic;
    if (a.oracle.value_or(kind) != kind) {
      refuse("--oracle",
             fmt::format("the swap oracle {} {}", name,
                         is_static(*a.swap_oracle) ? "is a static one" : "is not a static one"));
    }
    strategy.reference = kind;
  }
  override_with(a.cost, options.cost);
  if (options.cost == CostMethod::kClosedForm && !system_record(options.model.system).closed_form) {
    refuse("--cost", fmt::format("there is no closed form for {}", options.model.system));
  }
}

/// What goes on from errors needs an oracle that knows what to do after them.
void check_exploration(const TrainArguments& a, TrainOptions& options) {
  Strategy& strategy = options.strategy;
  const bool asked = a.explore || a.strategy;
  const bool knows_errors =
      strategy.reference == Strategy::Reference::kDynamic && !options.swap_oracle;
  if (!knows_errors && !asked) strategy.explore = 0;
  if (strategy.explore > 0 && !knows_errors) {
    const std::string who = a.explore ? "--explore" : "--strategy " + *a.strategy;
    if (options.swap_oracle) {
      refuse(who,
             "the swap oracles know the way only where the gold tree can still be reached, so "
             "errors cannot be explored; say --explore 0");
    }
    refuse(who,
           "a static oracle knows one derivation, and nothing of what to do after an error; "
           "say --oracle dynamic or --explore 0");
  }
  if (a.explore.value_or(0) > 0 && !strategy.restart) {
    refuse("--explore",
           "without --restart a sentence ends with its first update, and nothing is "
           "explored");
  }
  if (strategy.explore == 0 || !strategy.restart) {
    if (a.explore_after) refuse("--explore-after", "nothing is explored");
    strategy.explore = 0;
    strategy.explore_after = 0;
  }
}

void set_strategy(const TrainArguments& a, TrainOptions& options) {
  Strategy& strategy = options.strategy;
  if (a.strategy) strategy = *strategy_by_name(*a.strategy);
  set_oracle(a, options);
  if (a.violation && strategy.greedy) {
    refuse("--violation", "the strategy is a local one, which updates at every error");
  }
  override_with(a.violation, strategy.violation);
  if (a.restart) strategy.restart = true;
  if (a.no_restart) strategy.restart = false;
  override_with(a.explore, strategy.explore);
  override_with(a.explore_after, strategy.explore_after);
  check_exploration(a, options);
  override_with(a.positive, strategy.positive);
  if (strategy.positive == Strategy::Positive::kRandom &&
      strategy.reference == Strategy::Reference::kStatic) {
    refuse("--positive", "a static oracle knows one correct derivation; there is no choice");
  }
  override_with(a.negative, strategy.negative);
  if (strategy.negative == Strategy::Negative::kRandom && strategy.greedy) {
    refuse("--negative", "the strategy is a local one, with one hypothesis; there is no choice");
  }
  const bool random = strategy.positive == Strategy::Positive::kRandom ||
                      strategy.negative == Strategy::Negative::kRandom;
  if (random && strategy.violation != Strategy::Violation::kEarly) {
    refuse(a.positive ? "--positive" : "--negative",
           "only early updates choose; the others compare the best with the best");
  }
  override_with(a.time_limit, strategy.time_limit);
  override_with(a.reset_every, strategy.reset_every);
}

/// A local strategy trains a greedy parser, a global one needs a beam.
void set_beam(const TrainArguments& a, TrainOptions& options) {
  std::size_t& beam = options.model.beam;
  if (a.beam) {
    beam = *a.beam;
  } else if (options.strategy.greedy) {
    beam = 1;
  } else if (beam == 1) {
    beam = default_options().model.beam;
  }
}

void set_learning(const TrainArguments& a, TrainOptions& options) {
  override_with(a.learner, options.loss.kind);
  if (a.aggressiveness && options.loss.kind != LossKind::kPassiveAggressive) {
    refuse("--aggressiveness", "it is for --learner passive-aggressive");
  }
  override_with(a.aggressiveness, options.loss.aggressiveness);
  override_with(a.epochs, options.epochs);
  if (a.patience && a.dev.empty()) {
    refuse("--patience", "without --dev nothing tells when to stop");
  }
  override_with(a.patience, options.patience);
  override_with(a.seed, options.seed);
  options.threads =
      a.threads.value_or(std::max<std::size_t>(std::thread::hardware_concurrency(), 1));
  override_with(a.batch, options.batch);
  override_with(a.rare_count, options.rare_count);
  override_with(a.rare_rate, options.rare_rate);
  override_with(a.prune, options.prune);
  override_with(a.min_changes, options.min_changes);
}

}  // namespace

TrainOptions train_options(const TrainArguments& said) {
  TrainArguments arguments = said;
  // Exact costs that are searched for take long, and the oracles made for the system do as well.
  const bool asks_for_costs = said.cost || said.oracle || said.explore || said.strategy;
  if (said.system && !said.swap_oracle && !asks_for_costs) {
    arguments.swap_oracle = system_record(*said.system).swap_oracle;
  }
  TrainOptions options = base_options(arguments);
  set_parser(arguments, options);
  set_strategy(arguments, options);
  set_beam(arguments, options);
  set_learning(arguments, options);
  options.resume = arguments.resume;
  return options;
}

bool needs_complete_trees(const TrainOptions& options) {
  if (options.swap_oracle) return true;
  // To a partial system, a word without a head is an annotation, not a gap in it.
  return options.strategy.reference == Strategy::Reference::kStatic &&
         !system_record(options.model.system).partial;
}

std::string features_name(const TrainArguments& arguments, const TrainOptions& options) {
  for (const std::string& name : built_in_template_names()) {
    if (built_in_templates(name) == options.model.features) return name;
  }
  return arguments.features ? std::filesystem::path(*arguments.features).filename().string() : "";
}

nlohmann::json to_json(const TrainOptions& options) {
  const Strategy& strategy = options.strategy;
  nlohmann::json json{{"oracle", name_of(oracles(), strategy.reference)},
                      {"restart", strategy.restart},
                      {"explore", strategy.explore},
                      {"explore_after", strategy.explore_after},
                      {"positive", name_of(positives(), strategy.positive)},
                      {"negative", name_of(negatives(), strategy.negative)},
                      {"time_limit", strategy.time_limit},
                      {"reset_every", strategy.reset_every},
                      {"cost", name_of(cost_methods(), options.cost)},
                      {"learner", name_of(learners(), options.loss.kind)},
                      {"epochs", options.epochs},
                      {"patience", options.patience},
                      {"seed", options.seed},
                      {"batch", options.batch},
                      {"rare_count", options.rare_count},
                      {"rare_rate", options.rare_rate},
                      {"prune", options.prune},
                      {"min_changes", options.min_changes}};
  if (!strategy.greedy) json["violation"] = name_of(violations(), strategy.violation);
  if (options.swap_oracle) json["swap_oracle"] = kSwapOracleNames.of(*options.swap_oracle);
  if (options.loss.kind == LossKind::kPassiveAggressive) {
    json["aggressiveness"] = options.loss.aggressiveness;
  }
  return json;
}

}  // namespace panarc::cli
