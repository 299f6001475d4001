#include "feature/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <tuple>

#include "base/hash.h"
#include "feature/user_features.h"
#include "panarc/error.h"

namespace panarc {
namespace {

/// 0 becomes another number; all others stay.
constexpr std::uint64_t not_zero(std::uint64_t hash) { return hash == 0 ? 1 : hash; }

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
  // The two nodes determine the distance.
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
    if (feature.atoms.front().attribute == Attribute::kFunction) {
      add_function(feature);
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
  if (!functions_.empty()) add_function_group();
  std::ranges::stable_sort(passing, {}, &Compiled::count);
  for (const Compiled& member : passing) passing_.add(member);
  sort_lookups();
  for (std::size_t i = 0; i < values_.size(); ++i) {
    const Value& value = values_[i];
    const auto atom = static_cast<std::uint16_t>(i);
    if (value.attribute < Attribute::kLabel) {
      word_values_.push_back({value.multiplier, atom, value.node, value.number});
    } else if (value.attribute == Attribute::kGiven) {
      given_values_.push_back(atom);
    } else if (value.attribute == Attribute::kFunction) {
      function_atom_ = atom;
    } else if (value.attribute == Attribute::kTag && tags_of == TagsOf::kParser) {
      tag_values_.push_back(atom);
    } else {
      parse_values_.push_back({value.multiplier, value.attribute, atom, value.node, value.number});
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

void FeaturePlan::sort_lookups() {
  std::vector<std::uint16_t> order(lookups_.size());
  std::iota(order.begin(), order.end(), std::uint16_t{0});
  const auto kind = [&](std::uint16_t lookup) { return lookups_[lookup].kind; };
  std::ranges::stable_sort(order, {}, kind);
  std::vector<std::uint16_t> places(lookups_.size());
  std::vector<Lookup> sorted;
  for (const std::uint16_t lookup : order) {
    places[lookup] = static_cast<std::uint16_t>(sorted.size());
    sorted.push_back(lookups_[lookup]);
    if (kind(lookup) == Lookup::Kind::kStep) sorted.back().from = places[sorted.back().from];
  }
  lookups_ = std::move(sorted);
  const auto count = [&](Lookup::Kind of) {
    return static_cast<std::size_t>(std::ranges::count(lookups_, of, &Lookup::kind));
  };
  stack_lookups_ = count(Lookup::Kind::kStack);
  list_lookups_ = stack_lookups_ + count(Lookup::Kind::kBuffer);
  step_lookups_ = list_lookups_ + count(Lookup::Kind::kTagging);
  for (Value& value : values_) {
    const bool has_node =
        value.attribute != Attribute::kHistory && value.attribute != Attribute::kFunction;
    if (!has_node) continue;
    value.node = places[value.node];
    if (value.attribute == Attribute::kDistance) value.number = places[value.number];
  }
  for (VectorValue& vector : vectors_) vector.node = places[vector.node];
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
    // Two lookups are needed: `node` has the first, `number` the second.
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
  // Keys depend only on the template, so its features keep them in another set.
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

void FeaturePlan::add_function(const Template& feature) {
  if (tags_of_ == TagsOf::kTagger) {
    throw Error(fmt::format("{} is for parsers, not for taggers", to_string(feature)));
  }
  const auto features = user_features().get(feature.atoms.front().name);
  functions_.push_back({features, hash_name(to_string(feature)), features->most()});
}

void FeaturePlan::add_function_group() {
  for (const Function& function : functions_) most_function_keys_ += function.most;
  key_count_ += most_function_keys_;
  const Atom all{Attribute::kFunction, {}, 0, {}};
  add_column(all);
  Group group;
  group.atoms.push_back(add_value(all));
  groups_.push_back(std::move(group));
}

std::uint64_t FeaturePlan::signature(const Scratch& scratch) const {
  std::uint64_t sum = scratch.sum;
  for (std::size_t i = 0; i < vectors_.size(); ++i) {
    sum += vector_number(i, scratch) * vectors_[i].multiplier;
  }
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
  scratch.nodes.resize(lookups_.size());
  scratch.rows.resize(lookups_.size());
  scratch.atoms.resize(values_.size());
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
  if (is_of_functions(group)) [[unlikely]] {
    return static_cast<std::size_t>(std::ranges::copy(scratch.function_keys, out).out - out);
  }
  return keys_of(groups_[group], scratch, out);
}

std::size_t FeaturePlan::passing_keys(const Scratch& scratch, std::uint64_t* out) const {
  const std::size_t count =
      keys_of(scratch.has_root ? passing_ : scratch.selection.passing, scratch, out);
  if (functions_.empty()) [[likely]]
    return count;
  return count + keys(groups_.size() - 1, scratch, out + count);
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
