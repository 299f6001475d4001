#include "train/report_parts.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "treebank/word_count.h"

namespace panarc {
namespace {

/// The names of the files that sentences come from, in order.
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

nlohmann::json explore_json(const EpochRates& rates) {
  return rates.vary() ? nlohmann::json(rates.values()) : nlohmann::json(rates.in(1));
}

}  // namespace

std::string base_name(const std::string& path) {
  return std::filesystem::path(path).filename().string();
}

nlohmann::json training_json(std::span<const Sentence> training) {
  return {{"files", files_of(training)},
          {"sentences", training.size()},
          {"words", count_words(training)}};
}

nlohmann::json dev_json(std::span<const Sentence> dev) {
  return {{"file", files_of(dev).front()}, {"sentences", dev.size()}, {"words", count_words(dev)}};
}

nlohmann::json learning_json(const Strategy& strategy, const LossOptions& loss) {
  nlohmann::json json{{"oracle", kReferenceNames.of(strategy.reference)},
                      {"restart", strategy.restart},
                      {"explore", explore_json(strategy.explore)},
                      {"explore_after", strategy.explore_after},
                      {"positive", kPositiveNames.of(strategy.positive)},
                      {"negative", kNegativeNames.of(strategy.negative)},
                      {"time_limit", strategy.time_limit},
                      {"reset_every", strategy.reset_every},
                      {"learner", kLossNames.of(loss.kind)}};
  if (!strategy.greedy) json["violation"] = kViolationNames.of(strategy.violation);
  if (loss.kind == LossKind::kPassiveAggressive) json["aggressiveness"] = loss.aggressiveness;
  return json;
}

}  // namespace panarc
