#include "analysis/criterion.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "io/text.h"
#include "io/utf8.h"
#include "panarc/error.h"

namespace panarc {

Criterion::Criterion(std::string_view text, const QueryScope& scope)
    : attribute_(text.substr(0, text.find(':')), scope) {
  Parts parts(text, ':');
  std::string_view part;
  parts.next(part);
  while (parts.next(part)) {
    const auto begin = parse_number(part);
    if (!begin || (!begins_.empty() && *begin <= begins_.back())) {
      throw Error(
          fmt::format("found {}, expected where a class begins: a whole number above the "
                      "previous one",
                      in_quotes(part)));
    }
    if (attribute_.type() != ValueType::kNumber) {
      throw Error(fmt::format("{} has no classes: it is not a number", attribute_.name()));
    }
    begins_.push_back(*begin);
  }
}

GroupValue Criterion::value(const WordContext& context) const {
  const QueryValue value = attribute_.value(context);
  if (begins_.empty()) return {value.number, text_of(value)};
  const auto after = std::upper_bound(begins_.begin(), begins_.end(), value.number);
  if (after == begins_.begin()) {
    return {-std::numeric_limits<double>::infinity(), fmt::format("<{}", begins_.front())};
  }
  const int first = *(after - 1);
  if (after == begins_.end()) return {static_cast<double>(first), fmt::format("{}+", first)};
  const int last = *after - 1;
  return {static_cast<double>(first),
          first == last ? fmt::format("{}", first) : fmt::format("{}-{}", first, last)};
}

}  // namespace panarc
