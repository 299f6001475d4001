#include "train/calibrate.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <vector>

#include "parse/model_parser.h"

namespace panarc {
namespace {

/// An arc that a parser found.
struct Observation {
  ArcEvidence evidence;
  bool right = false;
};

using Inputs = Calibration::Inputs;
constexpr std::size_t kInputs = Calibration::kInputs;

void observe(ModelParser& parser, const Sentence& sentence, std::vector<Observation>& found) {
  const Parse& parse = parser.best(sentence, 1).front();
  const LabeledTree tree = parser.tree_of(parse);
  for (Node word = 1; word <= sentence.size(); ++word) {
    const auto index = static_cast<std::size_t>(word);
    if (sentence.head(word) == kNoHead || tree.heads[index] == kNoHead) continue;
    const bool right =
        tree.heads[index] == sentence.head(word) && tree.labels[index] == sentence.deprel(word);
    found.push_back({parse.evidence[index], right});
  }
}

/// Solves a small system of linear equations, which is positive definite, in place of its right
/// side.
void solve(std::array<Inputs, kInputs>& matrix, Inputs& side) {
  for (std::size_t i = 0; i < kInputs; ++i) {
    for (std::size_t row = i + 1; row < kInputs; ++row) {
      const double factor = matrix[row][i] / matrix[i][i];
      for (std::size_t column = i; column < kInputs; ++column) {
        matrix[row][column] -= factor * matrix[i][column];
      }
      side[row] -= factor * side[i];
    }
  }
  for (std::size_t i = kInputs; i-- > 0;) {
    for (std::size_t column = i + 1; column < kInputs; ++column) {
      side[i] -= matrix[i][column] * side[column];
    }
    side[i] /= matrix[i][i];
  }
}

/// Logistic regression by Newton's method.
Inputs fit(const std::vector<Observation>& observations, double scale) {
  constexpr int kSteps = 25;
  constexpr double kRidge = 1;  // some inputs may be the same everywhere
  Inputs weights{};
  for (int step = 0; step < kSteps; ++step) {
    const Calibration calibration(scale, weights);
    Inputs gradient{};
    std::array<Inputs, kInputs> curvature{};
    for (std::size_t i = 0; i < kInputs; ++i) {
      gradient[i] = -kRidge * weights[i];
      curvature[i][i] = kRidge;
    }
    for (const Observation& observation : observations) {
      const Inputs inputs = calibration.inputs(observation.evidence);
      const double expected = calibration.confidence(observation.evidence);
      const double error = (observation.right ? 1 : 0) - expected;
      for (std::size_t i = 0; i < kInputs; ++i) {
        gradient[i] += error * inputs[i];
        for (std::size_t j = 0; j < kInputs; ++j) {
          curvature[i][j] += expected * (1 - expected) * inputs[i] * inputs[j];
        }
      }
    }
    solve(curvature, gradient);
    for (std::size_t i = 0; i < kInputs; ++i) weights[i] += gradient[i];
  }
  return weights;
}

}  // namespace

std::optional<Calibration> calibrate(const Model& model, std::span<const Sentence> sentences,
                                     Team& team) {
  constexpr std::size_t kFewest = 100;
  std::vector<std::vector<Observation>> parts(sentences.size());
  std::atomic<std::size_t> next = 0;
  team.run([&](std::size_t) {
    ModelParser parser(model);
    parser.set_evidence(true);
    for (std::size_t i = next++; i < sentences.size(); i = next++) {
      if (!sentences[i].empty()) observe(parser, sentences[i], parts[i]);
    }
  });
  std::vector<Observation> observations;
  for (const auto& part : parts) observations.insert(observations.end(), part.begin(), part.end());
  const auto right = static_cast<std::size_t>(
      std::count_if(observations.begin(), observations.end(),
                    [](const Observation& observation) { return observation.right; }));
  if (observations.size() < kFewest || right == 0 || right == observations.size()) return {};
  std::vector<double> margins;
  for (const Observation& observation : observations) {
    margins.push_back(std::abs(observation.evidence.margin));
  }
  const auto middle = margins.begin() + static_cast<std::ptrdiff_t>(margins.size() / 2);
  std::nth_element(margins.begin(), middle, margins.end());
  const double scale = *middle > 0 && std::isfinite(*middle) ? *middle : 1;
  return Calibration(scale, fit(observations, scale));
}

}  // namespace panarc
