#include "tag/tagger_report.h"

#include <nlohmann/json.hpp>

#include "base/json.h"
#include "panarc/error.h"
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
  report["options"] = options_json(plan);
  return dump_json(report, 1);
}

std::string tagger_report(const NetworkTaggerPlan& plan, std::span<const Sentence> training,
                          std::span<const Sentence> dev, const TaggerOutcome& outcome) {
  nlohmann::json report = report_of(training, dev, outcome);
  report["best_epoch"] = outcome.best_epochs.back();
  report["options"] = options_json(plan);
  return dump_json(report, 1);
}

}  // namespace panarc
