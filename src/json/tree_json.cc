#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.h"
#include "panarc/json.h"
#include "treebank/sentence_json.h"

namespace panarc {
namespace {

using Json = nlohmann::ordered_json;

/// A copy of the sentence with the tree.
Sentence with_tree(Sentence sentence, const ScoredTree& tree) {
  const std::vector<std::string_view> labels(tree.labels.begin(), tree.labels.end());
  sentence.set_heads_and_deprels(tree.heads, labels);
  for (Node word = 1; !tree.tags.empty() && word <= sentence.size(); ++word) {
    sentence.set(word, Field::kUpos, tree.tags[static_cast<std::size_t>(word)]);
  }
  return sentence;
}

}  // namespace

std::string to_json(const Sentence& sentence) {
  std::string json;
  append_json(sentence, json);
  return json;
}

std::string to_json(const Sentence& sentence, const ScoredTree& tree, std::size_t rank) {
  TreeNotes notes;
  if (rank > 0) notes.rank = rank;
  notes.score = tree.score;
  notes.confidence = tree.confidence;
  std::string json;
  append_json(with_tree(sentence, tree), json, notes);
  if (tree.unmet.empty()) return json;
  Json unmet = Json::array();
  for (const Constraint& constraint : tree.unmet) {
    unmet.push_back(
        {{"word", constraint.word}, {"constraint", kConstraintKindNames.of(constraint.kind)}});
  }
  json.pop_back();
  return json + ",\"unmet\":" + dump_json(unmet) + '}';
}

}  // namespace panarc
