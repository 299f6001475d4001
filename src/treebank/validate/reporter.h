#pragma once

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "panarc/validate.h"
#include "treebank/validate/rows.h"
#include "treebank/validate/tests.h"

namespace panarc::validation {

/// Passes on the problems that are wanted: those of a sentence together, by line.
class Reporter {
 public:
  /// Throws Error if a name of a test is unknown.
  Reporter(const ValidationOptions& options, Validator::Report report);

  /// What follows is about no sentence of the file.
  void begin_file(const std::string& name) {
    file_ = name;
    sentence_id_.clear();
  }
  void begin_sentence(const std::string& id) { sentence_id_ = id; }
  /// Passes on what has been reported.
  void flush();

  /// A line of the file, for messages about another: `file:line`.
  [[nodiscard]] std::string place_of(std::uint64_t line) const;

  /// About a line of the sentence, or everything: 0.
  template <class... Values>
  void report(Test test, std::uint64_t line, fmt::format_string<Values...> message,
              Values&&... values) {
    add(test, line, 0, fmt::format(message, std::forward<Values>(values)...), found_);
  }
  /// About a field.
  template <class... Values>
  void report(Test test, const Row& row, Field field, fmt::format_string<Values...> message,
              Values&&... values) {
    add(test, row.line, column_of(row, field),
        fmt::format(message, std::forward<Values>(values)...), found_);
  }

  /// Keeps a problem that matters only if the treebank has features. It is reported now if one has
  /// been seen, and otherwise once that happens.
  template <class... Values>
  void report_if_features(Test test, const Row& row, fmt::format_string<Values...> message,
                          Values&&... values) {
    add(test, row.line, 0, fmt::format(message, std::forward<Values>(values)...),
        has_features_ ? found_ : kept_);
  }
  void see_features();

 private:
  /// The column of a field; 0 if it is not in the line: what stands for a column of CoNLL-X.
  static std::uint64_t column_of(const Row& row, Field field);
  void add(Test test, std::uint64_t line, std::uint64_t column, std::string message,
           std::vector<ValidationProblem>& to) const;

  std::array<bool, kTests.size()> wanted_{};
  Validator::Report report_;
  std::string file_;
  std::string sentence_id_;
  std::vector<ValidationProblem> found_;
  bool has_features_ = false;
  std::vector<ValidationProblem> kept_;
};

}  // namespace panarc::validation
