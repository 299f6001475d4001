#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "panarc/choices.h"
#include "panarc/error.h"
#include "panarc/treebank.h"

namespace panarc {

/// Properties of a treebank, counted sentence by sentence; counts can be added up.
class TreebankStatistics {
 public:
  void add(const Sentence& sentence);
  void add(const TreebankStatistics& other);

  [[nodiscard]] std::size_t sentences() const { return sentences_; }
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::size_t longest() const { return longest_; }
  [[nodiscard]] double mean_length() const;
  [[nodiscard]] std::size_t multiword_tokens() const { return multiword_tokens_; }
  [[nodiscard]] std::size_t empty_nodes() const { return empty_nodes_; }

  /// Distinct relations of words that have a head.
  [[nodiscard]] std::size_t labels() const { return labels_.size(); }

  /// Words with a head, and those of them whose arc is projective.
  [[nodiscard]] std::size_t arcs() const { return arcs_; }
  [[nodiscard]] std::size_t projective_arcs() const { return projective_arcs_; }

  /// Sentences without crossing arcs.
  [[nodiscard]] std::size_t projective_sentences() const { return projective_sentences_; }

  /// Words attached to ROOT, and sentences with more than one of them.
  [[nodiscard]] std::size_t roots() const { return roots_; }
  [[nodiscard]] std::size_t multiple_root_sentences() const { return multiple_root_sentences_; }

  /// Sentences in which a word has no head, so that they are not trees.
  [[nodiscard]] std::size_t partial_sentences() const { return partial_sentences_; }

  /// The number of complete trees by gap degree.
  [[nodiscard]] const std::map<Node, std::size_t>& gap_degrees() const { return gap_degrees_; }

 private:
  // So that looking up a known relation does not build a string.
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  std::size_t sentences_ = 0;
  std::size_t words_ = 0;
  std::size_t longest_ = 0;
  std::size_t multiword_tokens_ = 0;
  std::size_t empty_nodes_ = 0;
  std::size_t arcs_ = 0;
  std::size_t projective_arcs_ = 0;
  std::size_t projective_sentences_ = 0;
  std::size_t roots_ = 0;
  std::size_t multiple_root_sentences_ = 0;
  std::size_t partial_sentences_ = 0;
  std::unordered_set<std::string, Hash, std::equal_to<>> labels_;
  std::map<Node, std::size_t> gap_degrees_;
};

enum class Severity : std::uint8_t { kError, kWarning };

inline constexpr auto kSeverityNames =
    names_of<Severity>({{Severity::kError, "error"}, {Severity::kWarning, "warning"}});

/// One of the tests that a treebank of Universal Dependencies, version 2, has to pass: those of
/// levels 1 to 3 of the official validator that need no data about the language, by the names they
/// have there. Level 1 is the form of the file, level 2 the form of the annotation, level 3 what
/// the guidelines say about its content.
struct ValidationTest {
  std::string_view id;
  int level = 1;
  Severity severity = Severity::kError;
};

/// All tests, by level and name.
std::span<const ValidationTest> validation_tests();

/// What is wrong with a list of names of tests; empty if all of them are known.
std::string check_validation_tests(std::span<const std::string> ids);

/// Something that a test has found. Its place is a line, and the column if it is about a field;
/// line 0 if it is about all that has been read.
struct ValidationProblem {
  const ValidationTest* test;
  Place place;
  std::string sentence_id;  ///< empty if the sentence has none
  std::string message;      ///< what was found, and what was expected
};

struct ValidationOptions {
  int level = 3;                     ///< the highest level that is tested
  std::vector<std::string> include;  ///< report only these tests; all if empty
  std::vector<std::string> exclude;  ///< report all but these
  /// Default: by the name of the file, or else CoNLL-U. Of CoNLL-X only the columns that both
  /// formats have are tested.
  std::optional<Format> format;
  std::string encoding = "UTF-8";  ///< see ReaderOptions
};

/// Tests treebanks, and reports every problem as it is found:
///
///   Validator validator({}, [](const ValidationProblem& problem) { ... });
///   validator.check_file("train.conllu");
///   validator.check_file("dev.conllu");
///   validator.finish();
///
/// Whatever one validator checks is one treebank: some tests compare sentences, such as that no two
/// have the same `sent_id`. A severe problem, such as a head that does not exist, keeps a sentence
/// from the tests that could not make sense of it; never from being read, nor the next ones. What
/// is required only of a treebank with features is reported once the first feature is seen.
///
/// Needs the memory of the longest sentence, a hash per `sent_id`, and, until the first feature is
/// seen, the problems that wait for it.
class Validator {
 public:
  using Report = std::function<void(const ValidationProblem&)>;

  /// Throws Error if a name of a test is unknown.
  Validator(ValidationOptions options, Report report);
  ~Validator();
  Validator(Validator&&) noexcept;
  Validator& operator=(Validator&&) noexcept;
  Validator(const Validator&) = delete;
  Validator& operator=(const Validator&) = delete;

  /// `-` is standard input, `.gz` and `.zst` files are decompressed. Throws Error if the file
  /// cannot be read or is not text.
  void check_file(const std::string& path);

  /// Checks a file in memory, called `name` in places.
  void check_text(std::string_view text, const std::string& name = "");

  /// Reports what can be said only of a whole treebank.
  void finish();

  /// How many sentences have been checked.
  [[nodiscard]] std::size_t sentences() const;

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace panarc
