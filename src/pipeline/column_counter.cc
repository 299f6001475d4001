#include "pipeline/column_counter.h"

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

/// Whether a column has so few values that a model knows them all.
bool is_tag(Attribute attribute) {
  return attribute == Attribute::kUpos || attribute == Attribute::kXpos;
}

}  // namespace

ColumnCounter::ColumnCounter(const Model& model) : model_(model) {
  if (model.tags() == nullptr) return;
  const auto columns = model.weights().columns();
  for (const auto& [attribute, field] : kColumns) {
    const Attribute wanted = attribute;
    const auto looked_at = std::ranges::find(columns, wanted, &WordColumn::attribute);
    if (looked_at == columns.end() || !model.tags()->contains(column_hash(wanted, ""))) continue;
    const auto index = static_cast<std::size_t>(looked_at - columns.begin());
    tags_.push_back(is_tag(wanted) ? std::optional(index) : std::nullopt);
    uses_.push_back({field, 0, 0});
  }
}

void ColumnCounter::add(const Sentence& sentence, const EncodedSentence& words) {
  for (std::size_t i = 0; i < uses_.size(); ++i) {
    ColumnUse& use = uses_[i];
    for (Node word = 1; word <= sentence.size(); ++word) {
      if (!tags_[i]) {
        use.missing += sentence.field(word, use.column) == "_" ? 1 : 0;
      } else if (const std::uint64_t tag = words.value(word, *tags_[i]); tag == 0) {
        ++use.missing;
      } else {
        use.unknown += model_.tags()->contains(tag) ? 0 : 1;
      }
    }
  }
}

}  // namespace panarc
