#pragma once

#include <fmt/format.h>

#include <array>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "panarc/validate.h"
#include "treebank/validate/rows.h"

namespace panarc::validation {

inline constexpr Severity kError = Severity::kError;
inline constexpr Severity kWarning = Severity::kWarning;

/// All tests, by level and name.
inline constexpr std::array kTests = std::to_array<ValidationTest>({
    {"empty-column", 1, kError},
    {"empty-sentence", 1, kError},
    {"invalid-line", 1, kError},
    {"invalid-utf", 1, kError},
    {"invalid-whitespace", 1, kError},
    {"invalid-whitespace-mwt", 1, kError},
    {"invalid-word-id", 1, kError},
    {"leading-whitespace", 1, kError},
    {"misplaced-comment", 1, kError},
    {"misplaced-empty-node", 1, kError},
    {"misplaced-word-interval", 1, kError},
    {"missing-empty-line", 1, kError},
    {"non-unix-newline", 1, kError},
    {"number-of-columns", 1, kError},
    {"overlapping-word-intervals", 1, kError},
    {"pseudo-empty-line", 1, kError},
    {"repeated-whitespace", 1, kError},
    {"reversed-word-interval", 1, kError},
    {"trailing-whitespace", 1, kError},
    {"unicode-normalization", 1, kError},
    {"word-id-sequence", 1, kError},
    {"word-interval-out", 1, kError},

    {"deps-self-loop", 2, kError},
    {"edeps-only-sometimes", 2, kError},
    {"empty-misc", 2, kWarning},
    {"empty-misc-key", 2, kWarning},
    {"empty-node-nonempty-field", 2, kError},
    {"empty-string-in-xpos", 2, kError},
    {"empty-text", 2, kError},
    {"head-self-loop", 2, kError},
    {"invalid-deprel", 2, kError},
    {"invalid-deps", 2, kError},
    {"invalid-edeprel", 2, kError},
    {"invalid-ehead", 2, kError},
    {"invalid-feature", 2, kError},
    {"invalid-head", 2, kError},
    {"invalid-parallel-id", 2, kError},
    {"invalid-sent-id", 2, kError},
    {"misc-attr-typo", 2, kWarning},
    {"misc-extra-space", 2, kWarning},
    {"missing-sent-id", 2, kError},
    {"missing-spaceafter", 2, kError},
    {"missing-text", 2, kError},
    {"multiple-newdoc", 2, kError},
    {"multiple-newpar", 2, kError},
    {"multiple-parallel-id", 2, kError},
    {"multiple-roots", 2, kError},
    {"multiple-sent-id", 2, kError},
    {"multiple-text", 2, kError},
    {"mwt-nonempty-field", 2, kError},
    {"non-tree", 2, kError},
    {"non-unique-parallel-id", 2, kError},
    {"non-unique-sent-id", 2, kError},
    {"nospaceafter-yes", 2, kError},
    {"parallel-id-alt", 2, kError},
    {"parallel-id-part", 2, kError},
    {"repeated-deps", 2, kError},
    {"repeated-feature", 2, kError},
    {"repeated-feature-value", 2, kError},
    {"repeated-misc", 2, kError},
    {"slash-in-sent-id", 2, kError},
    {"spaceafter-empty-node", 2, kError},
    {"spaceafter-mwt-node", 2, kError},
    {"spaceafter-newdocpar", 2, kError},
    {"spaceafter-value", 2, kError},
    {"text-extra-chars", 2, kError},
    {"text-form-mismatch", 2, kError},
    {"text-trailing-whitespace", 2, kError},
    {"unconnected-egraph", 2, kError},
    {"unknown-ehead", 2, kError},
    {"unknown-eudeprel", 2, kError},
    {"unknown-head", 2, kError},
    {"unknown-udeprel", 2, kError},
    {"unknown-upos", 2, kError},
    {"unsorted-deps", 2, kError},
    {"unsorted-deps-2", 2, kError},
    {"unsorted-feature-values", 2, kError},
    {"unsorted-features", 2, kError},

    {"0-is-not-root", 3, kError},
    {"edeps-identical-to-basic-trees", 3, kError},
    {"empty-node-after-eorphan", 3, kError},
    {"enhanced-0-is-not-root", 3, kError},
    {"enhanced-root-is-not-0", 3, kError},
    {"eorphan-after-empty-node", 3, kError},
    {"fixed-gap", 3, kWarning},
    {"fixed-without-extpos", 3, kWarning},
    {"flat-foreign-upos-feats", 3, kWarning},
    {"goeswith-edeps", 3, kError},
    {"goeswith-feats", 3, kError},
    {"goeswith-gap", 3, kError},
    {"goeswith-lemma", 3, kError},
    {"goeswith-missing-typo", 3, kError},
    {"goeswith-nospace", 3, kError},
    {"goeswith-upos", 3, kError},
    {"leaf-aux-cop", 3, kError},
    {"leaf-cc", 3, kError},
    {"leaf-clf", 3, kError},
    {"leaf-det", 3, kError},
    {"leaf-fixed", 3, kError},
    {"leaf-goeswith", 3, kError},
    {"leaf-mark-case", 3, kError},
    {"leaf-punct", 3, kError},
    {"obl-should-be-nmod", 3, kError},
    {"orphan-parent", 3, kWarning},
    {"pron-det-without-prontype", 3, kWarning},
    {"punct-causes-nonproj", 3, kError},
    {"punct-is-nonproj", 3, kError},
    {"rel-upos-advmod", 3, kError},
    {"rel-upos-aux", 3, kError},
    {"rel-upos-case", 3, kError},
    {"rel-upos-cc", 3, kError},
    {"rel-upos-cop", 3, kError},
    {"rel-upos-det", 3, kError},
    {"rel-upos-expl", 3, kError},
    {"rel-upos-fixed", 3, kError},
    {"rel-upos-mark", 3, kError},
    {"rel-upos-nummod", 3, kError},
    {"rel-upos-punct", 3, kError},
    {"right-to-left-appos", 3, kError},
    {"right-to-left-conj", 3, kError},
    {"right-to-left-fixed", 3, kError},
    {"right-to-left-flat", 3, kError},
    {"right-to-left-goeswith", 3, kError},
    {"root-is-not-0", 3, kError},
    {"too-many-objects", 3, kError},
    {"too-many-subjects", 3, kError},
    {"upos-rel-punct", 3, kError},
    {"verbform-fin-without-mood", 3, kWarning},
});

/// Names that the official validator has too, but never reports for a file: another test is always
/// first, or the test is switched off. They are accepted wherever tests are named.
inline constexpr std::array<std::string_view, 4> kUnreachable{
    "extra-empty-line", "invalid-feature-value", "invalid-word-interval",
    "mood-without-verbform-fin"};

/// A test by its name, which is looked up by the compiler: a misspelt one does not compile.
class Test {
 public:
  // NOLINTNEXTLINE(google-explicit-constructor): the name is how a check says what it found.
  consteval Test(const char* id) : index_(find(id)) {}

  [[nodiscard]] constexpr std::size_t index() const { return index_; }

 private:
  static consteval std::size_t find(std::string_view id) {
    for (std::size_t i = 0; i < kTests.size(); ++i) {
      if (kTests[i].id == id) return i;
    }
    throw std::invalid_argument("not a test");
  }

  std::size_t index_;
};

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
