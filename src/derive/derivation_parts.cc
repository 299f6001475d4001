#include "derive/derivation_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "model/any_model.h"
#include "oracle/oracle_query.h"
#include "panarc/error.h"
#include "treebank/mirror.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

constexpr std::string_view kTagPrefix = "TAG:";

/// The chosen member of a parser, or the only one.
const Model& member_of(const Parser& parser, std::optional<std::size_t> member) {
  const auto members = parser.model().members();
  if (!member && members.size() == 1) return members.front();
  if (member && *member >= 1 && *member <= members.size()) return members[*member - 1];
  std::string list;
  for (std::size_t i = 0; i < members.size(); ++i) {
    const ModelOptions& of = members[i].options();
    list += fmt::format("{}{} ({}, {}, {})", i == 0 ? "" : ", ", i + 1, of.system,
                        kDirectionNames.of(of.direction), kScorerNames.of(of.scorer));
  }
  throw Error(
      {parser.name(), 0, 0},
      fmt::format("a derivation is that of one member; the members of the model are {}", list));
}

/// The words as the parser learns them: a pseudo-projective one from lifted arcs.
std::vector<KnownWord> as_learnt(const std::vector<KnownWord>& words, const ModelOptions& options) {
  if (!options.pseudo_projective) return words;
  LabeledTree tree{{kNoHead}, {""}};
  for (const KnownWord& word : std::span(words).subspan(1)) {
    if (word.heads.size() != 1 || word.labels.size() > 1) return words;
    tree.heads.push_back(word.heads.front().head);
    tree.labels.push_back(word.labels.empty() ? "_" : word.labels.front());
  }
  if (!is_complete(tree.heads)) return words;
  projectivize(tree, *options.pseudo_projective);
  std::vector<KnownWord> lifted(words.size());
  for (std::size_t word = 1; word < words.size(); ++word) {
    lifted[word].heads = {{tree.heads[word], {}}};
    if (tree.labels[word] != "_") lifted[word].labels = {tree.labels[word]};
  }
  return lifted;
}

std::optional<References> known_of(const KnownSentence& known, const Sentence& sentence,
                                   const ModelOptions& options, LabelNumbers& labels) {
  const auto id_of = [&](std::string_view name) { return labels.number(name); };
  const bool backwards = options.direction == Direction::kRightToLeft;
  GoldOptions gold{.reproduce_empty = !known.constraints,
                   .longest_arc = options.transitions.span,
                   .root = options.transitions.root};
  const auto check_size = [&](std::size_t words) {
    if (words == static_cast<std::size_t>(sentence.size())) return;
    throw Error(fmt::format("something is known of {} words, but the sentence has {}", words,
                            sentence.size()));
  };
  if (known.references) {
    check_size(known.references->words.size() - 1);
    return References(backwards ? mirrored(*known.references) : *known.references, id_of, gold);
  }
  if (known.words.empty()) return std::nullopt;
  check_size(known.words.size() - 1);
  gold.root = root_in_text(options);
  const Gold as_written(as_learnt(known.words, options), id_of, gold);
  return References(backwards ? as_written.mirrored() : as_written);
}

/// The numbers of tags, in reading order; element 0 is unused.
std::vector<Label> tags_of(const KnownSentence& known, const Sentence& sentence,
                           const ModelOptions& options) {
  if (options.tags.empty() || known.tags.empty()) return {};
  if (known.tags.size() != static_cast<std::size_t>(sentence.size()) + 1) {
    throw Error(fmt::format("{} tags are known, but the sentence has {} words",
                            known.tags.size() - 1, sentence.size()));
  }
  std::vector<Label> tags(known.tags.size(), kNoLabel);
  for (std::size_t word = 1; word < tags.size(); ++word) {
    const auto tag = std::ranges::find(options.tags, known.tags[word]);
    if (tag != options.tags.end()) tags[word] = static_cast<Label>(tag - options.tags.begin());
  }
  if (options.direction == Direction::kRightToLeft) std::reverse(tags.begin() + 1, tags.end());
  return tags;
}

std::string of_text(std::string_view name, std::string_view label) {
  return label.empty() ? std::string(name) : fmt::format("{}:{}", name, label);
}

}  // namespace

LabelNumbers::LabelNumbers(const std::vector<std::string>& names) {
  for (const std::string& name : names) number(name);
}

Label LabelNumbers::number(std::string_view name) {
  const auto [found, is_new] =
      numbers_.try_emplace(std::string(name), static_cast<Label>(names_.size()));
  if (is_new) names_.emplace_back(name);
  return found->second;
}

const std::vector<std::string>& DerivationParts::tag_names() const {
  static const std::vector<std::string> none;
  return parser == nullptr ? none : parser->model.options().tags;
}

std::string DerivationParts::name_of(Transition transition) const {
  if (transition.action == Action::kTag) {
    return std::string(kTagPrefix) + tag_names()[static_cast<std::size_t>(transition.label)];
  }
  const std::string_view action = action_name(transition.action);
  return transition.label == kNoLabel ? std::string(action)
                                      : of_text(action, labels.name(transition.label));
}

