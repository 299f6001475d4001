#include "model/calibration.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/json.h"
#include "panarc/error.h"

namespace panarc {

Calibration::Inputs Calibration::inputs(const ArcEvidence& evidence) const {
  // Large leads matter less and less; some have no rival at all.
  constexpr double kMost = 20;
  const auto squashed = [&](double lead) {
    const double times = std::clamp(lead / scale_, -kMost, kMost);
    return std::copysign(std::log1p(std::abs(times)), times);
  };
  return {1,
          squashed(evidence.margin),
          squashed(evidence.least_margin),
          squashed(evidence.lead),
          evidence.is_unanimous ? 1.0 : 0.0,
          std::log(static_cast<double>(std::max(evidence.length, 1)))};
}

double Calibration::confidence(const ArcEvidence& evidence) const {
  const Inputs values = inputs(evidence);
  double sum = 0;
  for (std::size_t i = 0; i < kInputs; ++i) sum += weights_[i] * values[i];
  return 1 / (1 + std::exp(-sum));
}

std::string Calibration::json() const {
  const nlohmann::json json{{"scale", scale_}, {"weights", weights_}};
  return dump_json(json, 1);
}

Calibration Calibration::from_json(std::string_view text) {
  const auto json = parse_json(text);
  if (!json) throw Error("it is not JSON");
  Calibration calibration;
  try {
    json->at("scale").get_to(calibration.scale_);
    json->at("weights").get_to(calibration.weights_);
  } catch (const nlohmann::json::exception& error) {
    throw Error(std::string("the calibration is invalid: ") + error.what());
  }
  const bool finite = std::all_of(calibration.weights_.begin(), calibration.weights_.end(),
                                  [](double weight) { return std::isfinite(weight); });
  if (!(calibration.scale_ > 0) || !finite) throw Error("the calibration is invalid");
  return calibration;
}

}  // namespace panarc
