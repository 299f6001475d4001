#include "feature/plan.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <tuple>

#include "base/hash.h"

namespace panarc {
namespace {

/// 0 becomes another number; all others stay.
constexpr std::uint64_t not_zero(std::uint64_t hash) { return hash == 0 ? 1 : hash; }

std::uint64_t number_value(std::uint64_t number) { return mix_bits(number + 1); }

std::uint64_t hash_name(std::string_view name) {
  std::uint64_t hash = 0;
  for (const char character : name) {
    hash = mix_bits(hash + static_cast<unsigned char>(character) + 1);
  }
  return hash;
}

/// The part of a configuration that an atom looks at. Words of the buffer move together and count
/// as one part.
using Part = std::tuple<int, int, int>;

Part part_of(const Atom& atom) {
  if (!atom.address) return {2, atom.attribute == Attribute::kHistory ? 1 : 0, 0};
  const Address& address = *atom.address;
  int kind = 0;
  if (!address.steps.empty()) {
    switch (address.steps.front()) {
      case Step::kHead:
        kind = 1;
        break;
      case Step::kLeftChild:
      case Step::kLeftChild2:
        kind = 2;
        break;
      case Step::kRightChild:
      case Step::kRightChild2:
        kind = 3;
        break;
      case Step::kPrevious:
      case Step::kNext:
        break;
    }
  }
  switch (atom.attribute) {
    case Attribute::kLabel:
      if (kind == 0) kind = 1;
      break;
    case Attribute::kLeftValency:
    case Attribute::kLeftLabels:
      if (kind == 0) kind = 2;
      break;
    case Attribute::kRightValency:
    case Attribute::kRightLabels:
      if (kind == 0) kind = 3;
      break;
    default:
      break;
  }
  if (address.base == Address::Base::kTagging) return {3, address.index, kind};
  const bool buffer = address.base == Address::Base::kBuffer;
  return {buffer ? 1 : 0, buffer && kind == 0 ? 0 : address.index, kind};
}

std::set<Part> parts_of(const Template& feature) {
  std::set<Part> parts;
  for (const Atom& atom : feature.atoms) parts.insert(part_of(atom));
  // The distance is told by the two nodes.
  if (parts.erase({2, 0, 0}) != 0) {
    parts.insert({0, 0, 0});
    parts.insert({1, 0, 0});
  }
  return parts;
}

}  // namespace

FeaturePlan::FeaturePlan(std::span<const Template> templates, const Embeddings* embeddings,
                         TagsOf tags_of)
    : embeddings_(embeddings), tags_of_(tags_of) {
  std::map<std::set<Part>, std::vector<Compiled>> grouped;
  for (const Template& feature : templates) {
    if (feature.atoms.front().attribute == Attribute::kEmbedding) {
      if (embeddings != nullptr) add_vector(feature);
      continue;
    }
    grouped[parts_of(feature)].push_back(compile(feature));
  }
  std::vector<Compiled> passing;
  for (const auto& [parts, members] : grouped) {
    Group group;
    group.simple = parts.size() == 1;
    for (const Compiled& member : members) {
      group.add(member);
      group.atoms.insert(group.atoms.end(), member.atoms.begin(),
                         member.atoms.begin() + member.count);
    }
    std::sort(group.atoms.begin(), group.atoms.end());
    group.atoms.erase(std::unique(group.atoms.begin(), group.atoms.end()), group.atoms.end());
    key_count_ += members.size();
    if (!group.simple) passing.insert(passing.end(), members.begin(), members.end());
    groups_.push_back(std::move(group));
  }
  std::ranges::stable_sort(passing, {}, &Compiled::count);
  for (const Compiled& member : passing) passing_.add(member);
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const Value& value = values_[i];
    const auto atom = static_cast<std::uint16_t>(i);
    if (value.attribute < Attribute::kLabel) {
      word_values_.push_back({value.multiplier, atom, value.node, value.number});
    } else if (value.attribute == Attribute::kGiven) {
      given_values_.push_back(atom);
    } else if (value.attribute == Attribute::kTag && tags_of == TagsOf::kParser) {
      tag_values_.push_back(atom);
    } else {
      parse_values_.push_back(atom);
    }
  }
}

void FeaturePlan::TemplateList::clear() {
  templates.clear();
  runs.clear();
}

void FeaturePlan::TemplateList::add(const Compiled& compiled) {
  if (runs.empty() || runs.back().atoms != compiled.count) runs.push_back({compiled.count, 0});
  ++runs.back().templates;
  templates.push_back(compiled);
}

std::uint16_t FeaturePlan::add_lookup(const Lookup& lookup) {
  const auto same = [&](const Lookup& other) {
    return lookup.kind == other.kind && lookup.from == other.from &&
           (lookup.kind != Lookup::Kind::kStep || lookup.step == other.step);
  };
  const auto found = std::find_if(lookups_.begin(), lookups_.end(), same);
  if (found != lookups_.end()) return static_cast<std::uint16_t>(found - lookups_.begin());
  lookups_.push_back(lookup);
  return static_cast<std::uint16_t>(lookups_.size() - 1);
}

