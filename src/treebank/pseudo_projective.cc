#include "panarc/treebank.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <queue>
#include <string_view>
#include <utility>

#include "io/utf8.h"
#include "panarc/error.h"
#include "treebank/dependents.h"
#include "treebank/projectivity.h"

namespace panarc {

namespace {

// How much work may be spent on lifting the arcs of a sentence: less than a second. Natural
// sentences need thousands of steps; but the number of lifts may grow with the square of the
// length, and each looks at other arcs again.
constexpr std::size_t kMaxSteps = 100'000'000;

// Characters that no known annotation scheme uses in relations; ':' and '|' are in use.
constexpr std::string_view kLifted = "↑";
constexpr std::string_view kOnPath = "↓";

// A decoded relation: base, then ↑ and the head's relation if lifted, then ↓ if on a path.
struct Encoded {
  std::string_view base;
  std::optional<std::string_view> head;
  bool on_path = false;
};

Encoded decode_label(std::string_view label) {
  Encoded result;
  // No encoding begins like this: the label is not one of ours.
  if (label.starts_with(kLifted) || label.starts_with(kOnPath)) {
    result.base = label;
    return result;
  }
  if (label.ends_with(kOnPath)) {
    result.on_path = true;
    label.remove_suffix(kOnPath.size());
  }
  const std::size_t arrow = label.find(kLifted);
  result.base = label.substr(0, arrow);
  if (arrow != std::string_view::npos) result.head = label.substr(arrow + kLifted.size());
  return result;
}

// Checks that there are as many relations as heads, and that the heads are nodes or unknown.
void check_form(const LabeledTree& tree) {
  if (tree.heads.empty() || tree.heads.size() != tree.labels.size()) {
    throw Error(
        fmt::format("a tree of {} heads and {} relations: expected the same number of both, one "
                    "more than words",
                    tree.heads.size(), tree.labels.size()));
  }
  for (Node word = 1; word <= word_count(tree.heads); ++word) {
    const Node head = tree.heads[index_of(word)];
    if (head >= kNoHead && head <= word_count(tree.heads)) continue;
    throw Error(
        fmt::format("the head of word {} is {}: expected one of the {} words, or 0 for ROOT", word,
                    head, word_count(tree.heads)));
  }
}

void check_encodable(const LabeledTree& tree) {
  check_form(tree);
  for (Node word = 1; word <= word_count(tree.heads); ++word) {
    const std::string& label = tree.labels[index_of(word)];
    if (label.find(kLifted) != std::string::npos || label.find(kOnPath) != std::string::npos) {
      throw Error(fmt::format(
          "relation {} of word {} contains {} or {}, which encode lifted arcs: is the tree already "
          "projectivised?",
          in_quotes(std::string_view(label)), word, kLifted, kOnPath));
    }
    if (tree.heads[index_of(word)] == kNoHead) {
      throw Error(fmt::format("word {} has no head: expected a complete tree", word));
    }
  }
  const Node in_cycle = find_cycle(tree.heads);
  if (in_cycle != kNoHead) {
    throw Error(fmt::format("the heads form a cycle through word {}: expected a tree", in_cycle));
  }
}

// Lifts arcs until the tree is projective. Lifting an arc of `head` takes words away only from
// `head`, so only its other arcs and the lifted one must be looked at again. Returns for every node
// whether an arc was lifted from it, which makes it part of the path back.
std::vector<bool> lift_arcs(Heads& heads) {
  std::vector<bool> on_path(heads.size(), false);
  using Arc = std::pair<Node, Node>;  // length, dependent
  std::priority_queue<Arc, std::vector<Arc>, std::greater<>> non_projective;
  std::vector<std::vector<Node>> dependents(heads.size());
  const auto add = [&](Node word) {
    non_projective.emplace(std::abs(word - heads[index_of(word)]), word);
  };
  std::size_t steps = 0;
  const auto is_projective = [&](Node word) { return is_projective_arc(heads, word, steps); };
  const std::vector<bool> projective = projective_arcs(heads);
  for (Node word = 1; word < static_cast<Node>(heads.size()); ++word) {
    dependents[index_of(heads[index_of(word)])].push_back(word);
    if (!projective[index_of(word)]) add(word);
  }
  while (!non_projective.empty()) {
    const auto [length, word] = non_projective.top();
    non_projective.pop();
    const Node head = heads[index_of(word)];
    // Arcs may have been lifted, or become projective, since they were queued.
    if (std::abs(word - head) != length || is_projective(word)) continue;
    heads[index_of(word)] = heads[index_of(head)];
    on_path[index_of(head)] = true;
    std::vector<Node>& siblings = dependents[index_of(head)];
    siblings.erase(std::find(siblings.begin(), siblings.end(), word));
    dependents[index_of(heads[index_of(word)])].push_back(word);
    for (const Node sibling : siblings) {
      if (!is_projective(sibling)) add(sibling);
    }
    if (!is_projective(word)) add(word);
    steps += siblings.size();
    if (steps > kMaxSteps) throw Error("too many crossing arcs to make the tree projective");
  }
  return on_path;
}

// How many words may be visited to move all lifted ones back. Natural sentences need thousands;
// without a limit, the time would be cubic in the length.
constexpr std::size_t kMaxVisits = 20'000'000;

// The word that an encoded relation refers to, searched for from `start`; kNoHead if there is none.
// Adds the number of words visited to `visits`.
Node find_head(const std::vector<std::vector<Node>>& dependents,
               const std::vector<Encoded>& relations, PseudoProjective scheme, Node start,
               Node lifted, std::size_t& visits) {
  const bool along_path = scheme != PseudoProjective::kHead;
  const std::string_view wanted = *relations[index_of(lifted)].head;
  std::vector<Node> level{start};
  for (std::size_t i = 0; i < level.size(); ++i) {
    const Node node = level[i];
    const std::size_t before = level.size();
    visits += 1 + dependents[index_of(node)].size();
    for (const Node below : dependents[index_of(node)]) {
      // The head cannot be in the lifted word's own subtree.
      if (below == lifted || (along_path && !relations[index_of(below)].on_path)) continue;
      level.push_back(below);
    }
    if (i == 0) continue;
    const bool found = scheme == PseudoProjective::kPath ? level.size() == before
                                                         : relations[index_of(node)].base == wanted;
    if (found) return node;
  }
  return kNoHead;
}

void insert_sorted(std::vector<Node>& words, Node word) {
  words.insert(std::lower_bound(words.begin(), words.end(), word), word);
}

}  // namespace

std::size_t projectivize(LabeledTree& tree, PseudoProjective scheme) {
  check_encodable(tree);
  const Heads original = tree.heads;
  Heads heads = tree.heads;
  const std::vector<bool> on_path = lift_arcs(heads);
  tree.heads = std::move(heads);
  std::vector<std::string> labels = tree.labels;
  std::size_t lifted = 0;
  for (Node word = 1; word <= word_count(tree.heads); ++word) {
    if (tree.heads[index_of(word)] == original[index_of(word)]) continue;
    ++lifted;
    if (scheme == PseudoProjective::kBaseline) continue;
    labels[index_of(word)] += kLifted;
    if (scheme != PseudoProjective::kPath)
      labels[index_of(word)] += tree.labels[index_of(original[index_of(word)])];
  }
  if (scheme == PseudoProjective::kPath || scheme == PseudoProjective::kHeadPath) {
    for (std::size_t word = 1; word < on_path.size(); ++word) {
      if (on_path[word]) labels[word] += kOnPath;
    }
  }
  tree.labels = std::move(labels);
  return lifted;
}

std::size_t deprojectivize(LabeledTree& tree, PseudoProjective scheme) {
  check_form(tree);
  if (scheme == PseudoProjective::kBaseline) return 0;
  std::vector<Encoded> relations(tree.labels.size());
  std::vector<std::vector<Node>> dependents(tree.heads.size());
  for (Node word = 1; word <= word_count(tree.heads); ++word) {
    relations[index_of(word)] = decode_label(tree.labels[index_of(word)]);
    const Node head = tree.heads[index_of(word)];
    if (head != kNoHead) dependents[index_of(head)].push_back(word);
  }
  const std::vector<Node> top_down = Dependents(tree.heads, UnattachedWords::kUnderRoot).top_down();
  std::vector<Node> lifted;
  for (const Node word : top_down) {
    if (relations[index_of(word)].head && tree.heads[index_of(word)] != kNoHead)
      lifted.push_back(word);
  }
  // A head that is not found may become reachable when another word is moved back: try again.
  const std::size_t before = lifted.size();
  std::size_t visits = 0;
  for (std::size_t tried = 0; tried != lifted.size();) {
    tried = lifted.size();
    std::erase_if(lifted, [&](Node word) {
      if (visits > kMaxVisits) return false;
      const Node from = tree.heads[index_of(word)];
      const Node to = find_head(dependents, relations, scheme, from, word, visits);
      if (to == kNoHead) return false;
      std::erase(dependents[index_of(from)], word);
      insert_sorted(dependents[index_of(to)], word);
      tree.heads[index_of(word)] = to;
      return true;
    });
  }
  const std::size_t moved = before - lifted.size();
  for (Node word = 1; word <= word_count(tree.heads); ++word) {
    tree.labels[index_of(word)].resize(relations[index_of(word)].base.size());
  }
  return moved;
}

bool is_lifted(std::string_view relation) { return decode_label(relation).head.has_value(); }

std::string_view encoded_relation(std::string_view relation) { return decode_label(relation).base; }

std::optional<PseudoProjective> pseudo_projective_scheme(const LabeledTree& tree) {
  bool lifted = false;
  bool names_head = false;
  bool on_path = false;
  for (std::size_t word = 1; word < tree.labels.size(); ++word) {
    const Encoded relation = decode_label(tree.labels[word]);
    lifted |= relation.head.has_value();
    names_head |= relation.head && !relation.head->empty();
    on_path |= relation.on_path;
  }
  if (names_head) return on_path ? PseudoProjective::kHeadPath : PseudoProjective::kHead;
  if (lifted || on_path) return PseudoProjective::kPath;
  return std::nullopt;
}

LabeledTree labeled_tree(const Sentence& sentence) {
  LabeledTree tree{sentence.heads(), {""}};
  tree.labels.reserve(tree.heads.size());
  for (Node word = 1; word <= sentence.size(); ++word) {
    tree.labels.emplace_back(sentence.deprel(word));
  }
  return tree;
}

void set_tree(Sentence& sentence, const LabeledTree& tree) {
  const std::vector<std::string_view> labels(tree.labels.begin(), tree.labels.end());
  sentence.set_heads_and_deprels(tree.heads, labels);
}

}  // namespace panarc
