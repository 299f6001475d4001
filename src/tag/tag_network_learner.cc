#include "tag/tag_network_learner.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "base/team.h"
#include "io/section.h"
#include "panarc/error.h"
#include "tag/tag_rows.h"

namespace panarc {
namespace {

/// A tagger learns faster from small batches, which two threads should be able to share.
constexpr std::size_t kPartNodes = 150;

/// Adds the terms of updates to the coefficients of the sentence.
class NetworkTagLearningScorer final : public LearningScorer<TaggingState, TaggingInput> {
 public:
  explicit NetworkTagLearningScorer(std::size_t classes) : classes_(classes) {}

  void begin(const TaggingInput& input) override {
    rows_.begin(input);
    nodes_ = static_cast<std::size_t>(input.words.words()) + 1;
  }
  std::span<const float* const> score(std::span<const TaggingState* const> states) override {
    return rows_.score(states);
  }
  void forget() override {}

  void learn(const Update<TaggingState>& update, Changes& changes) override {
    auto& into = static_cast<TagChanges&>(changes).coefficients;
    into.resize(nodes_ * classes_);
    for (const auto& term : update.terms()) {
      const auto node = static_cast<std::size_t>(update.state(term.state).word());
      into[node * classes_ + term.cls] += term.coefficient;
    }
  }

 private:
  std::size_t classes_;
  TagRows rows_;
  std::size_t nodes_ = 0;
};

}  // namespace

void TagChanges::write(SectionWriter& writer) const {
  writer.write_all(std::span<const float>(coefficients));
}

void TagChanges::read(SectionReader& reader) { coefficients = reader.read_all<float>(); }

/// Part of a batch, with all that is kept between the forward and the backward pass.
struct TagNetworkLearner::Part {
  std::vector<SentenceMasks> masks;
  WordReader::Trace words;
  TagOutput::Trace output;
};

TagNetworkLearner::TagNetworkLearner(const TagNetworkTraining& options,
                                     std::span<const Sentence> sentences,
                                     std::span<const std::size_t> tags)
    : BatchLearner(
          std::make_shared<const TagNetwork>(TagNetworkShape{NetworkVocabulary::of(sentences, {}),
                                                             options.sizes,
                                                             {tags.begin(), tags.end()},
                                                             options.given}),
          sentences, options.optimizer, options.seed, kPartNodes),
      options_(options) {}

TagNetworkLearner::~TagNetworkLearner() = default;

std::unique_ptr<LearningScorer<TaggingState, TaggingInput>> TagNetworkLearner::make_scorer() const {
  return std::make_unique<NetworkTagLearningScorer>(network().output().classes());
}

std::shared_ptr<const TagNetworkWeights> TagNetworkLearner::freeze() const {
  return std::make_shared<const TagNetworkWeights>(
      shared_network(), FrozenParameters(network().layout(), optimizer().average()));
}

void TagNetworkLearner::make_parts(std::size_t count) {
  while (parts_.size() < count) parts_.push_back(std::make_unique<Part>());
}

void TagNetworkLearner::read_part(std::size_t number, int epoch, std::span<EncodedSentence> words) {
  Part& part = *parts_[number];
  const auto members = optimizer().members(number);
  std::vector<const NetworkSentence*> inputs;
  std::vector<const SentenceMasks*> masks;
  part.masks.resize(std::max(part.masks.size(), members.size()));
  for (std::size_t i = 0; i < members.size(); ++i) {
    inputs.push_back(&input_of(members[i]));
    Random random(~options_.seed, static_cast<std::uint64_t>(epoch), sentence_of(members[i]) + 1);
    network().words().draw(options_.vector_dropout, options_.dropout, random, inputs.back()->nodes,
                           part.masks[i]);
    network().output().draw(options_.dropout, random, part.masks[i]);
    masks.push_back(&part.masks[i]);
  }
  network().words().forward(optimizer().parameters(), inputs, masks, nullptr, part.words);
  network().output().forward(optimizer().parameters(), part.words, part.output);
  std::size_t first = 0;
  for (std::size_t i = 0; i < members.size(); ++i) {
    auto scores = std::make_shared<TagScores>();
    scores->all = &part.output.scores;
    scores->first = first;
    words[members[i]].set_vectors(std::move(scores));
    first += inputs[i]->nodes;
  }
}

std::unique_ptr<Changes> TagNetworkLearner::make_changes() const {
  return std::make_unique<TagChanges>();
}

void TagNetworkLearner::go_back(std::size_t number,
                                std::span<const std::unique_ptr<Changes>> sentences,
                                Gradient& gradient) {
  Part& part = *parts_[number];
  TagOutput::Trace& output = part.output;
  output.score_gradient.resize_with_zeros(output.scores.rows(), output.scores.columns());
  auto slope = output.score_gradient.values().begin();
  for (const std::size_t member : optimizer().members(number)) {
    const auto& coefficients = static_cast<const TagChanges&>(*sentences[member]).coefficients;
    std::ranges::transform(coefficients, slope, std::negate<>());
    slope += static_cast<std::ptrdiff_t>(input_of(member).nodes * output.scores.columns());
  }
  network().output().backward(optimizer().parameters(), part.words, output, gradient);
  network().words().backward(optimizer().parameters(), part.words, gradient,
                             &output.input_gradient);
}

}  // namespace panarc
