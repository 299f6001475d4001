#include "panarc/derivation.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <utility>

#include "derive/derivation_parts.h"
#include "panarc/error.h"

namespace panarc {

/// A state follows from the transitions before it, which take next to no time compared with
/// scoring them. So only these are kept, and undoing means to take all but the last again.
struct Derivation::State {
  explicit State(DerivationParts of) : parts(std::move(of)) {
    if (parts.parser != nullptr) parts.parser->scorer->begin(parts.words);
    if (parts.known && parts.known->several()) parts.service->begin(*parts.known);
    parts.task->start(parts.words, state);
  }

  struct Taken {
    Transition transition;
    double score = 0;
    int cost = 0;
  };

  [[nodiscard]] bool is_final() const { return parts.task->is_final(state); }
  [[nodiscard]] const std::vector<OfferedTransition>& offers();
  void apply(Transition transition);
  [[nodiscard]] Transition completed(Transition transition);

  DerivationParts parts;
  std::vector<Taken> taken;
  ParseState state;
  /// The choices in this state, once they were asked for.
  std::optional<std::vector<OfferedTransition>> offered;
};

const std::vector<OfferedTransition>& Derivation::State::offers() {
  if (!offered) {
    offered = is_final() ? std::vector<OfferedTransition>() : parts.offers(state);
  }
  return *offered;
}

void Derivation::State::apply(Transition transition) {
  Taken next{transition};
  if (parts.parser != nullptr) {
    next.score = parts.row(state)[parts.task->class_of(transition)];
  }
  if (const auto found = parts.costs(state, {{transition, 0}})) next.cost = found->costs.front();
  parts.task->advance(state, transition);
  taken.push_back(next);
  offered.reset();
}

/// With the label that has the best score, if it needs one.
Transition Derivation::State::completed(Transition transition) {
  if (parts.parser == nullptr || transition.label != kNoLabel) return transition;
  double best = -std::numeric_limits<double>::infinity();
  for (const auto& [offer, score] : offers()) {
    if (offer.action != transition.action || score <= best) continue;
    best = score;
    transition = offer;
  }
  return transition;
}

Derivation::Derivation(const Parser& parser, const Sentence& sentence, const KnownSentence& known,
                       const DerivationOptions& options)
    : state_(std::make_unique<State>(parts_of(parser, sentence, known, options))) {}
Derivation::Derivation(const OracleQuery& query)
    : state_(std::make_unique<State>(parts_of(query))) {
  for (const std::string& transition : query.after) apply(transition);
}
Derivation::~Derivation() = default;
Derivation::Derivation(Derivation&&) noexcept = default;
Derivation& Derivation::operator=(Derivation&&) noexcept = default;

const std::string& Derivation::system() const { return state_->parts.system; }
Direction Derivation::direction() const { return state_->parts.direction; }
bool Derivation::is_final() const { return state_->is_final(); }

DerivationState Derivation::state() const {
  const DerivationParts& parts = state_->parts;
  const ParseState& state = state_->state;
  const Configuration& c = state.configuration();
  const auto words = static_cast<std::size_t>(c.words());
  DerivationState result;
  result.final = is_final();
  for (const Node node : c.stack()) result.stack.push_back(parts.in_text(node));
  for (const Node node : c.buffer()) result.buffer.push_back(parts.in_text(node));
  // Only a list can do without nodes that stay where they are.
  for (Node node = 0; node <= c.words(); ++node) {
    if (c.in_stack(node) && std::ranges::find(c.stack(), node) == c.stack().end()) {
      result.compared.push_back(parts.in_text(node));
    }
  }
  result.heads.assign(words + 1, kNoHead);
  result.labels.resize(words + 1);
  if (state.tag_time() != TagTime::kNever) result.tags.resize(words + 1);
  for (Node word = 1; word <= c.words(); ++word) {
    const auto at = static_cast<std::size_t>(parts.in_text(word));
    if (c.attached(word)) result.heads[at] = parts.in_text(c.head(word));
    if (c.label(word) != kNoLabel) result.labels[at] = parts.labels.name(c.label(word));
    if (result.tags.empty() || state.tag(word) == kNoLabel) continue;
    result.tags[at] = parts.tag_names()[static_cast<std::size_t>(state.tag(word))];
  }
  if (state.word_to_tag() != kNoHead) result.word_to_tag = parts.in_text(state.word_to_tag());
  double score = 0;
  int cost = 0;
  for (const State::Taken& taken : state_->taken) {
    result.transitions.push_back(parts.name_of(taken.transition));
    score += taken.score;
    cost += taken.cost;
  }
  if (parts.parser != nullptr) result.score = score * parts.parser->model.weights().unit();
  if (parts.known) result.cost = cost;
  return result;
}

LabeledTree Derivation::tree() const {
  DerivationState so_far = state();
  LabeledTree tree{std::move(so_far.heads), std::move(so_far.labels)};
  for (std::size_t word = 1; word < tree.labels.size(); ++word) {
    if (tree.labels[word].empty()) tree.labels[word] = "_";
  }
  const DerivationParts& parts = state_->parts;
  if (parts.parser == nullptr || !parts.parser->model.options().pseudo_projective) return tree;
  deprojectivize(tree, *parts.parser->model.options().pseudo_projective);
  return tree;
}

std::vector<DerivationChoice> Derivation::choices() const {
  const DerivationParts& parts = state_->parts;
  const std::vector<OfferedTransition>& offers = state_->offers();
  const auto costs = parts.costs(state_->state, offers);
  const auto best = std::ranges::max_element(offers, {}, &OfferedTransition::score);
  std::vector<DerivationChoice> choices;
  for (std::size_t i = 0; i < offers.size(); ++i) {
    DerivationChoice& choice = choices.emplace_back();
    choice.name = parts.name_of(offers[i].transition);
    if (parts.parser != nullptr) {
      choice.score = offers[i].score * parts.parser->model.weights().unit();
      choice.best = offers.begin() + static_cast<std::ptrdiff_t>(i) == best;
    }
    if (!costs) continue;
    choice.cost = costs->costs[i];
    choice.exact = costs->exact;
  }
  return choices;
}

DerivationStep Derivation::step() const {
  const DerivationParts& parts = state_->parts;
  DerivationStep step{.system = system(),
                      .sent_id = parts.sent_id,
                      .direction = direction(),
                      .forms = parts.forms,
                      .state = state(),
                      .choices = choices(),
                      .illegal = {},
                      .taken = {},
                      .beam = {}};
  const ParseState& now = state_->state;
  const ActionSet legal =
      now.word_to_tag() == kNoHead ? parts.service->legal(now.configuration()) : ActionSet();
  for (const Action action : system_record(parts.system).actions) {
    if (!legal.contains(action)) step.illegal.emplace_back(action_name(action));
  }
  return step;
}

void Derivation::apply(std::string_view transition) {
  const Transition parsed =
      state_->parts.parse(transition, state_->taken.size() + 1, state_->state);
  state_->apply(state_->completed(parsed));
}

void Derivation::undo(std::size_t transitions) {
  std::vector<State::Taken>& taken = state_->taken;
  if (transitions > taken.size()) {
    throw Error(fmt::format("{} transitions cannot be undone: only {} were taken", transitions,
                            taken.size()));
  }
  taken.resize(taken.size() - transitions);
  state_->parts.task->start(state_->parts.words, state_->state);
  for (const State::Taken& one : taken) {
    state_->parts.task->advance(state_->state, one.transition);
  }
  state_->offered.reset();
}

void Derivation::reset() { undo(state_->taken.size()); }

BeamSearch Derivation::search() const { return search_from(state_->state, state_->parts).search; }

void Derivation::run_model() {
  for (const Transition& transition : search_from(state_->state, state_->parts).transitions) {
    state_->apply(transition);
  }
}

void Derivation::run_oracle() {
  static_cast<void>(state_->parts.needed_known());
  while (!is_final()) {
    const std::vector<OfferedTransition>& offers = state_->offers();
    const std::vector<int> costs = state_->parts.costs(state_->state, offers)->costs;
    std::size_t best = 0;
    for (std::size_t i = 1; i < offers.size(); ++i) {
      if (costs[i] > costs[best]) continue;
      if (costs[i] < costs[best] || offers[i].score > offers[best].score) best = i;
    }
    state_->apply(offers[best].transition);
  }
}

void Derivation::trace(const std::function<void(const DerivationStep&)>& visit) {
  const DerivationBeam found = search_from(state_->state, state_->parts);
  for (std::size_t i = 0; i < found.transitions.size(); ++i) {
    DerivationStep now = step();
    now.taken = state_->parts.name_of(found.transitions[i]);
    now.beam = found.search.steps[i];
    visit(now);
    state_->apply(found.transitions[i]);
  }
  visit(step());
}

std::vector<DerivationUpdate> Derivation::updates(const UpdateOptions& options) const {
  return updates_of(state_->parts, options);
}

KnownSentence known_sentence(const Sentence& gold) {
  KnownSentence known{.words = known_words(gold, KnownFrom::kColumns)};
  known.tags.resize(static_cast<std::size_t>(gold.size()) + 1);
  for (Node word = 1; word <= gold.size(); ++word) {
    known.tags[static_cast<std::size_t>(word)] = gold.upos(word);
  }
  return known;
}

}  // namespace panarc
