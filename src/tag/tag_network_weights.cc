#include "tag/tag_network_weights.h"

#include <algorithm>
#include <utility>

namespace panarc {
namespace {

/// The result for a sentence does not depend on those read with it.
class TagNetworkReader final : public BatchReader {
 public:
  TagNetworkReader(const TagNetwork& network, const Parameters& parameters)
      : network_(network), parameters_(parameters) {}

  void read(std::span<const Sentence* const> sentences, std::span<EncodedSentence* const> encoded,
            const Interruption& interruption) override {
    if (sentences.empty()) return;
    inputs_.resize(std::max(inputs_.size(), sentences.size()));
    std::vector<const NetworkSentence*> inputs;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      network_.encode(*sentences[i], inputs_[i]);
      inputs.push_back(&inputs_[i]);
    }
    network_.words().forward(parameters_, inputs, {}, &forms_, words_, interruption);
    interruption.throw_if_over();
    network_.output().forward(parameters_, words_, output_);
    const auto all = std::make_shared<const Matrix>(std::move(output_.scores));
    output_.scores = {};
    std::size_t first = 0;
    for (std::size_t i = 0; i < encoded.size(); ++i) {
      auto scores = std::make_shared<TagScores>();
      scores->all = all.get();
      scores->first = first;
      scores->kept = all;
      encoded[i]->set_vectors(std::move(scores));
      first += inputs[i]->nodes;
    }
  }

 private:
  const TagNetwork& network_;
  const Parameters& parameters_;
  FormCache forms_;
  std::vector<NetworkSentence> inputs_;
  WordReader::Trace words_;
  TagOutput::Trace output_;
};

}  // namespace

TagNetworkWeights::TagNetworkWeights(std::shared_ptr<const TagNetwork> network,
                                     FrozenParameters parameters)
    : network_(std::move(network)), frozen_(std::move(parameters)) {}

std::shared_ptr<const TagNetworkWeights> TagNetworkWeights::load(
    const std::shared_ptr<const ModelFile>& file, const std::string& prefix,
    const std::shared_ptr<const Embeddings>& given) {
  auto network = std::make_shared<const TagNetwork>(TagNetworkShape::load(*file, prefix, given));
  FrozenParameters parameters = FrozenParameters::load(file, prefix, network->layout());
  return std::make_shared<const TagNetworkWeights>(std::move(network), std::move(parameters));
}

void TagNetworkWeights::save(ModelFileWriter& writer, const std::string& prefix) const {
  network_->shape().save(writer, prefix);
  frozen_.save(writer, prefix);
}

std::unique_ptr<BatchReader> TagNetworkWeights::make_reader() const {
  return std::make_unique<TagNetworkReader>(*network_, frozen_.parameters());
}

}  // namespace panarc
