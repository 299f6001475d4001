#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/error.h"
#include "panarc/extend.h"

/// The perceptron: a weight for every feature and class.
class Perceptron : public panarc::UserClassifier {
 public:
  explicit Perceptron(const panarc::ClassifierSetup& setup) : classes_(setup.classes.size()) {}

  void score(std::span<const std::uint64_t> seen, std::span<float> scores) const override {
    for (const std::uint64_t feature : seen) {
      const auto weights = weights_.find(feature);
      if (weights == weights_.end()) continue;
      for (std::size_t i = 0; i < classes_; ++i) scores[i] += weights->second[i];
    }
  }

  void update(std::span<const panarc::ClassifierUpdate> sentence) override {
    for (const auto& update : sentence) {
      for (const std::uint64_t feature : update.seen) {
        std::vector<float>& weights = weights_.try_emplace(feature, classes_).first->second;
        for (const auto& change : update.changes) weights[change.cls] += change.by;
      }
    }
  }

  std::string save() const override {
    std::string bytes;
    for (const auto& [feature, weights] : weights_) {
      bytes.append(reinterpret_cast<const char*>(&feature), sizeof(feature));
      bytes.append(reinterpret_cast<const char*>(weights.data()), classes_ * sizeof(float));
    }
    return bytes;
  }

  void load(std::string_view bytes) override {
    const std::size_t row = sizeof(std::uint64_t) + classes_ * sizeof(float);
    if (bytes.size() % row != 0) throw panarc::Error("the weights are damaged");
    weights_.clear();
    for (; !bytes.empty(); bytes.remove_prefix(row)) {
      std::uint64_t feature = 0;
      std::memcpy(&feature, bytes.data(), sizeof(feature));
      std::vector<float>& weights = weights_[feature];
      weights.resize(classes_);
      std::memcpy(weights.data(), bytes.data() + sizeof(feature), classes_ * sizeof(float));
    }
  }

 private:
  std::size_t classes_;
  std::map<std::uint64_t, std::vector<float>> weights_;
};
