#include <nlohmann/json.hpp>

#include "base/json.h"
#include "panarc/derivation.h"

namespace panarc {
namespace {

using Json = nlohmann::ordered_json;

/// What words have, from word 1 on; null for nothing.
Json by_word(const std::vector<std::string>& texts) {
  Json json = Json::array();
  for (std::size_t word = 1; word < texts.size(); ++word) {
    json.push_back(texts[word].empty() ? Json() : Json(texts[word]));
  }
  return json;
}

Json hypotheses_json(const std::vector<BeamHypothesis>& hypotheses) {
  Json json = Json::array();
  for (const BeamHypothesis& hypothesis : hypotheses) {
    Json& one = json.emplace_back();
    one["from"] = hypothesis.from;
    one["transition"] = hypothesis.transition.empty() ? Json() : Json(hypothesis.transition);
    one["score"] = hypothesis.score;
    if (hypothesis.cost) one["cost"] = *hypothesis.cost;
  }
  return json;
}

void add_beam(Json& json, const BeamStep& step) {
  json["beam"] = hypotheses_json(step.kept);
  json["dropped"] = hypotheses_json(step.dropped);
}

/// As OracleAnswer, with what a parser adds.
void add_state(Json& json, const DerivationState& state) {
  json["final"] = state.final;
  json["stack"] = state.stack;
  json["buffer"] = state.buffer;
  if (!state.compared.empty()) json["compared"] = state.compared;
  json["heads"] = heads_json(state.heads);
  json["labels"] = by_word(state.labels);
  if (!state.tags.empty()) json["tags"] = by_word(state.tags);
  if (state.word_to_tag != kNoHead) json["word_to_tag"] = state.word_to_tag;
}

void add_choices(Json& json, const DerivationStep& step) {
  Json costs = Json::object();
  Json scores = Json::object();
  bool exact = true;
  for (const DerivationChoice& choice : step.choices) {
    if (choice.cost) costs[choice.name] = *choice.cost;
    if (choice.score) scores[choice.name] = *choice.score;
    exact = exact && choice.exact;
  }
  if (step.state.cost) json["costs"] = std::move(costs);
  if (!exact) json["exact"] = false;
  if (step.state.score) json["scores"] = std::move(scores);
}

}  // namespace

std::string to_json(const DerivationStep& step) {
  Json json;
  if (!step.sent_id.empty()) json["sent_id"] = step.sent_id;
  json["step"] = step.state.transitions.size();
  add_state(json, step.state);
  add_choices(json, step);
  json["illegal"] = step.illegal;
  if (step.state.score) json["score"] = *step.state.score;
  if (step.state.cost) json["cost"] = *step.state.cost;
  if (!step.taken.empty()) json["taken"] = step.taken;
  if (step.beam) add_beam(json, *step.beam);
  return dump_json(json);
}

std::string to_json(const BeamSearch& search) {
  Json json;
  json["width"] = search.width;
  json["transitions"] = search.transitions;
  json["score"] = search.score;
  if (search.gold_lost) json["gold_lost"] = *search.gold_lost;
  json["steps"] = Json::array();
  for (const BeamStep& step : search.steps) add_beam(json["steps"].emplace_back(), step);
  return dump_json(json);
}

std::string to_json(const DerivationUpdate& update) {
  Json json;
  json["error"] = update.error;
  json["reason"] = update.reason;
  json["before"] = update.before;
  json["shared"] = update.shared;
  if (update.lost) json["lost"] = *update.lost;
  json["positive"] = update.positive;
  json["positive_score"] = update.positive_score;
  json["negative"] = update.negative;
  json["negative_score"] = update.negative_score;
  return dump_json(json);
}

}  // namespace panarc
