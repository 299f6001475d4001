#include "query/regular_expression.h"

#include <fmt/format.h>
#include <unicode/unistr.h>
#include <unicode/uregex.h>
#include <unicode/utext.h>

#include "io/utf8.h"
#include "panarc/error.h"

namespace panarc {

void RegularExpression::Close::operator()(URegularExpression* expression) const {
  uregex_close(expression);
}

RegularExpression::RegularExpression(std::string_view pattern) {
  // Steps of the matcher; some patterns would take exponential time.
  constexpr std::int32_t kMostSteps = 1000;
  const auto utf16 =
      icu::UnicodeString::fromUTF8({pattern.data(), static_cast<std::int32_t>(pattern.size())});
  UErrorCode status = U_ZERO_ERROR;
  UParseError place{};
  expression_.reset(uregex_open(utf16.getBuffer(), utf16.length(), 0, &place, &status));
  if (U_FAILURE(status) != 0) {
    throw Error(fmt::format("found {}, expected a regular expression: {} at its character {}",
                            in_quotes(pattern), u_errorName(status), place.offset));
  }
  uregex_setTimeLimit(expression_.get(), kMostSteps, &status);
}

bool RegularExpression::matches_in(std::string_view text) const {
  UErrorCode status = U_ZERO_ERROR;
  UText view = UTEXT_INITIALIZER;
  utext_openUTF8(&view, text.data(), static_cast<std::int64_t>(text.size()), &status);
  uregex_setUText(expression_.get(), &view, &status);
  const bool found = uregex_find(expression_.get(), -1, &status) != 0;
  utext_close(&view);
  if (U_FAILURE(status) != 0) {
    throw Error(fmt::format("the regular expression is too hard for {}: {}", in_quotes(text),
                            u_errorName(status)));
  }
  return found;
}

}  // namespace panarc
