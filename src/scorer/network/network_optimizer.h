#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "base/team.h"
#include "io/model_file.h"
#include "scorer/network/parameters.h"

namespace panarc {

/// How the parameters of a network follow its gradient: Adam (Kingma & Ba 2015).
struct OptimizerOptions {
  /// The step size, which is multiplied by `decay` over the course of `decay_updates` updates.
  double rate = 0.002;
  double decay = 0.75;
  double decay_updates = 5000;
  /// How much of the averages of gradients and of squared gradients is kept.
  double first = 0.9;
  double second = 0.9;
  /// Longer gradients are shortened to this.
  double clip = 5;
  /// How much of the averaged parameters, which a model is made from, is kept in an update.
  double average = 0.995;
};

/// The parameters of any network in training.
///
/// A batch is divided into parts, independently of the threads. One thread does the forward and
/// backward pass of a part, with its own gradient. The gradients are added up in the order of the
/// parts.
class NetworkOptimizer {
 public:
  /// The size of a part: large enough for large products, and small enough that there are parts for
  /// several threads.
  static constexpr std::size_t kPartElements = 300;

  /// Starts with random values. The layout must outlive it.
  NetworkOptimizer(const OptimizerOptions& options, const ParameterLayout& layout,
                   std::uint64_t seed, std::size_t part_elements = kPartElements);
  NetworkOptimizer(const NetworkOptimizer&) = delete;
  NetworkOptimizer& operator=(const NetworkOptimizer&) = delete;
  NetworkOptimizer(NetworkOptimizer&&) = delete;
  NetworkOptimizer& operator=(NetworkOptimizer&&) = delete;
  ~NetworkOptimizer() = default;

  [[nodiscard]] const Parameters& parameters() const { return packed_; }
  [[nodiscard]] std::span<const float> values() const { return values_; }
  /// The average of the values so far: models are made from this.
  [[nodiscard]] const std::vector<float>& average() const { return average_; }
  /// Sets the initial values, of the same number.
  void set_values(std::vector<float> values);
  void set_value(std::size_t parameter, float value);
  /// Takes the place of an optimizer with other parameters: `copy(from, to)` copies one number for
  /// each of them to its place here.
  void continue_from(
      const NetworkOptimizer& before,
      const std::function<void(std::span<const float> from, std::span<float> to)>& copy);

  /// Begins a batch, given the lengths of its sentences. Sentences of similar length get into the
  /// same part, so that most steps have many of them.
  void divide(std::span<const std::size_t> lengths);
  [[nodiscard]] std::size_t parts() const { return parts_used_; }
  /// The sentences of a part, by their indices in the batch.
  [[nodiscard]] std::span<const std::size_t> members(std::size_t part) const {
    return parts_[part].members;
  }
  /// Calls `work(part)` for every part, using all members of a team.
  void for_each_part(Team& team, const std::function<void(std::size_t)>& work) const;

  /// Computes the gradient of the loss of the batch: `work(part, gradient)` adds that of a part.
  /// Returns its length. Throws Error if it is not finite.
  double find_gradient(Team& team, const std::function<void(std::size_t, Gradient&)>& work);
  [[nodiscard]] std::span<const float> gradient() const { return parts_[0].gradient.values; }
  /// Follows the gradient, of this length. The loss of a batch is the mean over its elements.
  void step(double length, Team& team);

  // The state of the training, as part of a file. Throws Error if it is damaged.
  void save(ModelFileWriter& writer, const std::string& prefix) const;
  void load(const ModelFile& file, const std::string& prefix);

 private:
  struct Part {
    std::vector<std::size_t> members;
    Gradient gradient;
  };

  void repack();
  void check_averages() const;

  OptimizerOptions options_;
  std::size_t part_elements_;
  std::vector<float> values_;
  std::vector<float> first_;    // average of gradients
  std::vector<float> second_;   // average of their squares
  std::vector<float> average_;  // of the parameters
  std::uint64_t updates_ = 0;
  Parameters packed_;

  // What belongs to the batch.
  std::vector<Part> parts_;
  std::size_t parts_used_ = 0;
  std::size_t elements_ = 0;
};

}  // namespace panarc
