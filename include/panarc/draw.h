#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "panarc/analysis.h"
#include "panarc/evaluate.h"
#include "panarc/oracle.h"
#include "panarc/treebank.h"

/// Drawings for people: trees in characters, as SVG, and as pages; lattices and configurations;
/// tables.
///
///     fmt::print("{}", panarc::draw_tree(sentence));

namespace panarc {

// In characters

/// How trees are drawn as text.
struct TextStyle {
  /// The number of columns; by default, as many as needed.
  std::optional<std::size_t> width;
  /// Use terminal control sequences.
  bool colour = false;
};

/// A marked word in a drawing, and a note on it.
struct WordNote {
  Node word = 0;
  std::vector<std::string> parts;
};

/// A tree for the terminal: one word per line, with arcs to its left and an arrow at the dependent.
std::string draw_tree(const Sentence& sentence);

/// A tree with word numbers. `notes` are in word order. If there is no room for all arcs, the
/// longest ones are left out, and the number of the head follows the relation.
std::string draw_numbered_tree(const Sentence& sentence, const TextStyle& style,
                               std::span<const WordNote> notes = {});

/// A line above a tree: the sentence's number, its `sent_id` if it has one, and its text.
std::string sentence_heading(const Sentence& sentence, std::uint64_t number,
                             const TextStyle& style);

/// A configuration and the costs of its transitions.
std::string draw_configuration(const OracleQuery& query, const OracleAnswer& answer);

/// A lattice of derivations: one line per configuration, with lines on the left from each of its
/// predecessors, and the transitions that leave it.
std::string draw_lattice(const DerivationLattice& lattice, const TextStyle& style);

/// A lattice for Graphviz, in the DOT language.
std::string lattice_dot(const DerivationLattice& lattice);

/// A text that is safe in a line of a terminal: control characters are written as `\xNN`, and
/// right-to-left text is isolated, so that the rest of the line stays in place.
std::string terminal_text(std::string_view text);

/// A table: columns are as wide as they need to be.
class Table {
 public:
  /// Numbers are aligned right, in all columns but the first or the first few; text is aligned left
  /// throughout.
  enum class Content : std::uint8_t { kNumbers, kText };

  explicit Table(std::vector<std::string> header, Content content = Content::kNumbers)
      : content_(content), rows_{std::move(header)} {}

  /// How many columns at the beginning of a table of numbers are text.
  void set_text_columns(std::size_t columns) { text_columns_ = columns; }

  void add_row(std::vector<std::string> row) { rows_.push_back(std::move(row)); }

  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::string markdown() const;
  /// As in RFC 4180, except for the line endings.
  [[nodiscard]] std::string csv() const;

 private:
  [[nodiscard]] bool is_left(std::size_t column) const {
    return column < text_columns_ || content_ == Content::kText;
  }

  Content content_;
  std::size_t text_columns_ = 1;
  std::vector<std::vector<std::string>> rows_;
};

// As SVG

/// Trees below each other in one SVG document: the words with their tags, multiword tokens as
/// brackets under them, arcs with their relations above. Everything is kept until written, since a
/// document begins with its size.
class SvgTrees {
 public:
  /// Adds a tree; some of its words, in order, may be marked. If there are several sentences, they
  /// have headings.
  void add(const Sentence& sentence, std::uint64_t number, std::span<const Node> marked = {});

  [[nodiscard]] std::string document() const;

 private:
  struct Drawing {
    std::string heading;
    std::string body;
    double width = 0;
    double height = 0;
  };

  std::vector<Drawing> drawings_;
};

// As pages

/// Takes a page piece by piece, so its size does not matter. A page is one file of HTML, which
/// needs no network.
using WritePage = std::function<void(std::string_view)>;

/// A page with trees.
class TreePage {
 public:
  /// `title` is shown above the trees.
  TreePage(std::string_view title, WritePage write);
  ~TreePage();
  TreePage(TreePage&&) noexcept;
  TreePage& operator=(TreePage&&) noexcept;
  TreePage(const TreePage&) = delete;
  TreePage& operator=(const TreePage&) = delete;

  /// Adds a tree; some of its words, in order, may be marked.
  void add(const Sentence& sentence, std::uint64_t number, std::span<const Node> marked = {});

  /// Adds two trees of a sentence in one drawing, with a list of what differs.
  void add(const ComparedSentence& sentence);

  void finish();

  /// Ends a page that compares; `summary` is the JSON of an Agreement (json.h).
  void finish(std::string_view summary);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

/// Further content for the page of an analysis.
struct AnalysisFacts {
  /// The names of the gold standard, of the system, and of the second system, if any.
  std::vector<std::string> files;
  /// Scores by name; one tally per system.
  std::vector<std::pair<std::string, std::vector<Tally>>> scores;
  /// The attribute whose values were counted in pairs; empty if none.
  std::string confusion;
  /// The conditions on the words, for people.
  std::vector<std::string> conditions;
  /// How likely the difference of two systems as a whole is by chance: the test, UAS and LAS. Empty
  /// without a second system.
  std::string significance;
};

/// A page of the errors of one or two parsers: scores, groups of words, confusions, and the
/// sentences behind each of these figures. Each sentence is stored once; the figures refer to it.
class AnalysisPage {
 public:
  AnalysisPage(std::string_view title, WritePage write);
  ~AnalysisPage();
  AnalysisPage(AnalysisPage&&) noexcept;
  AnalysisPage& operator=(AnalysisPage&&) noexcept;
  AnalysisPage(const AnalysisPage&) = delete;
  AnalysisPage& operator=(const AnalysisPage&) = delete;

  /// What AnalysisOptions::visit gets.
  void add(const AnalysedSentence& sentence);

  void finish(const Analysis& analysis, const AnalysisFacts& facts);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace panarc
