#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/error.h"
#include "panarc/sentence.h"

namespace panarc {

/// Finds the lines and fields of a sentence in its bytes, and checks them: one pass over the text,
/// one over the words, linear in both. Keeps its memory from one sentence to the next.
class SentenceReader {
 public:
  struct Options {
    Format format = Format::kConllu;
    bool single_root = false;
  };

  /// Fills `sentence` from `block`, which begins at `start`. What is wrong with it is in problems()
  /// afterwards; the sentence then holds what could be made out.
  void read(std::string_view block, const Place& start, Options options, Sentence& sentence);

  /// The problems of the last sentence, at most kMaxProblems of them.
  [[nodiscard]] const std::vector<Error>& problems() const { return problems_; }

  /// The number of line feeds of the last sentence.
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
  void check_utf8(const Sentence& sentence);

  void report(std::uint64_t line, std::uint64_t column, const std::string& message);
  void report(const Sentence& sentence, const Sentence::Line& line, Field field,
              const std::string& message);

  std::vector<Error> problems_;
  std::vector<Node> marks_;
  std::uint64_t line_feeds_ = 0;
  Place place_;
};

}  // namespace panarc
