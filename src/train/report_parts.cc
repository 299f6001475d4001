#include "train/report_parts.h"

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "train/train_option.h"
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

nlohmann::json options_json(const TrainingPlan& plan) {
  nlohmann::json json;
  for (const TrainOption& option : train_options()) {
    if (option.is_reported(plan)) json[option.name()] = option.in_effect(plan);
  }
  return json;
}

}  // namespace panarc
