#include "train/calibrate.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "base/linear_equations.h"
#include "parse/tree_finder.h"

namespace panarc {
namespace {

/// An arc that a parser found.
struct Observation {
  ArcEvidence evidence;
  bool right = false;
};

using Inputs = Calibration::Inputs;
constexpr std::size_t kInputs = Calibration::kInputs;

/// With `labelled`, labels count as well as heads.
void observe(TreeFinder& parser, const Sentence& sentence, bool labelled,
             std::vector<Observation>& found) {
  parser.read(sentence);
  const Parse& parse = parser.find(sentence, {.evidence = true}).front();
  const LabeledTree tree = parser.tree_of(parse);
  for (Node word = 1; word <= sentence.size(); ++word) {
    const auto index = static_cast<std::size_t>(word);
    if (sentence.head(word) == kNoHead || tree.heads[index] == kNoHead) continue;
    const bool right = tree.heads[index] == sentence.head(word) &&
                       (!labelled || tree.labels[index] == sentence.deprel(word));
    found.push_back({parse.evidence[index], right});
  }
}

/// Logistic regression by Newton's method.
Inputs fit(const std::vector<Observation>& observations, double scale) {
  constexpr int kSteps = 25;
  constexpr double kRidge = 1;  // some inputs may be the same everywhere
  Inputs weights{};
  for (int step = 0; step < kSteps; ++step) {
    const Calibration calibration(scale, weights);
    std::vector<double> gradient(kInputs);
    std::vector<double> curvature(kInputs * kInputs);
    for (std::size_t i = 0; i < kInputs; ++i) {
      gradient[i] = -kRidge * weights[i];
      curvature[i * kInputs + i] = kRidge;
    }
    for (const Observation& observation : observations) {
      const Inputs inputs = calibration.inputs(observation.evidence);
      const double expected = calibration.confidence(observation.evidence);
      const double error = (observation.right ? 1 : 0) - expected;
      for (std::size_t i = 0; i < kInputs; ++i) {
        gradient[i] += error * inputs[i];
        for (std::size_t j = 0; j < kInputs; ++j) {
          curvature[i * kInputs + j] += expected * (1 - expected) * inputs[i] * inputs[j];
        }
      }
    }
    solve_equations(curvature, gradient);
    for (std::size_t i = 0; i < kInputs; ++i) weights[i] += gradient[i];
  }
  return weights;
}

}  // namespace

std::optional<Calibration> calibrate(const AnyModel& model, std::span<const Sentence> sentences,
                                     Team& team, const Interruption& interruption) {
  constexpr std::size_t kFewest = 100;
  const bool labelled = model.is_labelled();
  std::vector<std::vector<Observation>> parts(sentences.size());
  parse_together(
      model, sentences, team,
      [&](TreeFinder& parser, std::size_t, std::size_t i) {
        observe(parser, sentences[i], labelled, parts[i]);
      },
      interruption);
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
