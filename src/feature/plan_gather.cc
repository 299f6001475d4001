#include "feature/plan.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <span>
#include <vector>

namespace panarc {
namespace {

Node step_from(const ParseState& state, Node node, Step step) {
  const Configuration& c = state.configuration();
  switch (step) {
    case Step::kHead:
      return node == kRoot ? kNoHead : c.head(node);
    case Step::kLeftChild:
      return state.left(node).outermost;
    case Step::kLeftChild2:
      return state.left(node).second;
    case Step::kRightChild:
      return state.right(node).outermost;
    case Step::kRightChild2:
      return state.right(node).second;
    case Step::kPrevious:
      return node > 1 ? node - 1 : kNoHead;
    case Step::kNext:
      return node != kRoot && node < c.words() ? node + 1 : kNoHead;
  }
  return kNoHead;
}

/// Classes of distances are those of Zhang & Nivre (2011).
std::uint64_t distance_class(int distance) {
  if (distance <= 4) return static_cast<std::uint64_t>(distance);
  return distance <= 10 ? 5 : 6;
}

/// Where the given head of a node is in the configuration; 0 if none is given.
std::uint64_t given_value(const Configuration& c, Node node, Node head) {
  enum Where : std::uint8_t { kTop, kSecond, kFront, kAtRoot, kBefore, kAfter };
  if (head == kNoHead) return 0;
  if (c.stack_has(1) && c.stack(0) == head) return number_value(kTop);
  if (c.stack_has(2) && c.stack(1) == head) return number_value(kSecond);
  if (c.buffer_size() > 0 && c.buffer(0) == head) return number_value(kFront);
  if (head == kRoot) return number_value(kAtRoot);
  return number_value(head < node ? kBefore : kAfter);
}

std::uint64_t valency_class(std::uint32_t count) { return std::min<std::uint32_t>(count, 7); }

/// `lookup` and `number` are indices of nodes, or `number` is how many steps ago.
std::uint64_t parse_value(Attribute attribute, std::uint16_t lookup, std::uint16_t number,
                          const ParseState& state, Node missing, const Node* nodes) {
  if (attribute == Attribute::kHistory) {
    const int action = state.word_to_tag() == kNoHead ? state.history(number) : 0;
    return action == 0 ? 0 : number_value(static_cast<std::uint64_t>(action));
  }
  const Node node = nodes[lookup];
  if (node == missing) return 0;
  const Configuration& c = state.configuration();
  switch (attribute) {
    case Attribute::kLabel:
      if (node == kRoot || c.label(node) == kNoLabel) return 0;
      return number_value(static_cast<std::uint64_t>(c.label(node)));
    case Attribute::kLeftValency:
      return number_value(valency_class(state.left(node).count));
    case Attribute::kRightValency:
      return number_value(valency_class(state.right(node).count));
    case Attribute::kLeftLabels:
      return number_value(state.left(node).labels);
    case Attribute::kRightLabels:
      return number_value(state.right(node).labels);
    case Attribute::kDistance: {
      const Node front = nodes[number];
      if (front == missing) return 0;
      return number_value(distance_class(std::abs(c.position(front) - c.position(node))));
    }
    default:
      return 0;
  }
}

}  // namespace

bool FeaturePlan::find_nodes(const ParseState& state, const EncodedSentence& words, Node* nodes,
                             const std::uint64_t** rows) const {
  const Configuration& c = state.configuration();
  const Node missing = words.missing();
  const std::uint64_t* const first_row = words.row(kRoot);
  const std::size_t columns = words.columns();
  const std::span<const Lookup> lookups = lookups_;
  bool has_root = false;
  std::size_t at = 0;
  const auto set = [&](Node node) {
    has_root |= node == kRoot;
    nodes[at] = node;
    rows[at] = first_row + static_cast<std::size_t>(node) * columns;
  };
  const std::span<const Node> stack = c.stack();
  for (; at < stack_lookups_; ++at) {
    const std::size_t depth = lookups[at].from;
    set(depth < stack.size() ? stack[stack.size() - 1 - depth] : missing);
  }
  const std::span<const Node> buffer = c.buffer();
  for (; at < list_lookups_; ++at) {
    const std::size_t index = lookups[at].from;
    set(index < buffer.size() ? buffer[index] : missing);
  }
  for (; at < step_lookups_; ++at) set(missing);
  for (; at < lookups.size(); ++at) {
    const Node from = nodes[lookups[at].from];
    const Node node = from == missing ? kNoHead : step_from(state, from, lookups[at].step);
    set(node == kNoHead ? missing : node);
  }
  return has_root;
}

void FeaturePlan::gather(const ParseState& state, const EncodedSentence& words,
                         Scratch& scratch) const {
  if (scratch.selection.columns != words.columns_in_use() ||
      scratch.atoms.size() != values_.size() || scratch.nodes.size() != lookups_.size()) {
    select(words.columns_in_use(), scratch);
  }
  // Nothing written below can change these pointers.
  Node* const nodes = scratch.nodes.data();
  const std::uint64_t** const rows = scratch.rows.data();
  std::uint64_t* const atoms = scratch.atoms.data();
  const bool has_root = state.word_to_tag() == kNoHead ? find_nodes(state, words, nodes, rows)
                                                       : find_tagging_nodes(state, words, scratch);
  // The values of empty columns are 0, except those of ROOT.
  if (scratch.has_root && !has_root) std::fill_n(atoms, values_.size(), 0);
  scratch.has_root = has_root;
  std::uint64_t sum = 0;
  for (const WordValue& value :
       std::span(has_root ? word_values_ : scratch.selection.word_values)) {
    const std::uint64_t atom = rows[value.node][value.column] * value.multiplier;
    atoms[value.atom] = atom;
    sum += atom;
  }
  const Node missing = words.missing();
  for (const ParseValue& value : std::span(parse_values_)) {
    const std::uint64_t atom =
        parse_value(value.attribute, value.node, value.number, state, missing, nodes) *
        value.multiplier;
    atoms[value.atom] = atom;
    sum += atom;
  }
  scratch.sum = sum;
  if (!given_values_.empty()) gather_given(state.configuration(), words, scratch);
  if (!tag_values_.empty()) gather_tags(state, words, scratch);
  if (!functions_.empty()) gather_functions(state, words, scratch);
}

void FeaturePlan::gather_functions(const ParseState& state, const EncodedSentence& words,
                                   Scratch& scratch) const {
  std::vector<std::uint64_t>& keys = scratch.function_keys;
  keys.resize(most_function_keys_);
  const ParseView view(state, words);
  std::size_t size = 0;
  std::uint64_t sum = 0;
  for (const Function& function : functions_) {
    const std::span<std::uint64_t> room = std::span(keys).subspan(size, function.most);
    FeatureValues values(room);
    function.features->extract(view, values);
    for (std::size_t end = size + values.size(); size < end; ++size) {
      const std::uint64_t hash = mix_bits(function.seed + mix_bits(keys[size]));
      keys[size] = hash == 0 ? 1 : hash;
      sum += keys[size];
    }
  }
  keys.resize(size);
  scratch.atoms[function_atom_] = sum;
  scratch.sum += sum;
}

bool FeaturePlan::find_tagging_nodes(const ParseState& state, const EncodedSentence& words,
                                     Scratch& scratch) const {
  const Configuration& c = state.configuration();
  const Node missing = words.missing();
  const int above = state.tag_time() == TagTime::kAtFront ? 1 : 0;  // elements not on the stack
  bool has_root = false;
  for (std::size_t i = 0; i < lookups_.size(); ++i) {
    const Lookup& lookup = lookups_[i];
    Node node = kNoHead;
    if (lookup.kind == Lookup::Kind::kTagging) {
      const int depth = lookup.from - above;
      if (lookup.from == 0) {
        node = state.word_to_tag();
      } else if (c.stack_has(depth + 1)) {
        node = c.stack(depth);
      }
    } else if (lookup.kind == Lookup::Kind::kStep && scratch.nodes[lookup.from] != missing) {
      node = step_from(state, scratch.nodes[lookup.from], lookup.step);
    }
    if (node == kNoHead) node = missing;
    has_root |= node == kRoot;
    scratch.nodes[i] = node;
    scratch.rows[i] = words.row(node);
  }
  return has_root;
}

void FeaturePlan::gather_tags(const ParseState& state, const EncodedSentence& words,
                              Scratch& scratch) const {
  const bool chooses = state.tag_time() != TagTime::kNever;
  for (const std::uint16_t i : tag_values_) {
    const Value& value = values_[i];
    const Node node = scratch.nodes[value.node];
    const bool is_word = node != kRoot && node != words.missing();
    const Label tag = chooses && is_word ? state.tag(node) : kNoLabel;
    const std::uint64_t atom =
        (tag == kNoLabel ? scratch.rows[value.node][value.number] : words.tag_value(tag)) *
        value.multiplier;
    scratch.atoms[i] = atom;
    scratch.sum += atom;
  }
}

void FeaturePlan::gather_given(const Configuration& c, const EncodedSentence& words,
                               Scratch& scratch) const {
  for (const std::uint16_t i : given_values_) {
    const Node node = scratch.nodes[values_[i].node];
    const Node head = node == words.missing() ? kNoHead : words.given_head(node);
    scratch.atoms[i] = given_value(c, node, head) * values_[i].multiplier;
    scratch.sum += scratch.atoms[i];
  }
}

}  // namespace panarc
