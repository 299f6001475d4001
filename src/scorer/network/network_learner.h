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
#include "scorer/network/parser_network.h"
#include "scorer/parser_weights.h"

namespace panarc {

/// How a network is trained.
struct NetworkTraining {
  NetworkSizes sizes;
  /// Pre-trained word vectors.
  std::shared_ptr<const Embeddings> given = nullptr;
  /// Whether the actions in each state have probabilities (see NetworkShape).
  bool normalized = true;
  /// The dropout rate of vectors and units.
  double dropout = 0.33;
  OptimizerOptions optimizer;
  std::uint64_t seed = 1;
};

/// The gradient of the states of a sentence for the network. Which products they use is for the
/// learner to say, which has read the sentence.
class NetworkChanges final : public Changes {
 public:
  void clear() override;
  [[nodiscard]] bool empty() const override { return states.empty() && arcs.empty(); }
  void write(SectionWriter& writer) const override;
  void read(SectionReader& reader) override;

  std::vector<StateRecord> states;
  std::vector<ArcRecord> arcs;
  /// For each arc, a coefficient for every label.
  std::vector<float> label_coefficients;
};

/// The parameters of a parser's network in training.
class NetworkLearner final : public ParserLearner, public BatchLearner<ParserNetwork> {
 public:
  /// The sentences are the training data. The network knows their words and, if `before` is given,
  /// which must have the same sizes, the words of that one.
  NetworkLearner(const NetworkTraining& options, std::span<const Sentence> sentences,
                 const std::string& system, const TransitionClasses& classes, Direction direction,
                 const ParserNetwork* before = nullptr);
  NetworkLearner(const NetworkLearner&) = delete;
  NetworkLearner& operator=(const NetworkLearner&) = delete;
  NetworkLearner(NetworkLearner&&) = delete;
  NetworkLearner& operator=(NetworkLearner&&) = delete;
  ~NetworkLearner() override;

  // ParserLearner.
  [[nodiscard]] Learner& parameters() override { return *this; }
  [[nodiscard]] std::span<const WordColumn> columns() const override { return network().columns(); }
  [[nodiscard]] std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> make_scorer(
      std::size_t beam) const override;
  [[nodiscard]] std::shared_ptr<const ParserWeights> freeze() const override;
  void take_over(const ParserWeights& before, std::span<const std::uint32_t> classes) override;
  void continue_from(const ParserLearner& before, std::span<const std::uint32_t> classes) override;
  void read_batch(std::span<const std::uint32_t> sentences, int epoch,
                  std::span<EncodedSentence> words, Team& team) override {
    read_parts(sentences, epoch, words, team);
  }

  // Learner.
  [[nodiscard]] std::unique_ptr<Changes> make_changes() const override;

 private:
  struct Part;

  void make_parts(std::size_t count) override;
  void read_part(std::size_t number, int epoch, std::span<EncodedSentence> words) override;
  void go_back(std::size_t number, std::span<const std::unique_ptr<Changes>> sentences,
               Gradient& gradient) override;

  NetworkTraining options_;
  std::vector<std::unique_ptr<Part>> parts_;  // of the batch
};

}  // namespace panarc
