#include "scorer/network/network_learner.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/team.h"
#include "io/section.h"
#include "panarc/error.h"
#include "scorer/network/network_scorer.h"
#include "scorer/network/network_weights.h"

namespace panarc {
namespace {

NetworkVocabulary vocabulary_of(std::span<const Sentence> sentences, const ParserNetwork* before) {
  const NetworkVocabulary vocabulary = NetworkVocabulary::of(sentences);
  return before == nullptr ? vocabulary : before->shape().vocabulary.with(vocabulary);
}

/// Turns updates into records of states and arcs for the backward pass.
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
    network_.view().find(state, record.seen);
    record.legal = network_.view().legal(state.configuration());
  }

  /// The index of an arc among those of a state.
  [[nodiscard]] std::size_t find_arc(Arc arc, std::size_t first, NetworkChanges& into) const {
    for (std::size_t i = first; i < into.arcs.size(); ++i) {
      if (into.arcs[i].arc == arc) return i;
    }
    into.arcs.push_back({{}, arc, into.states.size() - 1});
    into.label_coefficients.resize(into.arcs.size() * network_.states().labels());
    return into.arcs.size() - 1;
  }

  const ParserNetwork& network_;
  NetworkScorer scorer_;
  std::vector<Transition> classes_;
};

}  // namespace

/// Part of a batch, with all that is kept between the forward and the backward pass.
struct NetworkLearner::Part {
  std::vector<SentenceMasks> masks;
  WordReader::Trace words;
  NodeProducts products;
  std::vector<SentenceProducts> sentences;
  StateNetwork::Trace states;
  std::vector<StateRecord> state_records;
  std::vector<ArcRecord> arc_records;
};

void NetworkChanges::clear() {
  states.clear();
  arcs.clear();
  label_coefficients.clear();
}

void NetworkChanges::write(SectionWriter& writer) const {
  writer.write(static_cast<std::uint64_t>(states.size()));
  for (const StateRecord& state : states) {
    for (const Node node : state.seen.nodes) writer.write(node);
    for (const Node node : state.seen.tagged) writer.write(node);
    for (const Label label : state.seen.labels) writer.write(label);
    writer.write(state.legal.bits());
    for (const float coefficient : state.coefficients) writer.write(coefficient);
  }
  writer.write(static_cast<std::uint64_t>(arcs.size()));
  for (const ArcRecord& record : arcs) {
    writer.write(record.arc.head);
    writer.write(record.arc.dependent);
    writer.write(static_cast<std::uint64_t>(record.state));
  }
  writer.write_all(std::span<const float>(label_coefficients));
}

void NetworkChanges::read(SectionReader& reader) {
  clear();
  for (auto left = reader.read<std::uint64_t>(); left > 0; --left) {
    StateRecord& state = states.emplace_back();
    for (Node& node : state.seen.nodes) node = reader.read<Node>();
    for (Node& node : state.seen.tagged) node = reader.read<Node>();
    for (Label& label : state.seen.labels) label = reader.read<Label>();
    state.legal = ActionSet::from_bits(reader.read<std::uint8_t>());
    for (float& coefficient : state.coefficients) coefficient = reader.read<float>();
  }
  for (auto left = reader.read<std::uint64_t>(); left > 0; --left) {
    ArcRecord& record = arcs.emplace_back();
    record.arc.head = reader.read<Node>();
    record.arc.dependent = reader.read<Node>();
    record.state = reader.read<std::uint64_t>();
  }
  label_coefficients = reader.read_all<float>();
}

NetworkLearner::NetworkLearner(const NetworkTraining& options, std::span<const Sentence> sentences,
                               const std::string& system, const TransitionClasses& classes,
                               Direction direction, const ParserNetwork* before)
    : BatchLearner(std::make_shared<const ParserNetwork>(
                       NetworkShape{vocabulary_of(sentences, before), options.sizes, system,
                                    classes, direction, options.given, options.normalized}),
                   sentences, options.optimizer, options.seed),
      options_(options) {}

NetworkLearner::~NetworkLearner() = default;

std::unique_ptr<LearningScorer<ParseState, EncodedSentence>> NetworkLearner::make_scorer(
    std::size_t /*beam*/) const {
  return std::make_unique<NetworkLearningScorer>(network(), optimizer().parameters());
}

