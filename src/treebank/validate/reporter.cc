#include "treebank/validate/reporter.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "io/text.h"
#include "io/utf8.h"
#include "panarc/error.h"

namespace panarc {

std::span<const ValidationTest> validation_tests() { return validation::kTests; }

std::string check_validation_tests(std::span<const std::string> ids) {
  std::vector<std::string> known(validation::kUnreachable.begin(), validation::kUnreachable.end());
  for (const ValidationTest& test : validation::kTests) known.emplace_back(test.id);
  for (const std::string& id : ids) {
    if (std::ranges::find(known, id) != known.end()) continue;
    return fmt::format("unknown test {}{}", in_quotes(id), suggestion(id, known));
  }
  return {};
}

namespace validation {

Reporter::Reporter(const ValidationOptions& options, Validator::Report report)
    : report_(std::move(report)) {
  for (const auto* ids : {&options.include, &options.exclude}) {
    const std::string problem = check_validation_tests(*ids);
    if (!problem.empty()) throw Error(problem);
  }
  const auto lists = [](const std::vector<std::string>& ids, std::string_view id) {
    return std::ranges::find(ids, id) != ids.end();
  };
  for (std::size_t i = 0; i < kTests.size(); ++i) {
    wanted_[i] = kTests[i].level <= options.level &&
                 (options.include.empty() || lists(options.include, kTests[i].id)) &&
                 !lists(options.exclude, kTests[i].id);
  }
}

std::string Reporter::place_of(std::uint64_t line) const { return text_of({file_, line, 0}); }

std::uint64_t Reporter::column_of(const Row& row, Field field) {
  const auto before = static_cast<std::size_t>(row[field].data() - row.text.data());
  return before > row.text.size() ? 0 : count_characters(row.text.substr(0, before)) + 1;
}

void Reporter::add(Test test, std::uint64_t line, std::uint64_t column, std::string message,
                   std::vector<ValidationProblem>& to) const {
  if (!wanted_[test.index()]) return;
  to.push_back({&kTests[test.index()], {file_, line, column}, sentence_id_, std::move(message)});
}

void Reporter::flush() {
  std::ranges::stable_sort(found_, {},
                           [](const ValidationProblem& found) { return found.place.line; });
  for (const ValidationProblem& found : found_) report_(found);
  found_.clear();
}

void Reporter::see_features() {
  if (has_features_) return;
  has_features_ = true;
  for (const ValidationProblem& problem : std::exchange(kept_, {})) report_(problem);
}

}  // namespace validation

}  // namespace panarc
