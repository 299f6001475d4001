#include "text/boundary_model.h"

#include <algorithm>
#include <utility>

#include "panarc/error.h"

namespace panarc {
namespace {

constexpr const char* kCharactersSection = "boundary.characters";
constexpr const char* kGateSection = "boundary.gate";
/// Exists, empty, if links are single tokens.
constexpr const char* kLinksSection = "boundary.links";
/// Code points.
constexpr const char* kNumberMarksSection = "boundary.number_marks";
constexpr const char* kWordsSection = "boundary.words";
constexpr const char* kIndexSection = "boundary.index";
constexpr const char* kRowsSection = "boundary.rows";

Alphabet read_alphabet(const ModelFile& file, const std::string& section) {
  const auto codes = file.array<std::uint32_t>(section);
  return Alphabet(std::vector<char32_t>(codes.begin(), codes.end()));
}

BoundaryGate read_gate(const ModelFile& file, const std::string& prefix) {
  const auto sets = file.array<BoundarySet>(prefix + kGateSection);
  BoundaryGate::Table table;
  const auto can_be = [](BoundarySet set) { return set > 0 && set < (1U << kBoundaries); };
  if (sets.size() != table.size() || !std::ranges::all_of(sets, can_be)) {
    throw Error({file.name(), 0, 0}, "the table of boundaries is damaged");
  }
  std::ranges::copy(sets, table.begin());
  WholeTokens whole;
  whole.links = file.has(prefix + kLinksSection);
  if (file.has(prefix + kNumberMarksSection)) {
    const auto marks = file.array<std::uint32_t>(prefix + kNumberMarksSection);
    whole.number_marks.assign(marks.begin(), marks.end());
  }
  return BoundaryGate(table, std::move(whole));
}

}  // namespace

BoundaryModel::BoundaryModel(Alphabet alphabet, BoundaryGate gate,
                             const std::vector<std::uint64_t>& word_facts, FrozenArrays weights)
    : alphabet_(std::move(alphabet)), gate_(std::move(gate)), words_(word_facts) {
  const auto arrays = std::make_shared<const FrozenArrays>(std::move(weights));
  table_ = FrozenTable(arrays->index, arrays->words, kBoundaries);
  storage_ = arrays;
}

BoundaryModel::BoundaryModel(const std::shared_ptr<const ModelFile>& file,
                             const std::string& prefix)
    : alphabet_(read_alphabet(*file, prefix + kCharactersSection)),
      gate_(read_gate(*file, prefix)),
      storage_(file) {
  try {
    words_ = WordSet::over(file->array<std::uint64_t>(prefix + kWordsSection));
    table_ = FrozenTable(file->array<std::uint32_t>(prefix + kIndexSection),
                         file->array<std::uint32_t>(prefix + kRowsSection), kBoundaries);
  } catch (const Error& error) {
    throw Error({file->name(), 0, 0}, error.message());
  }
}

void BoundaryModel::save(ModelFileWriter& writer, const std::string& prefix) const {
  writer.add(prefix + kCharactersSection, std::as_bytes(alphabet_.known()));
  writer.add(prefix + kGateSection, std::as_bytes(std::span(gate_.table())));
  const auto& [links, number_marks] = gate_.whole();
  if (links) writer.add(prefix + kLinksSection, std::string_view{});
  if (!number_marks.empty()) {
    writer.add(prefix + kNumberMarksSection, std::as_bytes(std::span(number_marks)));
  }
  writer.add(prefix + kWordsSection, std::as_bytes(words_.slots()));
  writer.add(prefix + kIndexSection, std::as_bytes(table_.index()));
  writer.add(prefix + kRowsSection, std::as_bytes(table_.words()));
}

}  // namespace panarc