std::uint16_t FeaturePlan::add_address(const Address& address) {
  const auto kind = address.base == Address::Base::kStack    ? Lookup::Kind::kStack
                    : address.base == Address::Base::kBuffer ? Lookup::Kind::kBuffer
                                                             : Lookup::Kind::kTagging;
  std::uint16_t at = add_lookup({kind, Step::kHead, address.index});
  for (const Step step : address.steps) at = add_lookup({Lookup::Kind::kStep, step, at});
  return at;
}

std::uint16_t FeaturePlan::add_column(const Atom& atom) {
  const WordColumn column{atom.attribute, atom.number, atom.name};
  const auto found = std::find(columns_.begin(), columns_.end(), column);
  if (found != columns_.end()) return static_cast<std::uint16_t>(found - columns_.begin());
  columns_.push_back(column);
  return static_cast<std::uint16_t>(columns_.size() - 1);
}

std::uint16_t FeaturePlan::add_value(const Atom& atom) {
  Value value{atom.attribute, 0, atom.number};
  if (atom.address) {
    value.node = add_address(*atom.address);
    if (atom.attribute < Attribute::kLabel) value.number = add_column(atom);
    if (atom.attribute == Attribute::kTag && tags_of_ == TagsOf::kParser) {
      value.number = add_column({Attribute::kUpos, {}, 0, {}});
    }
  } else if (atom.attribute == Attribute::kDistance) {
    // Two values need both nodes to be looked up; the second is told by the first.
    value.node = add_address({Address::Base::kStack, 0, {}});
    value.number = add_address({Address::Base::kBuffer, 0, {}});
  }
  const auto same = [&](const Value& other) {
    return value.attribute == other.attribute && value.node == other.node &&
           value.number == other.number;
  };
  const auto found = std::find_if(values_.begin(), values_.end(), same);
  if (found != values_.end()) return static_cast<std::uint16_t>(found - values_.begin());
  value.multiplier = hash_name(to_string(atom)) | 1U;
  values_.push_back(value);
  return static_cast<std::uint16_t>(values_.size() - 1);
}

FeaturePlan::Compiled FeaturePlan::compile(const Template& feature) {
  Compiled compiled;
  // Keys depend on the template alone, so that its features keep them in another set.
  compiled.seed = hash_name(to_string(feature));
  compiled.count = static_cast<std::uint32_t>(feature.atoms.size());
  for (std::size_t i = 0; i < feature.atoms.size(); ++i) {
    compiled.atoms[i] = add_value(feature.atoms[i]);
  }
  return compiled;
}

void FeaturePlan::add_vector(const Template& feature) {
  const Atom& atom = feature.atoms.front();
  const std::uint64_t seed = hash_name(to_string(feature));
  vectors_.push_back({seed | 1U, add_address(*atom.address), add_column(atom)});
  for (std::size_t i = 0; i < embeddings_->dimension(); ++i) {
    vector_keys_.push_back(not_zero(mix_bits(seed + number_value(i))));
  }
}

