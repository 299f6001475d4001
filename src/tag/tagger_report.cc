#include "tag/tagger_report.h"

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "panarc/version.h"
#include "train/plan.h"
#include "train/report_parts.h"

namespace panarc {
namespace {

nlohmann::json report_of(std::span<const Sentence> training, std::span<const Sentence> dev,
                         const TaggerOutcome& outcome) {
  nlohmann::json report{{"panarc", version()}, {"training", training_json(training)}};
  if (!dev.empty()) report["dev"] = dev_json(dev);
  for (const auto& [column, score] : outcome.scores) {
    report["scores"][std::string(field_name(column))] = score;
  }
  return report;
}

}  // namespace

std::string tagger_report(const TaggerPlan& plan, const std::string& features,
                          std::span<const Sentence> training, std::span<const Sentence> dev,
                          const TaggerOutcome& outcome) {
  nlohmann::json report = report_of(training, dev, outcome);
  report["strategy"] = describe(plan.strategy);
  report["features"] = features;
  report["models"] = plan.models;
  report["best_epochs"] = outcome.best_epochs;
  nlohmann::json& options = report["options"];
  options = learning_json(plan.strategy, plan.loss);
  options["epochs"] = plan.epochs;
  options["patience"] = plan.patience;
  options["seed"] = plan.seed;
  options["batch"] = plan.batch != 0 ? plan.batch : default_batch(training.size());
  options["rare_count"] = plan.rare_count;
  options["rare_rate"] = plan.rare_rate;
  options["prune"] = plan.prune;
  options["min_changes"] = plan.min_changes;
  return dump_json(report, 1);
}

std::string tagger_report(const NetworkTaggerPlan& plan, std::span<const Sentence> training,
                          std::span<const Sentence> dev, const TaggerOutcome& outcome) {
  nlohmann::json report = report_of(training, dev, outcome);
  report["best_epoch"] = outcome.best_epochs.back();
  report["options"] = {{"epochs", plan.loop.epochs},
                       {"patience", plan.loop.patience},
                       {"seed", plan.loop.seed},
                       {"batch_words", plan.loop.batch_words},
                       {"dropout", plan.network.dropout},
                       {"rate", plan.network.optimizer.rate},
                       {"layers", plan.network.sizes.layers},
                       {"units", plan.network.sizes.units}};
  return dump_json(report, 1);
}

}  // namespace panarc