Transition DerivationParts::parse(std::string_view text, std::size_t number,
                                  const ParseState& state) {
  if (state.word_to_tag() != kNoHead) {
    const auto tag = std::ranges::find(
        tag_names(), text.starts_with(kTagPrefix) ? text.substr(kTagPrefix.size()) : "");
    if (tag == tag_names().end()) {
      throw Error(fmt::format("transition {} is '{}'; expected the tag of word {}, such as {}{}",
                              number, text, in_text(state.word_to_tag()), kTagPrefix,
                              tag_names().front()));
    }
    return {Action::kTag, static_cast<Label>(tag - tag_names().begin())};
  }
  const Configuration& c = state.configuration();
  const std::size_t known_labels = labels.size();
  const Transition transition =
      transition_of(text, number, service->legal(c), adding(*service, c),
                    [&](std::string_view name) { return labels.number(name); });
  if (parser == nullptr || transition.label == kNoLabel) return transition;
  const LabelRange range = task->labels_of(state, transition.action);
  if (static_cast<std::size_t>(transition.label) < known_labels &&
      range.contains(transition.label)) {
    return transition;
  }
  throw Error(
      fmt::format("transition {}, {}: the parser gives no such label to that arc", number, text));
}

Node DerivationParts::in_text(Node node) const {
  return direction == Direction::kRightToLeft ? mirrored(node, words.words()) : node;
}

DerivationParser& DerivationParts::needed_parser() const {
  if (parser == nullptr) throw Error("a derivation without a parser has no scores to search with");
  return *parser;
}

const References& DerivationParts::needed_known() const {
  if (!known) throw Error("nothing is known of the sentence, so transitions have no costs");
  return *known;
}

std::optional<DerivationParts::Found> DerivationParts::costs(
    const ParseState& state, const std::vector<OfferedTransition>& offers) const {
  if (!known) return std::nullopt;
  Found found;
  const Configuration& c = state.configuration();
  std::optional<Costs> of_actions;
  for (const auto& [transition, score] : offers) {
    if (transition.action == Action::kTag) {
      const Label right =
          tags.empty() ? kNoLabel : tags[static_cast<std::size_t>(state.word_to_tag())];
      found.costs.push_back(right == kNoLabel || right == transition.label ? 0 : 1);
    } else if (known->several()) {
      found.costs.push_back(service->cost_by_references(c, transition));
    } else {
      if (!of_actions) of_actions = service->costs(c, known->any());
      found.exact = of_actions->exact;
      found.costs.push_back(service->cost(c, known->any(), transition, *of_actions));
    }
  }
  return found;
}

const double* DerivationParts::row(const ParseState& state) const {
  const ParseState* const scored = &state;
  return parser->scorer->score({&scored, 1}).front();
}

std::vector<OfferedTransition> DerivationParts::offers(const ParseState& state) const {
  if (parser != nullptr) return task->offers(state, row(state));
  std::vector<OfferedTransition> offers;
  const Configuration& c = state.configuration();
  const ActionSet labelled = known && known->any().has_labels() ? adding(*service, c) : ActionSet();
  for (const Action action : service->legal(c)) {
    if (!labelled.contains(action)) {
      offers.push_back({{action, kNoLabel}, 0});
      continue;
    }
    for (std::size_t label = 0; label < labels.size(); ++label) {
      offers.push_back({{action, static_cast<Label>(label)}, 0});
    }
  }
  return offers;
}

DerivationParts parts_of(const Parser& parser, const Sentence& sentence, const KnownSentence& known,
                         const DerivationOptions& options) {
  const Model& model = member_of(parser, options.member);
  const ModelOptions& of = model.options();
  DerivationParts parts;
  parts.system = of.system;
  parts.options = of.transitions;
  parts.direction = of.direction;
  parts.labels = LabelNumbers(model.labels().names);
  const std::size_t beam = parser.requested_beam().value_or(of.beam);
  parts.parser = std::make_unique<DerivationParser>(model, beam);
  parts.service = make_system_service(of.system);
  const TransitionClasses classes = classes_of(of, model.labels());
  parts.task = make_parsing_task(of.system, classes, of.transitions);
  parts.parser->scorer =
      std::make_unique<RowScorer>(model.weights().make_scorer(beam), classes.size());
  parts.words.reset(0, model.weights().columns().size());
  if (!sentence.empty()) {
    parts.parser->finder.read(sentence);
    parts.words = parts.parser->finder.words();
  }
  parts.sent_id = sentence.metadata("sent_id").value_or("");
  parts.forms.emplace_back();
  for (Node word = 1; word <= sentence.size(); ++word)
    parts.forms.emplace_back(sentence.form(word));
  parts.known = known_of(known, sentence, of, parts.labels);
  parts.tags = tags_of(known, sentence, of);
  return parts;
}

DerivationParts parts_of(const OracleQuery& query) {
  DerivationParts parts;
  parts.system = query.system;
  parts.options = options_of(query);
  parts.service = make_system_service(query.system);
  parts.task = make_parsing_task(
      query.system, classes_of({.system = query.system, .labels = LabelMode::kNone}, {}),
      parts.options);
  QueryLabels labels;
  const Gold gold = gold_of(query, parts.options, labels);
  parts.labels = LabelNumbers(labels.names());
  parts.words.reset(gold.words(), 0);
  parts.known = gold;
  return parts;
}

}  // namespace panarc
