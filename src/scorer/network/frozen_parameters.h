#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/model_file.h"
#include "scorer/network/parameters.h"

namespace panarc {

/// The parameters of a trained network: read-only and shared by threads.
class FrozenParameters {
 public:
  FrozenParameters(const ParameterLayout& layout, std::vector<float> values);
  /// Uses those of a file, in place. Throws Error if they are invalid.
  static FrozenParameters load(const std::shared_ptr<const ModelFile>& file,
                               const std::string& prefix, const ParameterLayout& layout);
  void save(ModelFileWriter& writer, const std::string& prefix) const;

  [[nodiscard]] const Parameters& parameters() const { return parameters_; }
  [[nodiscard]] std::size_t size() const { return parameters_.values().size(); }
  /// A hash of all parameters.
  [[nodiscard]] std::uint64_t fingerprint() const;

 private:
  /// Owns the values: an array, or a file.
  using Storage = std::shared_ptr<const void>;

  FrozenParameters(const ParameterLayout& layout, Storage storage, std::span<const float> values);

  Storage storage_;
  Parameters parameters_;
};

}  // namespace panarc
