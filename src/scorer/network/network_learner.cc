#include "scorer/network/network_learner.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <numeric>
#include <utility>

#include "base/team.h"
#include "io/model_file.h"
#include "panarc/error.h"
#include "scorer/network/kernels.h"
#include "scorer/network/network_scorer.h"
#include "scorer/network/network_weights.h"

namespace panarc {
namespace {

constexpr const char* kValuesSection = "network.values";
constexpr const char* kFirstSection = "network.first";
constexpr const char* kSecondSection = "network.second";
constexpr const char* kAverageSection = "network.average";
constexpr const char* kUpdatesSection = "network.updates";

/// Nodes of a part of a batch: enough that products are large, and few enough that there are parts
/// for several threads. Every part has a gradient, which takes as much memory as the parameters.
constexpr std::size_t kPartNodes = 300;
constexpr std::size_t kMostParts = 8;
/// Parameters that are updated at a time.
constexpr std::size_t kChunk = 1U << 15U;

/// Calls `work(i)` with every number below `count`, by all members of a team.
template <class Work>
void share(Team& team, std::size_t count, Work&& work) {
  std::atomic<std::size_t> next = 0;
  team.run([&](std::size_t) {
    for (std::size_t i = next++; i < count; i = next++) work(i);
  });
}

NetworkVocabulary vocabulary_of(std::span<const Sentence> sentences, const ParserNetwork* before) {
  const NetworkVocabulary vocabulary = NetworkVocabulary::of(sentences);
  return before == nullptr ? vocabulary : before->shape().vocabulary.with(vocabulary);
}

/// Turns updates into records of states and arcs, which the learner goes back through.
class NetworkLearningScorer final : public LearningScorer<ParseState, EncodedSentence> {
 public:
  NetworkLearningScorer(const ParserNetwork& network, const Parameters& parameters)
      : network_(network), scorer_(network, parameters), classes_(network.shape().classes.size()) {
    network.shape().classes.for_each(
        [&](std::uint32_t cls, Action action, std::optional<Label> label) {
          classes_[cls] = {action, label.value_or(kNoLabel)};
        });
  }

  void begin(const EncodedSentence& words) override { scorer_.begin(words); }
  std::span<const float* const> score(std::span<const ParseState* const> states) override {
    return scorer_.score(states);
  }
  void forget() override {}

  void learn(const Update<ParseState>& update, Changes& changes) override {
    auto& into = static_cast<NetworkChanges&>(changes);
    std::size_t first_arc = into.arcs.size();
    std::optional<std::uint32_t> last;
    for (const auto& term : update.terms()) {
      const ParseState& state = update.state(term.state);
      if (last != term.state) {
        add_state(state, into);
        first_arc = into.arcs.size();
        last = term.state;
      }
      const Transition& transition = classes_[term.cls];
      if (transition.label == kNoLabel) {
        into.states.back().coefficients[static_cast<std::size_t>(transition.action)] +=
            term.coefficient;
      } else if (const auto arc = network_.view().arc(state.configuration(), transition.action)) {
        const std::size_t at = find_arc(*arc, first_arc, into);
        into.label_coefficients[at * network_.states().labels() +
                                static_cast<std::size_t>(transition.label)] += term.coefficient;
      }
    }
  }

 private:
  void add_state(const ParseState& state, NetworkChanges& into) const {
    StateRecord& record = into.states.emplace_back();
    record.sentence = scorer_.sentence();
    network_.view().find(state, record.seen);
    record.legal = network_.view().legal(state.configuration());
  }

  /// The number of an arc among those of a state.
  [[nodiscard]] std::size_t find_arc(Arc arc, std::size_t first, NetworkChanges& into) const {
    for (std::size_t i = first; i < into.arcs.size(); ++i) {
      if (into.arcs[i].arc == arc) return i;
    }
    into.arcs.push_back({scorer_.sentence(), arc, into.states.size() - 1});
    into.label_coefficients.resize(into.arcs.size() * network_.states().labels());
    return into.arcs.size() - 1;
  }

