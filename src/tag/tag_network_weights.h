#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "io/model_file.h"
#include "scorer/network/frozen_parameters.h"
#include "scorer/parser_weights.h"
#include "tag/tag_network.h"

namespace panarc {

/// The trained parameters of a tagger's network: read-only and shared by threads.
class TagNetworkWeights {
 public:
  TagNetworkWeights(std::shared_ptr<const TagNetwork> network, FrozenParameters parameters);
  /// Uses those of a file, in place; word vectors must be given if they were used in training.
  /// Throws Error if they are invalid.
  static std::shared_ptr<const TagNetworkWeights> load(
      const std::shared_ptr<const ModelFile>& file, const std::string& prefix,
      const std::shared_ptr<const Embeddings>& given = nullptr);
  void save(ModelFileWriter& writer, const std::string& prefix) const;

  /// Scores all tags of sentences, for TagRows to look up; one per thread. The weights must outlive
  /// it.
  [[nodiscard]] std::unique_ptr<BatchReader> make_reader() const;

  /// The number of tags of each column.
  [[nodiscard]] std::span<const std::size_t> tags() const { return network_->shape().tags; }
  /// Where the classes of a column start.
  [[nodiscard]] std::size_t first_class(std::size_t column) const {
    return network_->output().first_class(column);
  }

  /// A hash of all parameters.
  [[nodiscard]] std::uint64_t fingerprint() const { return frozen_.fingerprint(); }

 private:
  std::shared_ptr<const TagNetwork> network_;
  FrozenParameters frozen_;
};

}  // namespace panarc