std::shared_ptr<const ParserWeights> NetworkLearner::freeze() const {
  return std::make_shared<const NetworkWeights>(
      shared_network(), FrozenParameters(network().layout(), optimizer().average()));
}

void NetworkLearner::take_over(const ParserWeights& before,
                               std::span<const std::uint32_t> /*classes*/) {
  const auto& weights = static_cast<const NetworkWeights&>(before);
  std::vector<float> all(values().begin(), values().end());
  network().take_over(weights.network(), weights.parameters().values(), all);
  optimizer().set_values(std::move(all));
}

void NetworkLearner::continue_from(const ParserLearner& before,
                                   std::span<const std::uint32_t> /*classes*/) {
  const auto& other = dynamic_cast<const NetworkLearner&>(before);
  optimizer().continue_from(other.optimizer(),
                            [&](std::span<const float> from, std::span<float> to) {
                              network().take_over(other.network(), from, to);
                            });
}

void NetworkLearner::make_parts(std::size_t count) {
  while (parts_.size() < count) parts_.push_back(std::make_unique<Part>());
}

void NetworkLearner::read_part(std::size_t number, int epoch, std::span<EncodedSentence> words) {
  Part& part = *parts_[number];
  const auto members = optimizer().members(number);
  const Parameters& parameters = optimizer().parameters();
  std::vector<const NetworkSentence*> inputs;
  std::vector<const SentenceMasks*> masks;
  part.masks.resize(std::max(part.masks.size(), members.size()));
  for (std::size_t i = 0; i < members.size(); ++i) {
    inputs.push_back(&input_of(members[i]));
    Random random(~options_.seed, static_cast<std::uint64_t>(epoch), sentence_of(members[i]) + 1);
    network().words().draw(options_.dropout, options_.dropout, random, inputs.back()->nodes,
                           part.masks[i]);
    network().states().draw(options_.dropout, random, part.masks[i]);
    masks.push_back(&part.masks[i]);
  }
  network().words().forward(parameters, inputs, masks, nullptr, part.words);
  network().states().multiply(parameters, part.words.output(), part.products);
  std::size_t first = 0;
  part.sentences.clear();
  for (std::size_t i = 0; i < members.size(); ++i) {
    auto vectors = std::make_shared<NetworkVectors>();
    vectors->products = {&part.products, first, masks[i], nullptr, nullptr};
    part.sentences.push_back(vectors->products);
    words[members[i]].set_vectors(std::move(vectors));
    first += inputs[i]->nodes;
  }
}

std::unique_ptr<Changes> NetworkLearner::make_changes() const {
  return std::make_unique<NetworkChanges>();
}

void NetworkLearner::go_back(std::size_t number,
                             std::span<const std::unique_ptr<Changes>> sentences,
                             Gradient& gradient) {
  Part& part = *parts_[number];
  const auto members = optimizer().members(number);
  const Parameters& parameters = optimizer().parameters();
  const StateNetwork& states = network().states();
  part.state_records.clear();
  part.arc_records.clear();
  std::size_t arcs = 0;
  for (const std::size_t member : members) {
    arcs += static_cast<const NetworkChanges&>(*sentences[member]).arcs.size();
  }
  part.states.label_gradient.resize(arcs, states.labels());
  auto slope = part.states.label_gradient.values().begin();
  for (std::size_t i = 0; i < members.size(); ++i) {
    const auto& changes = static_cast<const NetworkChanges&>(*sentences[members[i]]);
    const std::size_t first_state = part.state_records.size();
    for (ArcRecord arc : changes.arcs) {
      arc.sentence = part.sentences[i];
      arc.state += first_state;
      part.arc_records.push_back(arc);
    }
    for (const StateRecord& state : changes.states) {
      part.state_records.push_back(state);
      part.state_records.back().sentence = part.sentences[i];
    }
    for (const float coefficient : changes.label_coefficients) *slope++ = -coefficient;
  }
  states.score_states(parameters, part.state_records, part.states);
  if (states.labels() > 0) states.score_arcs(parameters, part.arc_records, part.states);
  const Matrix& vectors = part.words.output();
  states.backward(parameters, part.state_records, part.arc_records, vectors, part.products,
                  part.states, gradient);
  std::swap(part.words.gradient, part.states.vector_gradient);
  network().words().backward(parameters, part.words, gradient);
}

}  // namespace panarc
