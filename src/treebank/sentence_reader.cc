#include "treebank/sentence_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

#include "io/file_kind.h"
#include "io/text.h"
#include "io/utf8.h"
#include "treebank/constraint_marks.h"
#include "treebank/projectivity.h"

namespace panarc {
namespace {

/// Finds the tabs and line feeds of a text. A field has about seven bytes, so searching for the end
/// of each costs more than looking at the text 16 bytes at a time.
class DelimiterScanner {
 public:
  explicit DelimiterScanner(std::string_view text) : data_(text.data()), size_(text.size()) {}

  /// The position of the next tab or line feed, or the size of the text.
  std::size_t next() {
    while (mask_ == 0) {
      if (position_ >= size_) return size_;
      base_ = position_;
      load();
    }
    const std::size_t found = base_ + static_cast<std::size_t>(std::countr_zero(mask_));
    mask_ &= mask_ - 1;
    return found;
  }

 private:
  static constexpr std::size_t kWidth = 16;

  void load() {
#ifdef __SSE2__
    if (position_ + kWidth <= size_) {
      const __m128i bytes = _mm_loadu_si128(reinterpret_cast<const __m128i*>(data_ + position_));
      const __m128i tabs = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\t'));
      const __m128i feeds = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\n'));
      mask_ = static_cast<std::uint32_t>(_mm_movemask_epi8(_mm_or_si128(tabs, feeds)));
      position_ += kWidth;
      return;
    }
#endif
    for (std::uint32_t i = 0; i < kWidth && position_ < size_; ++i, ++position_) {
      const char c = data_[position_];
      if (c == '\t' || c == '\n') mask_ |= std::uint32_t{1} << i;
    }
  }

