#include "train/report.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/json.h"
#include "model/stored_options.h"
#include "panarc/version.h"
#include "train/rules.h"

namespace panarc {
namespace {

double per_sentence(double sum, const TrainingCounts& counts) {
  return counts.sentences == 0 ? 0 : sum / static_cast<double>(counts.sentences);
}

std::string base_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

/// The names of the files that sentences come from, in their order.
std::vector<std::string> files_of(std::span<const Sentence> sentences) {
  std::vector<std::string> files;
  const std::string* last = nullptr;
  for (const Sentence& sentence : sentences) {
    if (last != nullptr && sentence.file() == *last) continue;
    last = &sentence.file();
    const std::string name = base_name(*last);
    if (std::find(files.begin(), files.end(), name) == files.end()) files.push_back(name);
  }
  return files;
}

std::size_t count_words(std::span<const Sentence> sentences) {
  std::size_t words = 0;
  for (const Sentence& sentence : sentences) words += static_cast<std::size_t>(sentence.size());
  return words;
}

/// The options that the outcome depends on, by their names on the command line.
nlohmann::json to_json(const TrainingPlan& plan, std::size_t sentences) {
  const Strategy& strategy = plan.strategy;
  nlohmann::json json{{"oracle", kReferenceNames.of(strategy.reference)},
                      {"restart", strategy.restart},
                      {"explore", strategy.explore},
                      {"explore_after", strategy.explore_after},
                      {"positive", kPositiveNames.of(strategy.positive)},
                      {"negative", kNegativeNames.of(strategy.negative)},
                      {"time_limit", strategy.time_limit},
                      {"reset_every", strategy.reset_every},
                      {"cost", kCostMethodNames.of(plan.cost)},
                      {"learner", kLossNames.of(plan.loss.kind)},
                      {"epochs", plan.epochs},
                      {"patience", plan.patience},
                      {"seed", plan.seed},
                      {"batch", batch_size(plan, sentences)},
                      {"rare_count", plan.rare_count},
                      {"rare_rate", plan.rare_rate},
                      {"prune", plan.prune},
                      {"min_changes", plan.min_changes}};
  if (plan.constraints) json["constraints"] = true;
  for (const Scheme scheme : plan.schemes) json["schemes"].push_back(kSchemeNames.of(scheme));
  if (plan.given > 0) json["given"] = plan.given;
  if (plan.keep_arcs != 1) json["keep_arcs"] = plan.keep_arcs;
  if (!strategy.greedy) json["violation"] = kViolationNames.of(strategy.violation);
  if (plan.swap_oracle) json["swap_oracle"] = kSwapOracleNames.of(*plan.swap_oracle);
  if (plan.loss.kind == LossKind::kPassiveAggressive) {
    json["aggressiveness"] = plan.loss.aggressiveness;
  }
  return json;
}

nlohmann::ordered_json scores_json(const Scores& scores) {
  constexpr std::array kShown{Metric::kUas,        Metric::kLas,        Metric::kClas,
                              Metric::kUasNoPunct, Metric::kLasNoPunct, Metric::kLasFull};
  nlohmann::ordered_json json;
  for (const Metric metric : kShown) {
    json[std::string(metric_name(metric))] = scores.percentage(metric);
  }
  return json;
}

nlohmann::ordered_json epoch_json(const EpochReport& report) {
  constexpr double kPercent = 100;
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
  if (report.dev) json["dev"] = scores_json(*report.dev);
  json["best"] = report.best;
  return json;
}

}  // namespace

std::string to_json(const EpochReport& report) {
  nlohmann::ordered_json json = epoch_json(report);
  json["seconds"] = report.total_seconds;
  json["resumed"] = report.resumed;
  return dump_json(json);
}

std::string model_report(const TrainOptions& options, const TrainingPlan& plan,
                         std::span<const Sentence> training, std::size_t references,
                         std::span<const Sentence> dev, const std::vector<EpochReport>& epochs) {
  nlohmann::json report{{"panarc", version()},
                        {"training",
                         {{"files", files_of(training)},
                          {"sentences", training.size()},
                          {"words", count_words(training)}}},
                        {"options", to_json(plan, training.size())},
                        {"strategy", describe(plan.strategy)},
                        {"features", features_name(options, plan)}};
  if (references > 0) report["training"]["references"] = references;
  if (!dev.empty()) {
    report["dev"] = {
        {"file", files_of(dev).front()}, {"sentences", dev.size()}, {"words", count_words(dev)}};
  }
  if (options.from) report["from"] = base_name(options.from->name());
  report["epochs"] = nlohmann::json::array();
  for (const EpochReport& epoch : epochs) {
    report["epochs"].push_back(nlohmann::json(epoch_json(epoch)));
    if (!epoch.best) continue;
    report["best_epoch"] = epoch.epoch;
    if (epoch.dev) report["scores"] = nlohmann::json(scores_json(*epoch.dev));
  }
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
        strategy.explore, strategy.explore_after, strategy.time_limit, strategy.reset_every}},
      {"cost", number(plan.cost)},
      {"swap_oracle", plan.swap_oracle ? number(*plan.swap_oracle) : -1},
      {"loss", {number(plan.loss.kind), plan.loss.aggressiveness}},
      {"seed", plan.seed},
      {"batch", plan.batch},
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
