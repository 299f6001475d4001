#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

namespace panarc {

/// What a search has to say for and against the arc of a word, beside the arc.
struct ArcEvidence {
  /// By how much the transition that added the arc beat the next best.
  double margin = 0;
  /// The least such lead of all transitions that were taken while the word was on top of the stack,
  /// second from there, or next in the buffer: in each of them it might have got another head.
  double least_margin = 0;
  /// By how much the tree beats the best one in the beam in which the word has another head or
  /// label. If there is none, by how much it beats the worst.
  double lead = 0;
  bool is_unanimous = false;
  /// How far away the head is, in words; ROOT counts as next to the word.
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
  /// What the weights are multiplied with.
  [[nodiscard]] Inputs inputs(const ArcEvidence& evidence) const;

  /// In a model file.
  [[nodiscard]] std::string json() const;
  /// Throws Error for what it cannot be.
  static Calibration from_json(std::string_view text);

 private:
  double scale_ = 1;
  Inputs weights_{};
};

}  // namespace panarc
