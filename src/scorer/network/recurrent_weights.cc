#include "scorer/network/recurrent_weights.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "panarc/error.h"
#include "scorer/network/recurrent_scorer.h"

namespace panarc {
namespace {

constexpr const char* kParametersSection = "network.parameters";

class FrozenRecurrentScorer final : public ParserScorer<float> {
 public:
  FrozenRecurrentScorer(const RecurrentNetwork& network, const Parameters& parameters)
      : scorer_(network, parameters) {}

  void begin(const EncodedSentence& words) override { scorer_.begin(words); }
  std::span<const float* const> score(std::span<const ParseState* const> states) override {
    return scorer_.score(states);
  }

 private:
  RecurrentScorer scorer_;
};

/// Reads sentences for parsing. What is found out about a sentence does not depend on those that
/// are read with it.
class RecurrentReader final : public SentenceReader {
 public:
  RecurrentReader(const RecurrentNetwork& network, const Parameters& parameters)
      : network_(network), parameters_(parameters) {}

  void read(std::span<const Sentence* const> sentences,
            std::span<EncodedSentence* const> encoded) override {
    inputs_.resize(std::max(inputs_.size(), sentences.size()));
    std::vector<const NetworkSentence*> inputs;
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      network_.shape().vocabulary.encode(*sentences[i], network_.shape().direction, inputs_[i]);
      inputs.push_back(&inputs_[i]);
    }
    network_.words().forward(parameters_, inputs, {}, &forms_, trace_);
    const auto products = std::make_shared<NodeProducts>();
    network_.states().multiply(parameters_, trace_.layers.back().output, *products);
    std::size_t first = 0;
    for (std::size_t i = 0; i < encoded.size(); ++i) {
      auto vectors = std::make_shared<RecurrentVectors>();
      vectors->products = {products.get(), first, nullptr};
      vectors->kept = products;
      encoded[i]->set_vectors(std::move(vectors));
      first += inputs[i]->nodes;
    }
  }

 private:
  const RecurrentNetwork& network_;
  const Parameters& parameters_;
  FormCache forms_;
  std::vector<NetworkSentence> inputs_;
  WordReader::Trace trace_;
};

}  // namespace

RecurrentWeights::RecurrentWeights(std::shared_ptr<const RecurrentNetwork> network, Storage storage,
                                   std::span<const float> values)
    : network_(std::move(network)),
      storage_(std::move(storage)),
      parameters_(network_->layout(), values, false) {}

RecurrentWeights::RecurrentWeights(std::shared_ptr<const RecurrentNetwork> network,
                                   std::vector<float> values)
    : network_(std::move(network)),
      storage_(std::make_shared<const std::vector<float>>(std::move(values))),
      parameters_(network_->layout(), *static_cast<const std::vector<float>*>(storage_.get()),
                  false) {}

std::shared_ptr<const RecurrentWeights> RecurrentWeights::load(
    const std::shared_ptr<const ModelFile>& file, const std::string& prefix,
    const std::string& system, const TransitionClasses& classes, Direction direction,
    const std::map<std::string, double>& numbers) {
  if (classes.mode() == LabelMode::kJoint) {
    throw Error("a network scores transitions and labels side by side, not together");
  }
  const auto network = std::make_shared<const RecurrentNetwork>(
      RecurrentShape{NetworkVocabulary::load(*file, prefix), NetworkSizes::from(numbers), system,
                     classes, direction});
  const auto values = file->array<float>(prefix + kParametersSection);
  if (values.size() != network->layout().size()) {
    throw Error("the network has another number of parameters than its sizes ask for");
  }
  // What is larger could make sums overflow.
  constexpr float kMost = 1e6F;
  const auto makes_sense = [](float value) { return std::abs(value) <= kMost; };
  if (!std::all_of(values.begin(), values.end(), makes_sense)) {
    throw Error("a parameter of the network makes no sense");
  }
  return std::shared_ptr<const RecurrentWeights>(new RecurrentWeights(network, file, values));
}

AnyParserScorer RecurrentWeights::make_scorer(std::size_t /*beam*/) const {
  return std::make_unique<FrozenRecurrentScorer>(*network_, parameters_);
}

std::unique_ptr<SentenceReader> RecurrentWeights::make_reader() const {
  return std::make_unique<RecurrentReader>(*network_, parameters_);
}

std::uint64_t RecurrentWeights::fingerprint() const {
  return model_checksum(std::as_bytes(parameters_.values()));
}

std::shared_ptr<const ParserWeights> RecurrentWeights::with_templates(
    std::span<const Template> /*templates*/) const {
  throw Error("the model has a network, which does not look at words through templates");
}

std::map<std::string, double> RecurrentWeights::numbers() const {
  return network_->shape().sizes.numbers();
}

void RecurrentWeights::save(ModelFileWriter& writer, const std::string& prefix) const {
  network_->shape().vocabulary.save(writer, prefix);
  writer.add(prefix + kParametersSection, std::as_bytes(parameters_.values()));
}

}  // namespace panarc
