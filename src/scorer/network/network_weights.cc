#include "scorer/network/network_weights.h"

#include <algorithm>
#include <utility>

#include "panarc/error.h"
#include "scorer/network/network_scorer.h"
#include "scorer/network/product_cache.h"

namespace panarc {
namespace {

constexpr const char* kNormalizedNumber = "normalized";

bool is_normalized(const std::map<std::string, double>& numbers) {
  const auto found = numbers.find(kNormalizedNumber);
  return found == numbers.end() || found->second != 0;
}

class FrozenNetworkScorer final : public ParserScorer<float> {
 public:
  FrozenNetworkScorer(const ParserNetwork& network, const Parameters& parameters)
      : scorer_(network, parameters) {}

  void begin(const EncodedSentence& words) override { scorer_.begin(words); }
  std::span<const float* const> score(std::span<const ParseState* const> states) override {
    return scorer_.score(states);
  }

 private:
  NetworkScorer scorer_;
};

/// Reads sentences for parsing. The result for a sentence does not depend on those read with it.
class NetworkReader final : public BatchReader {
 public:
  NetworkReader(const ParserNetwork& network, const Parameters& parameters)
      : network_(network), parameters_(parameters), cache_(network, parameters) {}

  void read(std::span<const Sentence* const> sentences, std::span<EncodedSentence* const> encoded,
            const Interruption& interruption) override {
    inputs_.resize(std::max(inputs_.size(), sentences.size()));
    std::vector<const NetworkSentence*> inputs;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      network_.encode(*sentences[i], inputs_[i]);
      inputs.push_back(&inputs_[i]);
    }
    network_.shape().sizes.read_sentences() ? read_sentences(inputs, encoded, interruption)
                                            : read_words(inputs, encoded);
  }

 private:
  void read_sentences(std::span<const NetworkSentence* const> inputs,
                      std::span<EncodedSentence* const> encoded, const Interruption& interruption) {
    network_.words().forward(parameters_, inputs, {}, &forms_, trace_, interruption);
    interruption.throw_if_over();
    const auto products = std::make_shared<NodeProducts>();
    network_.states().multiply(parameters_, trace_.output(), *products);
    std::size_t first = 0;
    for (std::size_t i = 0; i < encoded.size(); ++i) {
      auto vectors = std::make_shared<NetworkVectors>();
      vectors->products = {products.get(), first, nullptr, nullptr, nullptr};
      vectors->kept = products;
      encoded[i]->set_vectors(std::move(vectors));
      first += inputs[i]->nodes;
    }
  }

  void read_words(std::span<const NetworkSentence* const> inputs,
                  std::span<EncodedSentence* const> encoded) {
    std::vector<std::shared_ptr<NetworkVectors>> vectors;
    cache_.begin();
    for (const NetworkSentence* const sentence : inputs) {
      vectors.push_back(std::make_shared<NetworkVectors>());
      cache_.find(*sentence, *vectors.back());
    }
    cache_.finish();
    for (std::size_t i = 0; i < encoded.size(); ++i) {
      encoded[i]->set_vectors(std::move(vectors[i]));
    }
  }

  const ParserNetwork& network_;
  const Parameters& parameters_;
  ProductCache cache_;
  FormCache forms_;
  std::vector<NetworkSentence> inputs_;
  WordReader::Trace trace_;
};

}  // namespace

NetworkWeights::NetworkWeights(std::shared_ptr<const ParserNetwork> network,
                               FrozenParameters parameters)
    : network_(std::move(network)), frozen_(std::move(parameters)) {}

std::shared_ptr<const NetworkWeights> NetworkWeights::load(
    const std::shared_ptr<const ModelFile>& file, const std::string& prefix,
    const std::string& system, const TransitionClasses& classes, Direction direction,
    const std::shared_ptr<const Embeddings>& given, const std::map<std::string, double>& numbers) {
  if (classes.mode() == LabelMode::kJoint) {
    throw Error("a network scores transitions and labels side by side, not together");
  }
  auto network = std::make_shared<const ParserNetwork>(
      NetworkShape{NetworkVocabulary::load(*file, prefix), NetworkSizes::from(numbers), system,
                   classes, direction, given, is_normalized(numbers)});
  FrozenParameters parameters = FrozenParameters::load(file, prefix, network->layout());
  return std::make_shared<const NetworkWeights>(std::move(network), std::move(parameters));
}

AnyParserScorer NetworkWeights::make_scorer(std::size_t /*beam*/) const {
  return std::make_unique<FrozenNetworkScorer>(*network_, parameters());
}

std::unique_ptr<BatchReader> NetworkWeights::make_reader() const {
  return std::make_unique<NetworkReader>(*network_, parameters());
}

std::shared_ptr<const ParserWeights> NetworkWeights::with_templates(
    std::span<const Template> /*templates*/) const {
  throw Error("the model has a network, which does not use templates");
}

std::map<std::string, double> NetworkWeights::numbers() const {
  std::map<std::string, double> numbers = network_->shape().sizes.numbers();
  numbers[kNormalizedNumber] = network_->shape().normalized ? 1 : 0;
  return numbers;
}

void NetworkWeights::save(ModelFileWriter& writer, const std::string& prefix) const {
  network_->shape().vocabulary.save(writer, prefix);
  frozen_.save(writer, prefix);
}

}  // namespace panarc
