#include "scorer/network/parser_network.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace panarc {
namespace {

std::size_t label_count(const TransitionClasses& classes) {
  return classes.mode() == LabelMode::kNone ? 0 : static_cast<std::size_t>(classes.labels().count);
}

/// The vocabularies of the tables, in order.
std::vector<const Vocabulary*> vocabularies(const NetworkVocabulary& of) {
  std::vector<const Vocabulary*> all;
  for (const NetworkVocabulary::Column& column : of.columns()) all.push_back(&column.values);
  all.push_back(&of.characters());
  return all;
}

/// Maps numbers in one vocabulary to those in another that has all its values.
std::vector<std::size_t> numbers_in(const Vocabulary& to, const Vocabulary& from) {
  std::vector<std::size_t> numbers{Vocabulary::kUnknown, Vocabulary::kOfRoot};
  for (const std::uint64_t hash : from.hashes()) numbers.push_back(to.number(hash));
  return numbers;
}

}  // namespace

ParserNetwork::ParserNetwork(NetworkShape shape)
    : shape_(std::move(shape)),
      view_(shape_.system,
            shape_.sizes.read_sentences() ? StateView::Width::kNarrow : StateView::Width::kWide),
      words_(layout_, shape_.vocabulary, shape_.sizes, shape_.given.get()),
      states_(layout_, shape_.sizes, words_, view_,
              {label_count(shape_.classes), shape_.normalized}) {
  for (const NetworkVocabulary::Column& column : shape_.vocabulary.columns()) {
    columns_.push_back({column.attribute, 0, ""});
  }
}

void ParserNetwork::take_over(const ParserNetwork& before, std::span<const float> from,
                              std::span<float> to) const {
  const auto known = vocabularies(shape_.vocabulary);
  const auto known_before = vocabularies(before.shape_.vocabulary);
  std::size_t table = 0;
  for (std::size_t i = 0; i < layout_.blocks().size(); ++i) {
    const Block& block = layout_.blocks()[i];
    const Block& old = before.layout_.blocks()[i];
    const auto copy_row = [&](std::size_t old_row, std::size_t row) {
      std::ranges::copy(from.subspan(old.offset + old_row * old.columns, old.columns),
                        to.begin() + static_cast<std::ptrdiff_t>(block.offset) +
                            static_cast<std::ptrdiff_t>(row * block.columns));
    };
    if (block.use != Block::Use::kTable) {
      for (std::size_t row = 0; row < old.rows; ++row) copy_row(row, row);
      continue;
    }
    for (std::size_t row = 0; row < block.rows; ++row) copy_row(Vocabulary::kUnknown, row);
    const std::vector<std::size_t> rows = numbers_in(*known[table], *known_before[table]);
    for (std::size_t row = 0; row < old.rows; ++row) copy_row(row, rows[row]);
    ++table;
  }
}

}  // namespace panarc
