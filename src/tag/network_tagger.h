#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "base/interruption.h"
#include "io/model_file.h"
#include "panarc/treebank.h"
#include "tag/tag_dictionary.h"
#include "tag/tag_network_weights.h"
#include "tag/tag_set.h"

namespace panarc {

/// Predicts several columns with one network. Immutable; copies are cheap.
class NetworkTagger {
 public:
  /// A column with its possible tags, in the order of the network's outputs.
  struct Column {
    TagSet tags;
    TagDictionary dictionary;
  };

  NetworkTagger(std::vector<Column> columns, std::shared_ptr<const TagNetworkWeights> weights);
  /// Whether a file contains one under a prefix.
  static bool is_in(const ModelFile& file, const std::string& prefix);
  /// Word vectors must be given if they were used in training. Throws Error if it is invalid.
  static NetworkTagger load(const std::shared_ptr<const ModelFile>& file, const std::string& prefix,
                            const std::shared_ptr<const Embeddings>& given);
  void add_to(ModelFileWriter& writer, const std::string& prefix) const;

  [[nodiscard]] std::span<const Column> columns() const { return *columns_; }
  [[nodiscard]] const TagNetworkWeights& weights() const { return *weights_; }

  /// Tags sentences in one thread. The tagger must outlive it.
  class Worker {
   public:
    explicit Worker(const NetworkTagger& tagger);
    ~Worker();
    Worker(Worker&&) noexcept;
    Worker& operator=(Worker&&) noexcept;
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Sets the columns of all words. Many sentences at once are faster than one by one, with the
    /// same result.
    void tag(std::span<Sentence* const> sentences, const Interruption& interruption = kNeverOver);

   private:
    struct State;
    std::unique_ptr<State> state_;
  };

 private:
  std::shared_ptr<const std::vector<Column>> columns_;
  std::shared_ptr<const TagNetworkWeights> weights_;
};

}  // namespace panarc