  const ParserNetwork& network_;
  NetworkScorer scorer_;
  std::vector<Transition> classes_;
};

}  // namespace

/// A part of a batch, with all that is known of it between reading it and going back.
struct NetworkLearner::Part {
  std::vector<std::size_t> members;  // by their numbers in the batch
  std::vector<SentenceMasks> masks;
  WordReader::Trace words;
  NodeProducts products;
  StateNetwork::Trace states;
  std::vector<StateRecord> state_records;
  std::vector<ArcRecord> arc_records;
  Gradient gradient;
};

void NetworkChanges::clear() {
  states.clear();
  arcs.clear();
  label_coefficients.clear();
}

NetworkLearner::NetworkLearner(const NetworkTraining& options, std::span<const Sentence> sentences,
                               const std::string& system, const TransitionClasses& classes,
                               Direction direction, const ParserNetwork* before)
    : options_(options),
      network_(std::make_shared<const ParserNetwork>(
          NetworkShape{vocabulary_of(sentences, before), options.sizes, system, classes, direction,
                       options.given, options.normalized})),
      inputs_(sentences.size()),
      values_([&] {
        Random random(options.seed, 0, 0);
        return network_->layout().draw(random);
      }()),
      first_(values_.size()),
      second_(values_.size()),
      average_(values_),
      packed_(network_->layout(), values_, true) {
  for (std::size_t i = 0; i < sentences.size(); ++i) {
    network_->encode(sentences[i], inputs_[i]);
  }
}

NetworkLearner::~NetworkLearner() = default;

std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> NetworkLearner::make_scorer(
    std::size_t /*beam*/) const {
  return std::make_unique<NetworkLearningScorer>(*network_, packed_);
}

std::shared_ptr<const ParserWeights> NetworkLearner::freeze() const {
  return std::make_shared<const NetworkWeights>(network_, average_);
}

void NetworkLearner::take_over(const ParserWeights& before,
                               std::span<const std::uint32_t> /*classes*/) {
  const auto& weights = static_cast<const NetworkWeights&>(before);
  network_->take_over(weights.network(), weights.parameters().values(), values_);
  average_ = values_;
  repack();
}

void NetworkLearner::read_batch(std::span<const std::uint32_t> sentences, int epoch,
                                std::span<EncodedSentence> words, Team& team) {
  divide(sentences);
  share(team, parts_used_, [&](std::size_t i) { read_part(*parts_[i], epoch, words); });
}

/// Sentences of about the same length are read together, so that few steps have few of them.
void NetworkLearner::divide(std::span<const std::uint32_t> sentences) {
  batch_.assign(sentences.begin(), sentences.end());
  std::vector<std::size_t> order(sentences.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  const auto length = [&](std::size_t member) { return inputs_[batch_[member]].nodes; };
  std::stable_sort(order.begin(), order.end(),
                   [&](std::size_t a, std::size_t b) { return length(a) > length(b); });
  nodes_ = 0;
  for (const std::size_t member : order) nodes_ += length(member);
  parts_used_ = std::clamp<std::size_t>(nodes_ / kPartNodes, 1, kMostParts);
  while (parts_.size() < parts_used_) parts_.push_back(std::make_unique<Part>());
  for (std::size_t i = 0; i < parts_used_; ++i) parts_[i]->members.clear();
  std::size_t before = 0;
  for (const std::size_t member : order) {
    parts_[std::min(before * parts_used_ / nodes_, parts_used_ - 1)]->members.push_back(member);
    before += length(member);
  }
}

void NetworkLearner::read_part(Part& part, int epoch, std::span<EncodedSentence> words) {
  std::vector<const NetworkSentence*> inputs;
  std::vector<const SentenceMasks*> masks;
  part.masks.resize(std::max(part.masks.size(), part.members.size()));
  for (std::size_t i = 0; i < part.members.size(); ++i) {
    const std::uint32_t sentence = batch_[part.members[i]];
    inputs.push_back(&inputs_[sentence]);
    Random random(~options_.seed, static_cast<std::uint64_t>(epoch), sentence + 1);
    network_->words().draw(options_.dropout, random, inputs.back()->nodes, part.masks[i]);
    network_->states().draw(options_.dropout, random, part.masks[i]);
    masks.push_back(&part.masks[i]);
  }
  network_->words().forward(packed_, inputs, masks, nullptr, part.words);
  network_->states().multiply(packed_, part.words.output(), part.products);
  std::size_t first = 0;
  for (std::size_t i = 0; i < part.members.size(); ++i) {
    auto vectors = std::make_shared<NetworkVectors>();
    vectors->products = {&part.products, first, masks[i], nullptr, nullptr};
    words[part.members[i]].set_vectors(std::move(vectors));
    first += inputs[i]->nodes;
  }
}

std::unique_ptr<Changes> NetworkLearner::make_changes() const {
  return std::make_unique<NetworkChanges>();
}

void NetworkLearner::apply(std::span<const std::unique_ptr<Changes>> sentences, Team& team) {
  step(find_gradient(sentences, team), team);
}

void NetworkLearner::apply_at_once(Changes& /*changes*/) {
  throw Error("a network learns from whole batches");
}

void NetworkLearner::go_back(Part& part, std::span<const std::unique_ptr<Changes>> sentences) {
  const StateNetwork& network = network_->states();
  part.gradient.values.assign(values_.size(), 0);
  part.state_records.clear();
  part.arc_records.clear();
  std::size_t arcs = 0;
  for (const std::size_t member : part.members) {
    arcs += static_cast<const NetworkChanges&>(*sentences[member]).arcs.size();
  }
  part.states.label_gradient.resize(arcs, network.labels());
  auto slope = part.states.label_gradient.values().begin();
  for (const std::size_t member : part.members) {
    const auto& changes = static_cast<const NetworkChanges&>(*sentences[member]);
    for (ArcRecord arc : changes.arcs) {
      arc.state += part.state_records.size();
      part.arc_records.push_back(arc);
    }
    part.state_records.insert(part.state_records.end(), changes.states.begin(),
                              changes.states.end());
    for (const float coefficient : changes.label_coefficients) *slope++ = -coefficient;
  }
  network.score_states(packed_, part.state_records, part.states);
  if (network.labels() > 0) network.score_arcs(packed_, part.arc_records, part.states);
  const Matrix& vectors = part.words.output();
  network.backward(packed_, part.state_records, part.arc_records, vectors, part.products,
                   part.states, part.gradient);
  std::swap(part.words.gradient, part.states.vector_gradient);
  network_->words().backward(packed_, part.words, part.gradient);
}

/// The gradients of all parts are added up in the first.
double NetworkLearner::find_gradient(std::span<const std::unique_ptr<Changes>> sentences,
                                     Team& team) {
  share(team, parts_used_, [&](std::size_t i) { go_back(*parts_[i], sentences); });
  const std::size_t chunks = (values_.size() + kChunk - 1) / kChunk;
  std::vector<double> squares(chunks);
  share(team, chunks, [&](std::size_t chunk) {
    const std::size_t begin = chunk * kChunk;
    const std::size_t size = std::min(kChunk, values_.size() - begin);
    float* const sum = parts_[0]->gradient.values.data() + begin;
    for (std::size_t part = 1; part < parts_used_; ++part) {
      kernels().add(parts_[part]->gradient.values.data() + begin, sum, size);
    }
    double square = 0;
    for (std::size_t i = 0; i < size; ++i) {
      square += static_cast<double>(sum[i]) * static_cast<double>(sum[i]);
    }
    squares[chunk] = square;
  });
  return std::sqrt(std::accumulate(squares.begin(), squares.end(), 0.0));
}

void NetworkLearner::step(double length, Team& team) {
  ++updates_;
  const auto updates = static_cast<double>(updates_);
  // The loss of a batch is the mean over its nodes.
  double scale = 1 / static_cast<double>(nodes_);
  if (length * scale > options_.clip) scale = options_.clip / length;
  const double rate = options_.rate * std::pow(options_.decay, updates / options_.decay_updates);
  const double correction =
      std::sqrt(1 - std::pow(options_.second, updates)) / (1 - std::pow(options_.first, updates));
  constexpr float kEpsilon = 1e-12F;
  const AdamStep adam{static_cast<float>(rate * correction), static_cast<float>(options_.first),
                      static_cast<float>(options_.second), static_cast<float>(scale), kEpsilon};
  // At first there is little to keep.
  constexpr double kWarmUp = 10;
  const auto kept = static_cast<float>(std::min(options_.average, updates / (updates + kWarmUp)));
  const std::size_t chunks = (values_.size() + kChunk - 1) / kChunk;
  share(team, chunks, [&](std::size_t chunk) {
    const std::size_t begin = chunk * kChunk;
    const std::size_t size = std::min(kChunk, values_.size() - begin);
    kernels().adam(adam, parts_[0]->gradient.values.data() + begin, values_.data() + begin,
                   first_.data() + begin, second_.data() + begin, size);
    for (std::size_t i = begin; i < begin + size; ++i) {
      average_[i] += (1 - kept) * (values_[i] - average_[i]);
    }
  });
  share(team, packed_.blocks().size(), [&](std::size_t block) { packed_.repack(block); });
}

std::span<const float> NetworkLearner::gradient() const { return parts_[0]->gradient.values; }

void NetworkLearner::set_value(std::size_t parameter, float value) {
  values_[parameter] = value;
  repack();
}

void NetworkLearner::repack() {
  for (std::size_t block = 0; block < packed_.blocks().size(); ++block) packed_.repack(block);
}

void NetworkLearner::save(ModelFileWriter& writer, const std::string& prefix) const {
  writer.add(prefix + kValuesSection, std::as_bytes(std::span(values_)));
  writer.add(prefix + kFirstSection, std::as_bytes(std::span(first_)));
  writer.add(prefix + kSecondSection, std::as_bytes(std::span(second_)));
  writer.add(prefix + kAverageSection, std::as_bytes(std::span(average_)));
  writer.add(prefix + kUpdatesSection, std::as_bytes(std::span(&updates_, 1)));
}

void NetworkLearner::load(const ModelFile& file, const std::string& prefix) {
  const auto read = [&](const char* section, std::vector<float>& to) {
    const auto values = file.array<float>(prefix + section);
    if (values.size() != to.size()) {
      throw Error({file.name(), 0, 0}, "the training that it is of had a network of another size");
    }
    std::copy(values.begin(), values.end(), to.begin());
  };
  read(kValuesSection, values_);
  read(kFirstSection, first_);
  read(kSecondSection, second_);
  read(kAverageSection, average_);
  SectionReader updates = file.reader(prefix + kUpdatesSection);
  updates_ = updates.read<std::uint64_t>();
  updates.finish();
  repack();
}

}  // namespace panarc
