#include "train/report.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "base/json.h"
#include "model/stored_options.h"
#include "panarc/version.h"
#include "train/report_parts.h"
#include "train/rules.h"
#include "treebank/word_count.h"

namespace panarc {
namespace {

constexpr double kPercent = 100;

double per_sentence(double sum, const TrainingCounts& counts) {
  return counts.sentences == 0 ? 0 : sum / static_cast<double>(counts.sentences);
}

/// The options that affect the result, by their names on the command line.
nlohmann::json to_json(const TrainingPlan& plan, std::size_t sentences, std::size_t words) {
  nlohmann::json json = learning_json(plan.strategy, plan.loss);
  json["cost"] = kCostMethodNames.of(plan.cost);
  json["epochs"] = plan.epochs;
  json["patience"] = plan.patience;
  json["seed"] = plan.seed;
  if (plan.model.scorer == ScorerKind::kLinear) {
    json["batch"] = batch_size(plan, sentences);
    json["rare_count"] = plan.rare_count;
    json["rare_rate"] = plan.rare_rate;
    json["prune"] = plan.prune;
    json["min_changes"] = plan.min_changes;
  } else {
    json["batch_words"] = batch_words(plan, words);
    json["dropout"] = plan.network.dropout;
    json["rate"] = plan.network.optimizer.rate;
    const NetworkSizes& sizes = plan.network.sizes;
    if (sizes.read_sentences()) json["layers"] = sizes.layers;
    json["units"] = sizes.read_sentences() ? sizes.units : sizes.state;
  }
  if (plan.joint) json["joint"] = true;
  if (plan.loss.cost_sensitive) json["cost_sensitive"] = true;
  if (plan.constraints) json["constraints"] = true;
  for (const Scheme scheme : plan.schemes) json["schemes"].push_back(kSchemeNames.of(scheme));
  if (plan.given > 0) json["given"] = plan.given;
  if (plan.keep_arcs != 1) json["keep_arcs"] = plan.keep_arcs;
  if (plan.swap_oracle) json["swap_oracle"] = kSwapOracleNames.of(*plan.swap_oracle);
  return json;
}

nlohmann::ordered_json scores_json(const Scores& scores, bool tagged = false) {
  constexpr std::array kShown{Metric::kUas,        Metric::kLas,        Metric::kClas,
                              Metric::kUasNoPunct, Metric::kLasNoPunct, Metric::kLasFull};
  nlohmann::ordered_json json;
  if (tagged) json[std::string(metric_name(Metric::kUpos))] = scores.percentage(Metric::kUpos);
  for (const Metric metric : kShown) {
    json[std::string(metric_name(metric))] = scores.percentage(metric);
  }
  return json;
}

/// The report of an epoch for the model. It leaves out anything that comes from observing the
/// training, so that the model does not depend on that.
nlohmann::ordered_json epoch_json(const EpochReport& report) {
  const TrainingCounts& counts = report.counts;
  nlohmann::ordered_json json;
  json["epoch"] = report.epoch;
  json["updates"] = counts.updates;
  json["label_updates"] = counts.label_updates;
  json["loss"] = per_sentence(counts.loss, counts);
  json["completed"] = kPercent * per_sentence(static_cast<double>(counts.completed), counts);
  if (counts.choices > 0) {
    json["choices"] = counts.choices;
    json["alternatives"] = counts.alternatives;
  }
  json["features"] = report.features;
  if (report.dev) json["dev"] = scores_json(*report.dev, report.tagged);
  json["best"] = report.best;
  return json;
}

}  // namespace

std::string to_json(const EpochReport& report) {
  nlohmann::ordered_json json = epoch_json(report);
  const TrainingCounts& counts = report.counts;
  json["used"] = kPercent * per_sentence(counts.used, counts);
  if (counts.measured > 0) {
    json["lowered"] =
        kPercent * static_cast<double>(counts.lowered) / static_cast<double>(counts.measured);
  }
  if (report.divergence) json["divergence"] = *report.divergence;
  json["seconds"] = report.total_seconds;
  json["cpu_seconds"] = report.cpu_seconds;
  json["resumed"] = report.resumed;
  return dump_json(json);
}

std::string model_report(const TrainOptions& options, const TrainingPlan& plan,
                         std::span<const Sentence> training, std::size_t references,
                         std::span<const Sentence> dev, const std::vector<EpochReport>& epochs) {
  nlohmann::json report{{"panarc", version()},
                        {"training", training_json(training)},
                        {"options", to_json(plan, training.size(), count_words(training))},
                        {"strategy", describe(plan.strategy)},
                        {"features", features_name(options, plan)}};
  if (references > 0) report["training"]["references"] = references;
  if (!dev.empty()) report["dev"] = dev_json(dev);
  if (options.from) report["from"] = base_name(options.from->name());
  report["epochs"] = nlohmann::json::array();
  for (const EpochReport& epoch : epochs) {
    report["epochs"].push_back(nlohmann::json(epoch_json(epoch)));
    if (!epoch.best) continue;
    report["best_epoch"] = epoch.epoch;
    if (epoch.dev) report["scores"] = nlohmann::json(scores_json(*epoch.dev, epoch.tagged));
  }
  return dump_json(report, 1);
}

std::string ensemble_report(std::size_t count, std::span<const Sentence> dev,
                            const std::optional<Scores>& scores, std::span<const Scores> members) {
  nlohmann::json report{{"panarc", version()}, {"members", count}};
  if (!dev.empty()) report["dev"] = dev_json(dev);
  if (scores) report["scores"] = nlohmann::json(scores_json(*scores));
  for (const Scores& of_member : members) {
    report["member_scores"].push_back(nlohmann::json(scores_json(of_member)));
  }
  return dump_json(report, 1);
}

std::string segmenter_report(std::span<const Sentence> training, std::span<const Sentence> dev,
                             const SegmenterTraining& summary) {
  nlohmann::json report{
      {"panarc", version()},
      {"training", training_json(training)},
      {"models", summary.best_epochs.size()},
      {"best_epochs", summary.best_epochs},
      {"options",
       {{"epochs", summary.epochs}, {"patience", summary.patience}, {"seed", summary.seed}}}};
  report["training"]["characters"] = summary.characters;
  if (!dev.empty()) report["dev"] = dev_json(dev);
  if (!summary.scores.empty()) report["scores"] = summary.scores;
  return dump_json(report, 1);
}

std::uint64_t fingerprint(const TrainingPlan& plan, std::uint64_t training, std::uint64_t dev) {
  const Strategy& strategy = plan.strategy;
  const auto number = [](auto value) { return static_cast<int>(value); };
  const nlohmann::json json{
      {"model", to_json(StoredOptions{plan.model, 0, {}})},
      {"strategy",
       {number(strategy.reference), number(strategy.violation), number(strategy.positive),
        number(strategy.negative), number(strategy.resume), strategy.greedy, strategy.restart,
        strategy.explore.values(), strategy.explore_after, strategy.time_limit,
        strategy.reset_every}},
      {"cost", number(plan.cost)},
      {"swap_oracle", plan.swap_oracle ? number(*plan.swap_oracle) : -1},
      {"loss", {number(plan.loss.kind), plan.loss.aggressiveness, plan.loss.cost_sensitive}},
      {"seed", plan.seed},
      {"batch", {plan.batch, plan.batch_words}},
      {"network",
       {plan.network.sizes.numbers(), plan.network.dropout, plan.network.optimizer.rate,
        plan.network.optimizer.decay, plan.network.optimizer.decay_updates,
        plan.network.optimizer.first, plan.network.optimizer.second, plan.network.optimizer.clip,
        plan.network.optimizer.average}},
      {"rare", {plan.rare_count, plan.rare_rate}},
      {"constraints", plan.constraints},
      {"keep_arcs", plan.keep_arcs},
      {"given", plan.given},
      {"schemes", plan.schemes},
      {"prune", {plan.prune, plan.min_changes}},
      {"embeddings", plan.embeddings ? plan.embeddings->fingerprint() : 0},
      {"data", {training, dev}},
      {"from", plan.from ? plan.from->weights().fingerprint() : 0}};
  return word_hash(Attribute::kForm, dump_json(json));
}

}  // namespace panarc
