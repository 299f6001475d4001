#include "panarc/error.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <utility>

namespace panarc {
namespace {

std::string with_place(const Place& place, const std::string& message) {
  std::string text = place.file;
  if (place.line != 0) text += fmt::format(":{}", place.line);
  if (place.column != 0) text += fmt::format(":{}", place.column);
  return text.empty() ? message : text + ": " + message;
}

/// The number of insertions, deletions or replacements that turn one into the other (Levenshtein
/// 1966).
std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), 0);
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0]++;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t replaced = diagonal + (a[i] == b[j] ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({row[j] + 1, row[j + 1] + 1, replaced});
    }
  }
  return row.back();
}

}  // namespace

Error::Error(const std::string& message) : std::runtime_error(message), message_(message) {}

Error::Error(Place place, const std::string& message)
    : std::runtime_error(with_place(place, message)), place_(std::move(place)), message_(message) {}

std::string suggestion(std::string_view word, const std::vector<std::string>& known) {
  // Two slips in a short word, or a name not typed to its end.
  constexpr std::size_t kMost = 2;
  std::size_t least = std::min(kMost, word.size() / 2) + 1;
  const std::string* best = nullptr;
  for (const std::string& name : known) {
    const std::string_view beginning =
        word.size() > kMost && name.starts_with(word) ? word : std::string_view(name);
    const std::size_t away = distance(word, beginning);
    if (away >= least) continue;
    least = away;
    best = &name;
  }
  return best == nullptr ? "" : fmt::format("; did you mean {}?", *best);
}

std::string_view version() { return PANARC_VERSION; }

}  // namespace panarc
