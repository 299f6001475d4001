#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/team.h"
#include "feature/encoder.h"
#include "panarc/error.h"
#include "panarc/treebank.h"
#include "scorer/learner.h"
#include "scorer/network/network_input.h"
#include "scorer/network/network_optimizer.h"

namespace panarc {

/// The parameters of a network in training that reads a batch of sentences at once, and goes back
/// through it part by part. Derived classes define what a part is, and how it is read.
template <class Network>
class BatchLearner : public Learner {
 public:
  /// For the sentences read last, in order.
  void apply(std::span<const std::unique_ptr<Changes>> sentences, Team& team) final {
    optimizer_.step(find_gradient(sentences, team), team);
  }
  void apply_at_once(Changes& /*changes*/) final {
    throw Error("a network learns from whole batches");
  }
  [[nodiscard]] std::size_t size() const final { return values().size(); }
  void save(ModelFileWriter& writer, const std::string& prefix) const final {
    optimizer_.save(writer, prefix);
  }
  void load(const ModelFile& file, const std::string& prefix) final {
    optimizer_.load(file, prefix);
  }

  // The parts of apply(), separately, for inspection.

  /// Computes the gradient of the loss of all sentences of the batch; returns its length.
  double find_gradient(std::span<const std::unique_ptr<Changes>> sentences, Team& team) {
    return optimizer_.find_gradient(
        team, [&](std::size_t part, Gradient& gradient) { go_back(part, sentences, gradient); });
  }
  [[nodiscard]] std::span<const float> gradient() const { return optimizer_.gradient(); }
  [[nodiscard]] const Network& network() const { return *network_; }
  [[nodiscard]] std::span<const float> values() const { return optimizer_.values(); }
  void set_value(std::size_t parameter, float value) { optimizer_.set_value(parameter, value); }

 protected:
  /// The sentences are the training data.
  BatchLearner(std::shared_ptr<const Network> network, std::span<const Sentence> sentences,
               const OptimizerOptions& options, std::uint64_t seed,
               std::size_t part_elements = NetworkOptimizer::kPartElements)
      : network_(std::move(network)),
        inputs_(sentences.size()),
        optimizer_(options, network_->layout(), seed, part_elements) {
    for (std::size_t i = 0; i < sentences.size(); ++i) network_->encode(sentences[i], inputs_[i]);
  }

  /// Reads the sentences of the next batch, by their indices in the training data, and stores the
  /// results in their words.
  void read_parts(std::span<const std::uint32_t> sentences, int epoch,
                  std::span<EncodedSentence> words, Team& team) {
    batch_.assign(sentences.begin(), sentences.end());
    std::vector<std::size_t> lengths;
    for (const std::uint32_t sentence : batch_) lengths.push_back(inputs_[sentence].nodes);
    optimizer_.divide(lengths);
    make_parts(optimizer_.parts());
    optimizer_.for_each_part(team, [&](std::size_t part) { read_part(part, epoch, words); });
  }

  [[nodiscard]] const std::shared_ptr<const Network>& shared_network() const { return network_; }
  [[nodiscard]] NetworkOptimizer& optimizer() { return optimizer_; }
  [[nodiscard]] const NetworkOptimizer& optimizer() const { return optimizer_; }
  /// The sentence of a member of a batch, by its index in the training data.
  [[nodiscard]] std::uint32_t sentence_of(std::size_t member) const { return batch_[member]; }
  [[nodiscard]] const NetworkSentence& input_of(std::size_t member) const {
    return inputs_[batch_[member]];
  }

 private:
  /// Makes sure there are at least this many parts.
  virtual void make_parts(std::size_t count) = 0;
  virtual void read_part(std::size_t number, int epoch, std::span<EncodedSentence> words) = 0;
  /// Adds the gradient of a part.
  virtual void go_back(std::size_t number, std::span<const std::unique_ptr<Changes>> sentences,
                       Gradient& gradient) = 0;

  std::shared_ptr<const Network> network_;
  std::vector<NetworkSentence> inputs_;  // of all sentences
  NetworkOptimizer optimizer_;
  std::vector<std::uint32_t> batch_;
};

}  // namespace panarc
