#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "model/model.h"
#include "vote/vote_weights.h"

namespace panarc {

/// Several trained parsers whose trees are combined by vote. Immutable; copies are cheap.
class Ensemble {
 public:
  /// What an ensemble is made from.
  struct Parts {
    std::vector<Model> members;
    VoteWeights weights;
    /// Whether only projective trees are elected.
    bool projective = false;
    /// How much to trust its arcs, if known.
    std::optional<Calibration> calibration = std::nullopt;
    /// The training report, as JSON; for people.
    std::string report = "null";
  };

  /// Throws Error if the members cannot vote together.
  explicit Ensemble(Parts parts);

  /// Whether a model file contains an ensemble.
  static bool is_in(const ModelFile& file);
  /// Throws Error if it is invalid.
  static Ensemble load(const std::shared_ptr<const ModelFile>& file);
  /// See Model::describe().
  static std::vector<Model> describe_members(const std::shared_ptr<const ModelFile>& file);
  void add_to(ModelFileWriter& writer) const;

  [[nodiscard]] Ensemble with_report(std::string report) const;
  [[nodiscard]] Ensemble with_calibration(std::optional<Calibration> calibration) const;
  [[nodiscard]] Ensemble with_delexicalized(bool delexicalized) const;

  [[nodiscard]] std::span<const Model> members() const { return parts_->members; }
  [[nodiscard]] const VoteWeights& weights() const { return parts_->weights; }
  [[nodiscard]] bool projective() const { return parts_->projective; }
  [[nodiscard]] const std::optional<Calibration>& calibration() const {
    return parts_->calibration;
  }
  [[nodiscard]] const std::string& report() const { return parts_->report; }

  /// Whether trees have labels, and whether exactly one word is under ROOT.
  [[nodiscard]] bool is_labelled() const;
  [[nodiscard]] bool has_single_root() const;
  /// All labels of its trees: those of the members, decoded.
  [[nodiscard]] const std::vector<std::string>& labels() const { return labels_; }

 private:
  std::shared_ptr<const Parts> parts_;
  std::vector<std::string> labels_;
};

}  // namespace panarc
