#include "parse/column_counter.h"

#include <algorithm>
#include <array>
#include <utility>

#include "feature/encoder.h"

namespace panarc {
namespace {

constexpr std::array<std::pair<Attribute, Field>, 4> kColumns{{
    {Attribute::kLemma, Field::kLemma},
    {Attribute::kUpos, Field::kUpos},
    {Attribute::kXpos, Field::kXpos},
    {Attribute::kFeats, Field::kFeats},
}};

/// Whether there are so few values that a model knows them all.
bool is_tag(Attribute attribute) {
  return attribute == Attribute::kUpos || attribute == Attribute::kXpos;
}

}  // namespace

ColumnCounter::ColumnCounter(const Model& model) : model_(model) {
  if (model.tags() == nullptr) return;
  const auto columns = model.weights().columns();
  for (const auto& [attribute, field] : kColumns) {
    const Attribute wanted = attribute;
    const bool is_looked_at =
        std::any_of(columns.begin(), columns.end(),
                    [&](const WordColumn& column) { return column.attribute == wanted; });
    if (!is_looked_at || !model.tags()->contains(column_hash(attribute, ""))) continue;
    attributes_.push_back(attribute);
    uses_.push_back({field, 0, 0});
  }
}

void ColumnCounter::add(const Sentence& sentence) {
  for (std::size_t i = 0; i < uses_.size(); ++i) {
    ColumnUse& use = uses_[i];
    const Attribute attribute = attributes_[i];
    for (Node word = 1; word <= sentence.size(); ++word) {
      const std::string_view value = sentence.field(word, use.column);
      if (value == "_") {
        ++use.missing;
      } else if (is_tag(attribute) && !model_.tags()->contains(column_hash(attribute, value))) {
        ++use.unknown;
      }
    }
  }
}

}  // namespace panarc
