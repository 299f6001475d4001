#include "train/report.h"

#include <array>
#include <nlohmann/json.hpp>
#include <string>

#include "base/json.h"
#include "model/stored_options.h"
#include "panarc/error.h"
#include "train/report_parts.h"
#include "train/rules.h"
#include "train/train_option.h"

namespace panarc {
namespace {

constexpr double kPercent = 100;

double per_sentence(double sum, const TrainingCounts& counts) {
  return counts.sentences == 0 ? 0 : sum / static_cast<double>(counts.sentences);
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

/// An epoch of a tagger or a segmenter.
nlohmann::ordered_json part_json(const EpochReport& report) {
  const TrainingStage& stage = report.stage;
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  if (stage.models > 1) json["model"] = stage.model;
  json["epoch"] = report.epoch;
  json["updates"] = report.counts.updates;
  for (const Field column : stage.columns) json["columns"].push_back(field_name(column));
  if (report.dev) {
    for (const Field column : stage.columns) {
      json["dev"][std::string(field_name(column))] = report.dev->percentage(metric_of(column));
    }
    if (stage.part == TrainingPart::kSegmenter) {
      for (const Metric metric : {Metric::kTokens, Metric::kSentences}) {
        json["dev"][std::string(metric_name(metric))] = report.dev->percentage(metric);
      }
    }
  }
  json["best"] = report.best;
  json["seconds"] = report.total_seconds;
  json["resumed"] = report.resumed;
  return json;
}

}  // namespace

std::string to_json(const EpochReport& report) {
  const TrainingStage& stage = report.stage;
  const TrainingCounts& counts = report.counts;
  if (stage.part != TrainingPart::kParser) return dump_json(part_json(report));
  nlohmann::ordered_json json = nlohmann::ordered_json::object();
  if (stage.models > 1) json["member"] = stage.model;
  json.update(epoch_json(report));
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
                        {"options", options_json(plan)},
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

std::uint64_t fingerprint(const TrainingPlan& plan, std::uint64_t training, std::uint64_t dev) {
  nlohmann::json options;
  for (const TrainOption& option : train_options()) {
    if (option.has_effect()) options[option.name()] = option.in_effect(plan);
  }
  const OptimizerOptions& optimizer = plan.network.optimizer;
  const nlohmann::json json{
      {"panarc", version()},
      {"options", options},
      {"model", to_json(StoredOptions{plan.model, 0, {}})},
      {"strategy",
       {static_cast<int>(plan.strategy.resume), plan.strategy.greedy, plan.strategy.user}},
      {"network",
       {plan.network.sizes.numbers(), optimizer.decay, optimizer.decay_updates, optimizer.first,
        optimizer.second, optimizer.clip, optimizer.average}},
      {"embeddings", plan.embeddings ? plan.embeddings->fingerprint() : 0},
      {"data", {training, dev}},
      {"from", plan.from ? plan.from->weights().fingerprint() : 0}};
  return word_hash(Attribute::kForm, dump_json(json));
}

}  // namespace panarc