  const char* data_;
  std::size_t size_;
  std::size_t base_ = 0;
  std::size_t position_ = 0;
  std::uint32_t mask_ = 0;
};

}  // namespace

void SentenceReader::report(std::uint64_t line, std::uint64_t column, const std::string& message) {
  if (problems_.size() >= kMaxProblems) return;
  problems_.emplace_back(Place{place_.file, place_.line + line, column}, message);
}

void SentenceReader::report_id(const Sentence& sentence, const Sentence::Line& line,
                               const std::string& message) {
  if (!lost_line_) report(sentence, line, Field::kId, message);
}

void SentenceReader::report(const Sentence& sentence, const Sentence::Line& line, Field field,
                            const std::string& message) {
  const Sentence::Span span = line.fields[static_cast<std::size_t>(field)];
  const std::string_view before = sentence.raw().substr(line.begin, span.offset - line.begin);
  report(line.number, count_characters(before) + 1, message);
}

void SentenceReader::read(std::string_view block, const Place& start, Options options,
                          Sentence& sentence) {
  this->start(block, start, options, sentence);
  check_characters(sentence);
  read_lines(sentence);
  check_multiwords(sentence);
  check_size(sentence);
  const bool well_formed = problems_.empty();
  check_heads(sentence);
  // If lines are missing, a broken tree is no news.
  if (well_formed && problems_.empty()) check_tree(sentence, options.single_root);
}

void SentenceReader::start(std::string_view block, const Place& start, Options options,
                           Sentence& sentence) {
  problems_.clear();
  line_feeds_ = 0;
  lost_line_ = false;
  place_.line = start.line;
  if (place_.file != start.file) place_.file = start.file;
  if (sentence.file_ != start.file) sentence.file_ = start.file;
  sentence.bytes_.assign(block);
  sentence.raw_size_ = block.size();
  sentence.body_ = block.size();
  sentence.words_.clear();
  sentence.multiwords_.clear();
  sentence.empty_nodes_.clear();
  sentence.comments_.clear();
  sentence.heads_.assign(1, kNoHead);
  sentence.first_line_ = start.line;
  sentence.format_ = options.format;
  sentence.changed_ = false;
}

void SentenceReader::read_lines(Sentence& sentence) {
  const std::string_view text = sentence.raw();
  DelimiterScanner scanner(text);
  std::size_t begin = text.starts_with(kByteOrderMark) ? kByteOrderMark.size() : 0;
  Sentence::Line line;
  for (std::uint32_t number = 0; begin < text.size(); ++number) {
    ColumnCount columns;
    std::size_t field = begin;
    std::size_t delimiter = scanner.next();
    while (delimiter < text.size() && text[delimiter] == '\t') {
      if (columns.found < kFieldCount) {
        line.fields[columns.found] = {static_cast<std::uint32_t>(field),
                                      static_cast<std::uint32_t>(delimiter - field)};
      }
      columns.empty_field |= delimiter == field;
      ++columns.found;
      field = delimiter + 1;
      delimiter = scanner.next();
    }
    std::size_t end = delimiter;
    if (delimiter < text.size()) ++line_feeds_;
    if (end > field && text[end - 1] == '\r') --end;
    if (columns.found < kFieldCount) {
      line.fields[columns.found] = {static_cast<std::uint32_t>(field),
                                    static_cast<std::uint32_t>(end - field)};
    }
    columns.empty_field |= end == field;
    ++columns.found;
    line.begin = static_cast<std::uint32_t>(begin);
    line.end = static_cast<std::uint32_t>(end);
    line.number = number;
    const bool body = sentence.body_ < text.size();
    if (text[begin] == '#') {
      if (body) report(number, 1, "comment inside a sentence: expected a blank line before it");
      sentence.comments_.push_back({line.begin, line.end - line.begin});
    } else if (end > begin) {
      if (!body) sentence.body_ = begin;
      read_token_line(sentence, line, columns);
    }
    begin = delimiter + 1;
  }
  sentence.comments_read_ = sentence.comments_.size();
}

bool SentenceReader::check_columns(const Sentence& sentence, const Sentence::Line& line,
                                   ColumnCount columns) {
  if (columns.found != kFieldCount) {
    const std::string_view text = sentence.raw().substr(line.begin, line.end - line.begin);
    std::string_view hint;
    if (line.end == sentence.raw().size()) {
      hint = "; the file ends here, it may be cut short";
    } else if (columns.found == 1 && text.find(' ') != std::string_view::npos) {
      hint =
          "; is this plain text, which `panarc parse --text` reads, or are there spaces where tabs "
          "should be?";
    }
    report(line.number, 0,
           fmt::format("found {} in {}, expected 10 separated by tabs{}",
                       counted(columns.found, "column"), in_quotes(text), hint));
    lost_line_ = true;
    return false;
  }
  if (columns.empty_field) {
    for (std::size_t i = 0; i < kFieldCount; ++i) {
      if (line.fields[i].length != 0) continue;
      const auto field = static_cast<Field>(i);
      report(sentence, line, field,
             fmt::format("{} is empty: expected a value, or _ for none",
                         field_name(field, sentence.format())));
    }
    lost_line_ = true;
    return false;
  }
  return true;
}

void SentenceReader::read_token_line(Sentence& sentence, Sentence::Line& line,
                                     ColumnCount columns) {
  if (columns.found != kFieldCount || columns.empty_field) [[unlikely]] {
    if (!check_columns(sentence, line, columns)) return;
  }
  const std::string_view id = sentence.view(line.fields[0]);
  const Node expected = sentence.size() + 1;
  if (parse_number(id) == expected) {
    read_word(sentence, line);
    return;
  }
  if (sentence.format() == Format::kConllu) {
    const std::size_t separator = id.find_first_of("-.");
    if (separator != std::string_view::npos) {
      if (id[separator] == '-') {
        read_multiword(sentence, line, separator);
      } else {
        read_empty_node(sentence, line, separator);
      }
      return;
    }
  }
  const std::string_view reason = is_digits(id) ? "is out of order" : "is not a number";
  report_id(sentence, line, fmt::format("ID {} {}: expected {}", in_quotes(id), reason, expected));
}

void SentenceReader::read_word(Sentence& sentence, const Sentence::Line& line) {
  const std::string_view text = sentence.view(line.fields[static_cast<std::size_t>(Field::kHead)]);
  Node head = kNoHead;
  if (text != "_") {
    const std::optional<Node> number = parse_number(text);
    if (number) {
      head = *number;
    } else {
      report(sentence, line, Field::kHead,
             is_digits(text) ? fmt::format("HEAD {} is out of range", in_quotes(text))
                             : fmt::format("HEAD {} is not a number: expected the ID of a word, 0 "
                                           "for ROOT, or _ if unknown",
                                           in_quotes(text)));
    }
  }
  check_constraint(sentence, line);
  sentence.words_.push_back(line);
  sentence.heads_.push_back(head);
}

// An invalid mark must not pass for none: whoever wrote it wanted something.
void SentenceReader::check_constraint(const Sentence& sentence, const Sentence::Line& line) {
  const bool conllu = sentence.format() == Format::kConllu;
  const Field field = conllu ? Field::kMisc : Field::kDeps;
  const std::string_view text = sentence.view(line.fields[static_cast<std::size_t>(field)]);
  if (text == "_") return;
  if (conllu ? marks_of_misc(text) : marks_of_phead(text)) return;
  report(sentence, line, field,
         fmt::format("{} {}: expected {} of Head, Left or Right, Label, separated by commas",
                     field_name(field, sentence.format()), in_quotes(text),
                     conllu ? "Constraint= with a list" : "a number, _, or a list"));
}

void SentenceReader::read_multiword(Sentence& sentence, const Sentence::Line& line,
                                    std::size_t dash) {
  const std::string_view id = sentence.view(line.fields[0]);
  const std::optional<Node> first = parse_number(id.substr(0, dash));
  const std::optional<Node> last = parse_number(id.substr(dash + 1));
  const Node expected = sentence.size() + 1;
  if (!first || !last || *first != expected || *last < *first) {
    report_id(sentence, line,
              fmt::format("ID {} of a multiword token: expected a range that begins with {}",
                          in_quotes(id), expected));
    return;
  }
  if (!sentence.multiwords_.empty() && sentence.multiwords_.back().last >= *first) {
    report(sentence, line, Field::kId,
           fmt::format("multiword token {} overlaps {}-{}", id, sentence.multiwords_.back().first,
                       sentence.multiwords_.back().last));
    return;
  }
  sentence.multiwords_.push_back({*first, *last, line});
}

void SentenceReader::read_empty_node(Sentence& sentence, const Sentence::Line& line,
                                     std::size_t dot) {
  const std::string_view id = sentence.view(line.fields[0]);
  const Node after = sentence.size();
  const bool another =
      !sentence.empty_nodes_.empty() && sentence.empty_nodes_.back().after == after;
  const int number = another ? sentence.empty_nodes_.back().number + 1 : 1;
  if (parse_number(id.substr(0, dot)) != after || parse_number(id.substr(dot + 1)) != number) {
    report_id(sentence, line,
              fmt::format("ID {} of an empty node: expected {}.{}", in_quotes(id), after, number));
    return;
  }
  sentence.empty_nodes_.push_back({after, number, line});
}

void SentenceReader::check_multiwords(const Sentence& sentence) {
  if (sentence.multiwords_.empty() || !problems_.empty()) return;
  const Sentence::MultiwordLine& token = sentence.multiwords_.back();
  if (token.last > sentence.size()) {
    report(sentence, token.line, Field::kId,
           fmt::format("multiword token {}-{} ends after the last word, {}", token.first,
                       token.last, sentence.size()));
  }
}

// A sentence with only empty nodes is useless, and nothing writes one.
void SentenceReader::check_size(const Sentence& sentence) {
  if (!sentence.empty() || !problems_.empty()) return;
  const std::uint64_t line =
      sentence.empty_nodes_.empty() ? 0 : sentence.empty_nodes_.front().line.number;
  report(line, 0, "a sentence without words: expected at least one");
}

void SentenceReader::check_heads(Sentence& sentence) {
  // If lines are missing, the true number of words is unknown.
  const bool complete = problems_.empty();
  for (Node word = 1; word <= sentence.size(); ++word) {
    Node& head = sentence.heads_[static_cast<std::size_t>(word)];
    if (head <= sentence.size() && head != word) [[likely]] {
      continue;
    }
    if (head == word) {
      report(sentence, sentence.line_of(word), Field::kHead,
             fmt::format("word {} is its own head", word));
    } else if (complete) {
      report(sentence, sentence.line_of(word), Field::kHead,
             fmt::format("HEAD {} is out of range: the sentence has {}", head,
                         counted(static_cast<std::uint64_t>(sentence.size()), "word")));
    }
    head = kNoHead;
  }
}

void SentenceReader::check_tree(const Sentence& sentence, bool single_root) {
  const Heads& heads = sentence.heads();
  const Node in_cycle = find_cycle(heads, marks_);
  if (in_cycle != kNoHead) {
    constexpr int kMaxShown = 10;
    std::string path = fmt::format("{}", in_cycle);
    Node node = sentence.head(in_cycle);
    for (int shown = 1; node != in_cycle && shown < kMaxShown; ++shown) {
      path += fmt::format(" -> {}", node);
      node = sentence.head(node);
    }
    path += node == in_cycle ? fmt::format(" -> {}", node) : " -> ...";
    report(sentence, sentence.line_of(in_cycle), Field::kHead,
           fmt::format("the heads form a cycle: {}", path));
  }
  if (!single_root || count_roots(heads) <= 1) return;
  Node first = kNoHead;
  for (Node word = 1; word <= sentence.size(); ++word) {
    if (sentence.head(word) != kRoot) continue;
    if (first == kNoHead) {
      first = word;
      continue;
    }
    report(sentence, sentence.line_of(word), Field::kHead,
           fmt::format("word {} is a second root after word {}: expected one root", word, first));
  }
}

// Other programs would take a NUL byte for the end of a line or file.
void SentenceReader::check_characters(const Sentence& sentence) {
  const std::string_view text = sentence.raw();
  const std::size_t bad = std::min(find_invalid_utf8(text), text.find('\0'));
  if (bad == text.size()) return;
  const std::string_view before = text.substr(0, bad);
  const auto line = static_cast<std::uint64_t>(std::count(before.begin(), before.end(), '\n'));
  const std::size_t start = before.rfind('\n') + 1;  // npos + 1 is 0
  const std::uint64_t column = count_characters(before.substr(start)) + 1;
  if (text[bad] == '\0') {
    report(line, column, std::string(kNulInText));
    return;
  }
  // Valid characters beyond ASCII hardly occur by chance.
  const bool was_utf8 = count_characters(before) != before.size();
  report(line, column,
         fmt::format("byte 0x{:02X} is not valid UTF-8{}", static_cast<unsigned char>(text[bad]),
                     was_utf8 ? ""
                              : "; is the file in another encoding, like Latin-1? Then name it: "
                                "--encoding ISO-8859-1"));
}

}  // namespace panarc
