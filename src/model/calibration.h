#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace panarc {

/// A search's evidence for and against the arc of a word.
struct ArcEvidence {
  /// By how much the transition that added the arc beat the next best one.
  double margin = 0;
  /// The smallest such margin of all transitions taken while the word was first or second on the
  /// stack, or at the front of the buffer: each of them might have given it another head.
  double least_margin = 0;
  /// By how much the tree beats the best one in the beam that gives the word another head or label.
  /// If there is none, by how much it beats the worst.
  double lead = 0;
  bool is_unanimous = false;
  /// The distance of the head, in words; ROOT counts as adjacent.
  int length = 1;
};

/// Turns evidence into the probability that both head and label are right: a logistic regression,
/// fitted on a development set.
class Calibration {
 public:
  static constexpr std::size_t kInputs = 6;
  using Inputs = std::array<double, kInputs>;

  Calibration() = default;
  /// `scale` is a typical margin.
  Calibration(double scale, const Inputs& weights) : scale_(scale), weights_(weights) {}

  [[nodiscard]] double confidence(const ArcEvidence& evidence) const;
  /// The inputs of the regression.
  [[nodiscard]] Inputs inputs(const ArcEvidence& evidence) const;

  /// The calibration as a model file has it.
  [[nodiscard]] std::string json() const;
  /// Throws Error for invalid input.
  static Calibration from_json(std::string_view text);

 private:
  double scale_ = 1;
  Inputs weights_{};
};

}  // namespace panarc
