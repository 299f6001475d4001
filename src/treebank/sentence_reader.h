#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/error.h"
#include "panarc/treebank.h"

namespace panarc {

/// Finds the lines and fields of a sentence in its bytes, and checks them: one pass over the text,
/// one over the words, both linear. Reuses memory between sentences.
class SentenceReader {
 public:
  struct Options {
    Format format = Format::kConllu;
    bool single_root = false;
  };

  /// Fills `sentence` from `block`, which begins at `start`. Any problems are in problems()
  /// afterwards; the sentence then has what could be read.
  void read(std::string_view block, const Place& start, Options options, Sentence& sentence);

  /// The problems of the last sentence, at most kMaxProblems.
  [[nodiscard]] const std::vector<Error>& problems() const { return problems_; }

  /// The number of line feeds in the last sentence.
  [[nodiscard]] std::uint64_t line_feeds() const { return line_feeds_; }

 private:
  static constexpr std::size_t kMaxProblems = 1000;

  struct ColumnCount {
    std::size_t found = 0;
    bool empty_field = false;
  };

  void start(std::string_view block, const Place& start, Options options, Sentence& sentence);
  void read_lines(Sentence& sentence);
  void read_token_line(Sentence& sentence, Sentence::Line& line, ColumnCount columns);
  bool check_columns(const Sentence& sentence, const Sentence::Line& line, ColumnCount columns);
  void read_word(Sentence& sentence, const Sentence::Line& line);
  void check_constraint(const Sentence& sentence, const Sentence::Line& line);
  void read_multiword(Sentence& sentence, const Sentence::Line& line, std::size_t dash);
  void read_empty_node(Sentence& sentence, const Sentence::Line& line, std::size_t dot);
  void check_multiwords(const Sentence& sentence);
  void check_size(const Sentence& sentence);
  void check_heads(Sentence& sentence);
  void check_tree(const Sentence& sentence, bool single_root);
  void check_characters(const Sentence& sentence);

  void report(std::uint64_t line, std::uint64_t column, const std::string& message);
  /// Nothing can be said of the IDs after a line that could not be read.
  void report_id(const Sentence& sentence, const Sentence::Line& line, const std::string& message);
  void report(const Sentence& sentence, const Sentence::Line& line, Field field,
              const std::string& message);

  std::vector<Error> problems_;
  std::vector<Node> marks_;
  std::uint64_t line_feeds_ = 0;
  bool lost_line_ = false;  // a line of the sentence does not have all columns
  Place place_;
};

}  // namespace panarc
