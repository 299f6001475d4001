#include "panarc/options.h"

#include <limits>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "feature/template.h"
#include "train/rules.h"
#include "train/train_option.h"
#include "transition/system_record.h"
#include "transition/user_system.h"

namespace panarc {
namespace {

using O = TrainOptions;
using P = TrainingPlan;
using M = ModelOptions;
using S = Strategy;
using Report = TrainOption::Report;

constexpr const char* kParser = "The parser";
constexpr const char* kStrategy = "The strategy, whole or in parts";
constexpr const char* kLearning = "Learning";
constexpr const char* kNetwork = "Networks";
constexpr const char* kData = "What is learnt from";

constexpr const char* kNoTemplates = "a network does not use templates";
/// Some shares must not be 0, but may be as small as anybody wants.
constexpr double kLeastShare = 1e-9;

/// Adds options with one call each.
class Table {
 public:
  explicit Table(std::vector<TrainOption>& options) : options_(options) {}

  template <class... Parts>
  TrainOption& add(Parts... parts) {
    return options_.emplace_back(parts...).in(group);
  }

  const char* group = "";

 private:
  std::vector<TrainOption>& options_;
};

void add_kind(Table& table) {
  table.add("fast", &O::fast)
      .not_for(kNetworkParsers, "a network is not for the highest speed")
      .help("Train a parser for the highest speed, not for the best scores");
  table.add("joint", &O::joint, &P::joint).arguments("").reported(Report::kIfUnusual);
  table.add("scorer", &O::scorer)
      .only_for(kParsers | kTaggers)
      .known_by_value()
      .standards_are("linear")
      .help(
          "What gives scores: feature weights, a network that looks at the words of a state, or "
          "one that reads whole sentences, which is slowest and most accurate");
  table.add("classifier", &O::classifier, at(&P::model, &M::classifier))
      .only_for(kLinearParsers)
      .not_for(kNetworkParsers, "a network scores transitions by itself")
      .arguments("")
      .reported(Report::kIfUnusual);
}

void add_parser(Table& table) {
  table.group = kParser;
  table.add("system", &O::system, at(&P::model, &M::system))
      .choices(system_name_list())
      .also([](std::string_view name) { return user_systems().find(name) != nullptr; })
      .unit("NAME")
      .known_by_value()
      .standard("arc-eager")
      // It decides late, when all dependents of a word are there to be seen.
      .standard(Trained::kFeedForward, "arc-standard")
      .standard(Trained::kRecurrent, "arc-hybrid")
      .help(fmt::format("Transition system: {}", fmt::join(system_name_list(), ", ")));
  table.add("root", &O::root, at(&P::model, &M::transitions, &SystemOptions::root))
      .standards_are("last; swap first")
      .help("Position of ROOT");
  table.add("direction", &O::direction, at(&P::model, &M::direction))
      .known_by_value()
      .standard("left-to-right")
      .help("Order in which words are read");
  table.add("single_root", &O::single_root, &P::single_root)
      .opposite("--several-roots", "Any number of words under ROOT")
      .standards_are("as in the training data")
      .help("Exactly one word under ROOT");
  table.add("span", &O::span, at(&P::model, &M::transitions, &SystemOptions::span))
      .range(1)
      .help("Longest arc, for the span systems");
  table.add("labels", &O::labels, at(&P::model, &M::labels))
      .standard("joint")
      .standard(kNetworkParsers, "parallel")
      .help("Predict relations together with transitions, after them, or not at all");
  table.add("beam", &O::beam, at(&P::model, &M::beam))
      .only_for(kParsers | Trained::kLinearTagger)
      .range(1, kWidestBeam)
      .standard("1")
      .standard(Trained::kLinear, "8")
      .standards_are("8; 1 if the strategy is local")
      .help("Hypotheses kept at a time");
  table.add("features", &O::features)
      .only_for(kLinearModels)
      .not_for(kNetworkParsers, kNoTemplates)
      .unit("NAME|FILE,...")
      .standards_are(
          "rich; small with --fast; rich-stack and small-stack for arc-standard and swap")
      .help(fmt::format("Templates: {}, or a file; or several of these",
                        fmt::join(built_in_template_names(), ", ")));
  table.add("embeddings", &O::embeddings)
      .only_for(kParsers | kTaggers)
      .unit("FILE")
      .help(
          "Word vectors, for networks or for templates that use them: one word and its numbers "
          "per line, or word2vec's binary format (.bin)");
  table.add("delexicalized", &O::delexicalized, at(&P::model, &M::delexicalized))
      .only_for(kLinearParsers)
      .not_for(kNetworkParsers, kNoTemplates)
      .opposite("--lexicalized",
                "If MODEL is delexicalized: use templates that look at words again")
      .help("Use no templates that look at words");
  table.add("pseudo_projective", &O::pseudo_projective, at(&P::model, &M::pseudo_projective))
      .help("Encode non-projective arcs in the relations (Nivre & Nilsson 2005)");
}

void add_strategy(Table& table) {
  table.group = kStrategy;
  const auto add = [&](auto... parts) -> TrainOption& {
    return table.add(parts...).only_for(kParsers | Trained::kLinearTagger);
  };
  add("strategy", &O::strategy,
      [](P& plan, const std::string& name) { plan.strategy = known_strategy(name); })
      .choices(strategy_names())
      .also([](std::string_view name) { return strategy_by_name(name).has_value(); })
      .unit("NAME")
      .standard("greedyn")
      .standard(Trained::kLinear, "maxvNDrestartSO")
      .standards_are("maxvNDrestartSO; greedyn with --fast, and for networks and taggers")
      .help("A strategy by name; see below");
  add("oracle", &O::oracle, at(&P::strategy, &S::reference))
      .reported()
      .help("Train with one correct derivation, or with all that add no errors");
  table.add("swap_oracle", &O::swap_oracle, &P::swap_oracle)
      .reported(Report::kIfUnusual)
      .help("For swap: an oracle of Björkelund & Nivre (2015) instead of exact costs");
  table.add("cost", &O::cost, &P::cost)
      .standard("exact")
      .reported()
      .help("Exact costs, or the papers' formulas even where they are wrong");
  add("violation", &O::violation, at(&P::strategy, &S::violation))
      .meant_if([](const P& plan) { return !plan.strategy.greedy; })
      .reported()
      .help(
          "Update where the correct derivations fall off the beam, where the wrong one leads by "
          "most, or at the end");
  add("restart", &O::restart, at(&P::strategy, &S::restart))
      .opposite("--no-restart", "At most one update per sentence")
      .reported()
      .help("Continue with the same sentence after an update");
  add("explore", &O::explore, at(&P::strategy, &S::explore))
      .arguments("--explore,--explore-rate")
      .range(0, 1)
      .unit("RATE")
      // Goldberg & Nivre (2012), section 5.
      .standard(kNetworkParsers, "0.9")
      .standards_are("as the strategy says; networks 0.9")
      .reported()
      .help(
          "How often to continue from an error instead of the correct derivation, 0 to 1; or "
          "rates separated by commas, one per epoch, the last for all that follow");
  add("explore_after", &O::explore_after, at(&P::strategy, &S::explore_after))
      .unit("K")
      .standard(kNetworkParsers, "2")
      .standards_are("as the strategy says; networks 2")
      .reported()
      .help("Number of initial epochs without exploration");
  add("positive", &O::positive, at(&P::strategy, &S::positive))
      .standards_are("best")
      .reported()
      .help("Which correct derivation to update towards");
  add("negative", &O::negative, at(&P::strategy, &S::negative))
      .standards_are("top")
      .reported()
      .help("Which wrong derivation to update away from");
  add("time_limit", &O::time_limit, at(&P::strategy, &S::time_limit))
      .standards_are("0: no limit")
      .reported()
      .help("Stop a sentence after N transitions");
  add("reset_every", &O::reset_every, at(&P::strategy, &S::reset_every))
      .standards_are("0: never")
      .reported()
      .help("Start a new beam every N transitions");
}

void add_learning(Table& table) {
  table.group = kLearning;
  table.add("loss", &O::loss, at(&P::loss, &LossOptions::kind))
      .arguments("--loss,--learner")
      .only_for(kParsers | Trained::kLinearTagger)
      .standard("perceptron")
      .standard(kNetworkParsers, "likelihood")
      .reported()
      .help("What determines the size of updates");
  table.add("aggressiveness", &O::aggressiveness, at(&P::loss, &LossOptions::aggressiveness))
      .only_for(kParsers | Trained::kLinearTagger)
      .range(kLeastShare)
      .unit("C")
      .standard("0.1")
      .meant_if([](const P& plan) { return plan.loss.kind == LossKind::kPassiveAggressive; })
      .reported()
      .help("Bound on the size of passive-aggressive updates");
  table.add("cost_sensitive", &O::cost_sensitive, at(&P::loss, &LossOptions::cost_sensitive))
      .reported(Report::kIfUnusual)
      .help("Weight each update by the cost of the error");
  table.add("epochs", &O::epochs, &P::epochs)
      .only_for(kAllTrained)
      .range(1)
      .standard("20")
      .standard(Trained::kFeedForward, "40")
      .standard(Trained::kRecurrent, "60")
      .standard(Trained::kLinearTagger, "15")
      .standard(Trained::kNetworkTagger, "30")
      .standard(Trained::kSegmenter, "10")
      .without_effect()
      .reported()
      .help("Maximum number of passes over the training data");
  table.add("patience", &O::patience, &P::patience)
      .only_for(kAllTrained)
      .standard("5")
      .standard(Trained::kFeedForward, "10")
      // The averaged parameters improve for a long time, with pauses.
      .standard(Trained::kRecurrent, "20")
      .standard(Trained::kLinearTagger, "3")
      .standard(Trained::kNetworkTagger, "0")
      .standard(Trained::kSegmenter, "4")
      .needs_dev("there is no development set to decide when to stop")
      .without_effect()
      .reported()
      .help("Stop after N epochs without a better score on DEV; 0: never");
  table.add("seed", &O::seed, &P::seed)
      .only_for(kAllTrained)
      .standard("1")
      .reported()
      .help("Seed of all random choices");
  table.add("threads", &O::threads, &P::threads)
      .only_for(kAllTrained)
      .range(1, kMostThreads)
      .standards_are("all cores")
      .without_effect()
      .help("Number of threads; does not change the model");
  table.add("batch", &O::batch, &P::batch)
      .only_for(kLinearModels)
      .not_for(kNetworkParsers, "batches of a network are counted in words; set batch_words")
      .range(1)
      .standards_are("4 to 16, depending on the size of the training data")
      .reported()
      .help("Sentences parsed with the same weights");
  table.add("rare_count", &O::rare_count, &P::rare_count)
      .only_for(kLinearModels)
      .standard("1")
      .reported()
      .help("Words that occur up to N times are rare");
  table.add("rare_rate", &O::rare_rate, &P::rare_rate)
      .only_for(kLinearModels)
      .range(0, 1)
      .unit("RATE")
      .standard("0.5")
      .reported()
      .help("Rare words are treated as unknown with this probability");
  table.add("prune", &O::prune, at(&P::freeze, &FreezeOptions::prune))
      .only_for(kLinearModels)
      .of_weights()
      .unit("W")
      .standard("0")
      .reported()
      .help("Leave weights up to W out of the model");
  table.add("min_changes", &O::min_changes, at(&P::freeze, &FreezeOptions::min_changes))
      .only_for(kLinearModels)
      .of_weights()
      .standard("3")
      .standard(Trained::kLinearTagger, "2")
      .reported()
      .help("Leave out features whose weights changed fewer than N times");
}

void add_network(Table& table) {
  table.group = kNetwork;
  table.add("layers", &O::layers, at(&P::network, &NetworkTraining::sizes, &NetworkSizes::layers))
      .only_for(Trained::kRecurrent | Trained::kNetworkTagger)
      .not_for(Trained::kFeedForward,
               "a feed-forward network reads every word by itself, without layers")
      .range(1, 16)
      .standard("2")
      .reported()
      .help("Number of layers that read the words");
  const auto units = [](auto& plan) -> auto& {
    auto& sizes = plan.network.sizes;
    return sizes.read_sentences() ? sizes.units : sizes.state;
  };
  table.add("units", &O::units, units)
      .only_for(kNetworks)
      .range(1, 4096)
      .standard(Trained::kFeedForward, "256")
      .standard(Trained::kRecurrent, "200")
      .standard(Trained::kNetworkTagger, "128")
      .reported()
      .help(
          "Units of each of these layers, in either direction; in a feed-forward network, units "
          "that see a state");
  table.add("dropout", &O::dropout, at(&P::network, &NetworkTraining::dropout))
      .only_for(kNetworks)
      .range(0, 0.9)
      .unit("P")
      .standard("0.33")
      .standard(Trained::kFeedForward, "0.2")
      .reported()
      .help("Share of the units dropped at a time");
  table.add("rate", &O::rate, at(&P::network, &NetworkTraining::optimizer, &OptimizerOptions::rate))
      .only_for(kNetworks)
      .range(0, 1)
      .unit("R")
      .standard("0.002")
      .standard(Trained::kNetworkTagger, "0.005")
      .reported()
      .help("Learning rate");
  table.add("batch_words", &O::batch_words, &P::batch_words)
      .only_for(kNetworks)
      .range(1)
      .standards_are(
          "500 to 2000, feed-forward 400 to 1000, taggers 300 to 600, depending on the "
          "size of the training data")
      .reported()
      .help("Words per batch");
}

void add_data(Table& table) {
  table.group = kData;
  table.add("constraints", &O::constraints, &P::constraints)
      .reported(Report::kIfUnusual)
      .help("Also learn from what is marked as known in MISC, or in column 9 of CoNLL-X");
  table.add("schemes", &O::schemes, &P::schemes)
      .unit("RULES")
      .reported(Report::kIfUnusual)
      .help(fmt::format("Rules whose trees are accepted besides those of the treebank, wherever "
                        "they apply: all, or some of {}",
                        kSchemeNames.list()));
  table.add("keep_arcs", &O::keep_arcs, &P::keep_arcs)
      .range(kLeastShare)
      .unit("P")
      .standard("1")
      .reported(Report::kIfUnusual)
      .help(
          "Each time a sentence is seen, use only a share P of its heads, drawn at random; if P "
          "is above 1, that many heads");
  table.add("given", &O::given, &P::given)
      .only_for(kLinearParsers)
      .not_for(kNetworkParsers, kNoTemplates)
      .range(0, 1)
      .unit("P")
      .standard("0")
      .reported(Report::kIfUnusual)
      .help(
          "Learn to use constraints: each time a sentence is seen, up to a share P of its heads "
          "are given");
}

void add_course(Table& table) {
  constexpr TrainedSet kLong = kParsers | Trained::kNetworkTagger;
  const auto add = [&](auto... parts) -> TrainOption& {
    return table.add(parts...)
        .only_for(kLong)
        .not_for(Trained::kLinearTagger,
                 "not for linear taggers, which are trained too quickly to need checkpoints")
        .without_effect();
  };
  table.group = "";
  add("checkpoint", &O::checkpoint, &P::checkpoint).arguments("");
  add("checkpoint_at_end", &O::checkpoint_at_end, &P::checkpoint_at_end).arguments("");
  add("resume", &O::resume, &P::resume).arguments("");
  table.group = kLearning;
  table.add("diagnose", &O::diagnose, &P::diagnose)
      .only_for(kLinearParsers)
      .without_effect()
      .help(
          "With --batch 1: also measure how many updates make the parse of the sentence worse, "
          "and, with DEV, how far training differs from parsing; slow");
}

std::vector<TrainOption> make_table() {
  std::vector<TrainOption> options;
  Table table(options);
  add_kind(table);
  add_parser(table);
  add_strategy(table);
  add_learning(table);
  add_network(table);
  add_data(table);
  add_course(table);
  return options;
}

}  // namespace

std::vector<TrainOption>& train_options() {
  static std::vector<TrainOption> table = make_table();
  return table;
}

const TrainOption& train_option(std::string_view name) {
  std::vector<std::string> names;
  for (const TrainOption& option : train_options()) {
    if (option.is_called(name)) return option;
    names.push_back(option.name());
  }
  throw OptionError(std::string(name),
                    "there is no such option" + suggestion(std::string(name), names));
}

std::vector<OptionInfo> describe_options() {
  std::vector<OptionInfo> all;
  for (const TrainOption& option : train_options()) all.push_back(option.info());
  return all;
}

OptionInfo describe_option(std::string_view name) { return train_option(name).info(); }

void set_option(TrainOptions& options, std::string_view name, std::string_view value) {
  train_option(name).set(value, options);
}

std::optional<std::string> option_value(const TrainOptions& options, std::string_view name) {
  return train_option(name).text(options);
}

TrainOptions with_defaults(TrainOptions options) {
  const Trained trained = trained_parser(options);
  for (const TrainOption& option : train_options()) {
    const std::string_view standard = option.standard_of(trained);
    if (standard.empty() || option.is_set(options)) continue;
    // The parser to start from has its own.
    if (options.from && option.info().group == kParser) continue;
    option.set(standard, options);
  }
  return options;
}

std::string to_json(const TrainOptions& options) {
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  for (const TrainOption& option : train_options()) {
    if (const auto value = option.get(options)) json[option.name()] = *value;
  }
  return dump_json(json);
}

namespace {

/// A value in JSON as the text of an option.
std::string text_of(const nlohmann::json& value) {
  if (value.is_string()) return value.get<std::string>();
  if (value.is_boolean()) return value.get<bool>() ? "yes" : "no";
  if (!value.is_array()) return dump_json(value);
  std::string list;
  for (const nlohmann::json& each : value) list += (list.empty() ? "" : ",") + text_of(each);
  return list;
}

}  // namespace

TrainOptions train_options_from_json(std::string_view json) {
  const auto values = parse_json(std::string(json));
  if (!values || !values->is_object()) throw Error("found no JSON object, expected one of options");
  TrainOptions options;
  for (const auto& [name, value] : values->items()) set_option(options, name, text_of(value));
  return options;
}

}  // namespace panarc
