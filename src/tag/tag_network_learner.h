#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "panarc/treebank.h"
#include "scorer/network/batch_learner.h"
#include "scorer/network/network_optimizer.h"
#include "scorer/scorer.h"
#include "tag/tag_network.h"
#include "tag/tag_network_weights.h"
#include "tag/tagging_task.h"

namespace panarc {

/// How a tagger's network is trained.
struct TagNetworkTraining {
  TagNetworkSizes sizes;
  /// Pre-trained word vectors.
  std::shared_ptr<const Embeddings> given = nullptr;
  /// Dropout rates of word vectors and of units.
  double vector_dropout = 0.25;
  double dropout = 0.33;
  OptimizerOptions optimizer;
  std::uint64_t seed = 1;
};

/// The gradient of a sentence for the network: how much the score of every tag should rise.
class TagChanges final : public Changes {
 public:
  void clear() override { coefficients.clear(); }
  [[nodiscard]] bool empty() const override { return coefficients.empty(); }
  void write(SectionWriter& writer) const override;
  void read(SectionReader& reader) override;

  /// For each node, one per class; empty if there is nothing to learn.
  std::vector<float> coefficients;
};

/// The parameters of a tagger's network during training. Scorers of all columns add to the same
/// changes, each to the classes of its column.
class TagNetworkLearner final : public BatchLearner<TagNetwork> {
 public:
  /// The sentences are the training data; `tags` has the number of tags of each column.
  TagNetworkLearner(const TagNetworkTraining& options, std::span<const Sentence> sentences,
                    std::span<const std::size_t> tags);
  TagNetworkLearner(const TagNetworkLearner&) = delete;
  TagNetworkLearner& operator=(const TagNetworkLearner&) = delete;
  TagNetworkLearner(TagNetworkLearner&&) = delete;
  TagNetworkLearner& operator=(TagNetworkLearner&&) = delete;
  ~TagNetworkLearner() override;

  /// A scorer for one thread. The learner must outlive it.
  [[nodiscard]] std::unique_ptr<LearningScorer<TaggingState, TaggingInput>> make_scorer() const;
  /// Reads the sentences of the next batch, by their indices in the training data, and stores the
  /// results in their words.
  void read_batch(std::span<const std::uint32_t> sentences, int epoch,
                  std::span<EncodedSentence> words, Team& team) {
    read_parts(sentences, epoch, words, team);
  }
  /// The current parameters, ready for tagging.
  [[nodiscard]] std::shared_ptr<const TagNetworkWeights> freeze() const;

  // Learner.
  [[nodiscard]] std::unique_ptr<Changes> make_changes() const override;

 private:
  struct Part;

  void make_parts(std::size_t count) override;
  void read_part(std::size_t number, int epoch, std::span<EncodedSentence> words) override;
  void go_back(std::size_t number, std::span<const std::unique_ptr<Changes>> sentences,
               Gradient& gradient) override;

  TagNetworkTraining options_;
  std::vector<std::unique_ptr<Part>> parts_;  // of the batch
};

}  // namespace panarc
