#include "tag/tagging_features.h"

#include <fmt/format.h>

#include <algorithm>

#include "panarc/error.h"

namespace panarc {
namespace {

bool is_known_to_taggers(const Atom& atom) {
  if (!atom.address || atom.address->base == Address::Base::kTagging) return false;
  const auto beside = [](Step step) { return step == Step::kPrevious || step == Step::kNext; };
  if (!std::ranges::all_of(atom.address->steps, beside)) return false;
  if (atom.attribute == Attribute::kTag) {
    return atom.address->base == Address::Base::kStack && atom.address->steps.empty();
  }
  return atom.attribute < Attribute::kLabel;
}

bool is_predicted(Attribute attribute) {
  return attribute == Attribute::kLemma || attribute == Attribute::kUpos ||
         attribute == Attribute::kXpos || attribute == Attribute::kFeats;
}

}  // namespace

void check_tagging_templates(std::span<const Template> templates, const std::string& name) {
  for (const Template& feature : templates) {
    for (const Atom& atom : feature.atoms) {
      if (is_known_to_taggers(atom)) continue;
      throw Error({name, 0, 0},
                  fmt::format("the template {} asks for {}: a tagger knows words, and the tags of "
                              "previous words (s0.tag)",
                              to_string(feature), to_string(atom)));
    }
  }
}

void check_tags_are_unknown(std::span<const Template> templates, const std::string& name) {
  for (const Template& feature : templates) {
    for (const Atom& atom : feature.atoms) {
      if (!is_predicted(atom.attribute)) continue;
      throw Error({name, 0, 0},
                  fmt::format("the template {} asks for {}, which is to be predicted; the tag of "
                              "the previous word is s0.tag",
                              to_string(feature), to_string(atom)));
    }
  }
}

void TaggingFeatures::gather(const TaggingState& state, const TaggingInput& input,
                             Scratch& scratch) const {
  const EncodedSentence& words = input.words;
  const Node missing = words.missing();
  const auto or_missing = [&](Node node) {
    return node >= 1 && node <= words.words() ? node : missing;
  };
  scratch.nodes.resize(lookups_.size());
  scratch.rows.resize(lookups_.size());
  scratch.atoms.resize(values_.size());
  for (std::size_t i = 0; i < lookups_.size(); ++i) {
    const Lookup& lookup = lookups_[i];
    Node node = missing;
    switch (lookup.kind) {
      case Lookup::Kind::kStack:
        node = or_missing(state.word() - 1 - lookup.from);
        break;
      case Lookup::Kind::kBuffer:
        node = or_missing(state.word() + lookup.from);
        break;
      case Lookup::Kind::kTagging:
        break;
      case Lookup::Kind::kStep:
        node = scratch.nodes[lookup.from];
        if (node != missing) node = or_missing(lookup.step == Step::kNext ? node + 1 : node - 1);
        break;
    }
    scratch.nodes[i] = node;
    scratch.rows[i] = words.row(node);
  }
  std::uint64_t sum = 0;
  for (const WordValue& value : word_values_) {
    const std::uint64_t atom = scratch.rows[value.node][value.column] * value.multiplier;
    scratch.atoms[value.atom] = atom;
    sum += atom;
  }
  for (const ParseValue& value : parse_values_) {
    const Node node = scratch.nodes[value.node];
    const std::uint64_t tag =
        node == missing ? 0 : number_value(state.tags[static_cast<std::size_t>(node) - 1]);
    scratch.atoms[value.atom] = tag * value.multiplier;
    sum += scratch.atoms[value.atom];
  }
  scratch.sum = sum;
}

}  // namespace panarc
