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
#include "scorer/scorer.h"
#include "tag/tag_network.h"
#include "tag/tagging_task.h"

namespace panarc {

using TagNetworkScorer = Scorer<TaggingState, TaggingInput, float>;

/// The parameters of a trained tagger's network: read-only, and shared by threads.
class TagNetworkWeights {
 public:
  TagNetworkWeights(std::shared_ptr<const TagNetwork> network, FrozenParameters parameters);
  /// Those of a file, in place; vectors of words must be given if they were in training. Throws
  /// Error if they make no sense.
  static std::shared_ptr<const TagNetworkWeights> load(
      const std::shared_ptr<const ModelFile>& file, const std::string& prefix,
      const std::shared_ptr<const Embeddings>& given = nullptr);
  void save(ModelFileWriter& writer, const std::string& prefix) const;

  /// Has to read sentences before a scorer is told of them; one per thread. The weights must
  /// outlive it.
  [[nodiscard]] std::unique_ptr<BatchReader> make_reader() const;
  /// Looks up what a reader has found out: the classes of a column begin with first_class(). One
  /// per thread.
  [[nodiscard]] static std::unique_ptr<TagNetworkScorer> make_scorer();

  /// How many tags each column has.
  [[nodiscard]] std::span<const std::size_t> tags() const { return network_->shape().tags; }
  [[nodiscard]] std::size_t first_class(std::size_t column) const {
    return network_->output().first_class(column);
  }

  [[nodiscard]] const TagNetwork& network() const { return *network_; }
  /// How many parameters there are.
  [[nodiscard]] std::size_t size() const { return frozen_.size(); }
  /// A hash of all of them.
  [[nodiscard]] std::uint64_t fingerprint() const { return frozen_.fingerprint(); }

 private:
  std::shared_ptr<const TagNetwork> network_;
  FrozenParameters frozen_;
};

}  // namespace panarc