namespace {

[[gnu::always_inline]] inline Node step_from(const ParseState& state, Node node, Step step) {
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

/// As in Zhang & Nivre (2011).
std::uint64_t distance_class(int distance) {
  if (distance <= 4) return static_cast<std::uint64_t>(distance);
  return distance <= 10 ? 5 : 6;
}

/// Where the given head of a node is, as seen from the configuration; 0 if none is given.
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

}  // namespace

void FeaturePlan::gather(const ParseState& state, const EncodedSentence& words,
                         Scratch& scratch) const {
  const Configuration& c = state.configuration();
  const Node missing = words.missing();
  scratch.nodes.resize(lookups_.size());
  scratch.rows.resize(lookups_.size());
  const bool is_new = scratch.atoms.size() != values_.size();
  scratch.atoms.resize(values_.size());
  // Nothing that is written here can change where these are.
  Node* const nodes = scratch.nodes.data();
  const std::uint64_t** const rows = scratch.rows.data();
  std::uint64_t* const atoms = scratch.atoms.data();
  if (scratch.selection.columns != words.columns_in_use() || is_new) {
    select(words.columns_in_use(), scratch);
  }
  const bool is_tagging = state.word_to_tag() != kNoHead;
  bool has_root = is_tagging && find_tagging_nodes(state, words, scratch);
  std::size_t at = 0;
  for (const Lookup& lookup : is_tagging ? std::span<const Lookup>() : std::span(lookups_)) {
    Node node = kNoHead;
    switch (lookup.kind) {
      case Lookup::Kind::kStack:
        if (c.stack_has(lookup.from + 1)) node = c.stack(lookup.from);
        break;
      case Lookup::Kind::kBuffer:
        if (lookup.from < c.buffer_size()) node = c.buffer(lookup.from);
        break;
      case Lookup::Kind::kTagging:
        break;
      case Lookup::Kind::kStep:
        if (nodes[lookup.from] != missing) node = step_from(state, nodes[lookup.from], lookup.step);
        break;
    }
    if (node == kNoHead) node = missing;
    has_root |= node == kRoot;
    nodes[at] = node;
    rows[at] = words.row(node);
    ++at;
  }
  // The values of empty columns are 0, but for those of ROOT.
  if (scratch.has_root && !has_root) std::fill_n(atoms, values_.size(), 0);
  scratch.has_root = has_root;
  std::uint64_t sum = 0;
  for (const WordValue& value :
       std::span(has_root ? word_values_ : scratch.selection.word_values)) {
    const std::uint64_t atom = rows[value.node][value.column] * value.multiplier;
    atoms[value.atom] = atom;
    sum += atom;
  }
  for (const std::uint16_t i : std::span(parse_values_)) {
    const std::uint64_t atom =
        parse_value(values_[i], state, missing, scratch) * values_[i].multiplier;
    atoms[i] = atom;
    sum += atom;
  }
  scratch.sum = sum;
  if (!given_values_.empty()) gather_given(c, words, scratch);
  if (!tag_values_.empty()) gather_tags(state, words, scratch);
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

std::uint64_t FeaturePlan::signature(const Scratch& scratch) const {
  std::uint64_t sum = scratch.sum;
  for (std::size_t i = 0; i < vectors_.size(); ++i) {
    sum += vector_number(i, scratch) * vectors_[i].multiplier;
  }
  return not_zero(mix_bits(sum));
}

std::uint64_t FeaturePlan::parse_value(const Value& value, const ParseState& state, Node missing,
                                       const Scratch& scratch) const {
  if (value.attribute == Attribute::kHistory) {
    const int action = state.word_to_tag() == kNoHead ? state.history(value.number) : 0;
    return action == 0 ? 0 : number_value(static_cast<std::uint64_t>(action));
  }
  const Configuration& c = state.configuration();
  const Node node = scratch.nodes[value.node];
  if (node == missing) return 0;
  switch (value.attribute) {
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
      const Node front = scratch.nodes[value.number];
      if (front == missing) return 0;
      return number_value(distance_class(std::abs(c.position(front) - c.position(node))));
    }
    default:
      return 0;
  }
}

std::uint64_t FeaturePlan::signature(std::size_t group, const Scratch& scratch) const {
  const Group& members = groups_[group];
  std::uint64_t sum = group + 1;
  for (const std::uint16_t atom : members.atoms) sum += scratch.atoms[atom];
  return not_zero(mix_bits(sum));
}

template <std::uint32_t kAtoms>
std::uint64_t* FeaturePlan::keys_of(std::span<const Compiled> templates, const std::uint64_t* atoms,
                                    std::uint64_t* out) {
  for (const Compiled& feature : templates) {
    std::uint64_t sum = feature.seed;
    bool complete = true;
    for (std::uint32_t i = 0; i < kAtoms; ++i) {
      const std::uint64_t value = atoms[feature.atoms[i]];
      complete = complete && value != 0;
      sum += value;
    }
    if (complete) *out++ = not_zero(mix_bits(sum));
  }
  return out;
}

void FeaturePlan::select(std::uint64_t columns, Scratch& scratch) const {
  Selection& selection = scratch.selection;
  selection.columns = columns;
  selection.word_values.clear();
  std::vector<std::uint8_t>& is_empty = selection.is_empty;
  is_empty.assign(values_.size(), 0);
  for (const WordValue& value : word_values_) {
    if (EncodedSentence::is_among(value.column, columns)) {
      selection.word_values.push_back(value);
    } else {
      is_empty[value.atom] = 1;
    }
  }
  selection.passing.clear();
  for (const Compiled& feature : passing_.templates) {
    const auto atoms = std::span(feature.atoms).first(feature.count);
    if (std::ranges::none_of(atoms, [&](std::uint16_t atom) { return is_empty[atom] != 0; })) {
      selection.passing.add(feature);
    }
  }
  std::ranges::fill(scratch.atoms, 0);
}

std::size_t FeaturePlan::keys(std::size_t group, const Scratch& scratch, std::uint64_t* out) const {
  return keys_of(groups_[group], scratch, out);
}

std::size_t FeaturePlan::passing_keys(const Scratch& scratch, std::uint64_t* out) const {
  return keys_of(scratch.has_root ? passing_ : scratch.selection.passing, scratch, out);
}

std::size_t FeaturePlan::keys_of(const TemplateList& list, const Scratch& scratch,
                                 std::uint64_t* out) {
  const std::uint64_t* const atoms = scratch.atoms.data();
  const Compiled* first = list.templates.data();
  std::uint64_t* end = out;
  for (const Run& run : list.runs) {
    const std::span<const Compiled> templates(first, run.templates);
    first += run.templates;
    static_assert(Template::kMaxAtoms == 6);
    switch (run.atoms) {
      case 1:
        end = keys_of<1>(templates, atoms, end);
        break;
      case 2:
        end = keys_of<2>(templates, atoms, end);
        break;
      case 3:
        end = keys_of<3>(templates, atoms, end);
        break;
      case 4:
        end = keys_of<4>(templates, atoms, end);
        break;
      case 5:
        end = keys_of<5>(templates, atoms, end);
        break;
      default:
        end = keys_of<6>(templates, atoms, end);
        break;
    }
  }
  return static_cast<std::size_t>(end - out);
}

}  // namespace panarc
