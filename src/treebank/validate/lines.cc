#include <fmt/format.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>

#include <algorithm>

#include "io/text.h"
#include "io/utf8.h"
#include "treebank/validate/checks.h"
#include "treebank/validate/white_space.h"

namespace panarc::validation {
namespace {

void check_encoding(std::string_view line, std::uint64_t number, Reporter& reporter) {
  if (is_ascii(line)) return;
  const std::size_t invalid = find_invalid_utf8(line);
  if (invalid < line.size()) {
    reporter.report("invalid-utf", number,
                    "byte {} of the line, {}, is not UTF-8: is the file in another encoding?",
                    invalid + 1, in_quotes(line.substr(invalid, 1)));
    return;
  }
  if (line.find(kReplacementBytes) != std::string_view::npos) {
    reporter.report("invalid-utf", number,
                    "U+FFFD stands where a character was lost in another encoding");
  }
  UErrorCode status = U_ZERO_ERROR;
  const icu::Normalizer2* const nfc = icu::Normalizer2::getNFCInstance(status);
  const icu::StringPiece text(line.data(), static_cast<std::int32_t>(line.size()));
  if (U_FAILURE(status) || nfc->isNormalizedUTF8(text, status)) return;
  std::string normalized;
  icu::StringByteSink<std::string> sink(&normalized);
  nfc->normalizeUTF8(0, text, sink, nullptr, status);
  // The first difference may be within a character: what is quoted begins with a whole one.
  std::size_t same = 0;
  while (same < line.size() && same < normalized.size() && line[same] == normalized[same]) ++same;
  while (same > 0 && same < line.size() && is_continuation(line[same])) --same;
  reporter.report("unicode-normalization", number,
                  "{} is not in normalization form NFC: expected {}", in_quotes(line.substr(same)),
                  in_quotes(std::string_view(normalized).substr(same)));
}

bool begins_with_digit(std::string_view line) {
  if (line.empty()) return false;
  const auto character = static_cast<UChar32>(take_character(line));
  const int type = u_getIntPropertyValue(character, UCHAR_NUMERIC_TYPE);
  return type == U_NT_DECIMAL || type == U_NT_DIGIT;
}

bool may_have_spaces(Field field) {
  return field == Field::kForm || field == Field::kLemma || field == Field::kMisc;
}

void check_white_space(const Row& row, Field field, Reporter& reporter) {
  const std::string_view value = row[field];
  const auto report = [&](Test test, std::string_view what) {
    reporter.report(test, row, field, "{} {} {}", field_name(field), in_quotes(value), what);
  };
  const bool surface = field == Field::kForm || field == Field::kLemma;
  if (row.kind == RowKind::kMultiword && surface && has_space(value)) {
    report("invalid-whitespace-mwt", "has white space: a multiword token has none");
    return;
  }
  if (!may_have_spaces(field) && has_space(value)) {
    report("invalid-whitespace", "has white space: only FORM, LEMMA and MISC may have some");
    return;
  }
  if (value.empty()) {
    reporter.report("empty-column", row, field, "{} is empty: expected a value, or _",
                    field_name(field));
    return;
  }
  if (begins_with_space(value)) report("leading-whitespace", "begins with white space");
  if (ends_with_space(value)) report("trailing-whitespace", "ends with white space");
  if (has_double_space(value)) {
    report("repeated-whitespace", "has two white space characters in a row");
  }
}

/// A multiword token, or a word outside of them.
struct Interval {
  std::int64_t first = 0;
  std::int64_t last = 0;
  const Row* row = nullptr;
};

/// Goes through the ids of a sentence, in order.
class IdChecker {
 public:
  explicit IdChecker(Reporter& reporter) : reporter_(reporter) {}

  bool check(const SentenceRows& sentence) {
    for (const Row& row : sentence.rows()) check_row(row);
    check_sequence(sentence);
    for (const Interval& interval : intervals_) check_bounds(interval, sentence.word_count());
    if (good_) check_overlaps(sentence);
    return good_;
  }

 private:
  void report(Test test, const Row& row, std::string_view expected) {
    reporter_.report(test, row, Field::kId, "ID {}: expected {}", in_quotes(row[Field::kId]),
                     expected);
    good_ = false;
  }

  void check_row(const Row& row) {
    if (row.kind != RowKind::kEmptyNode && row.kind != RowKind::kUnknown) next_empty_ = 1;
    switch (row.kind) {
      case RowKind::kWord:
        word_ = row.first;
        has_word_ = true;
        if (intervals_.empty() || intervals_.back().first > word_ ||
            intervals_.back().last < word_) {
          intervals_.push_back({word_, word_, &row});
        }
        break;
      case RowKind::kMultiword:
        if (has_word_ && row.first <= word_) {
          report("misplaced-word-interval", row, "multiword tokens before their first word");
        } else {
          intervals_.push_back({row.first, row.second, &row});
        }
        break;
      case RowKind::kEmptyNode:
        check_empty_node(row);
        break;
      case RowKind::kUnknown:
        report("invalid-word-id", row, "a number such as 3, 3-4 or 3.1");
        break;
    }
  }

  void check_empty_node(const Row& row) {
    if (row.first != word_ || row.second != next_empty_) {
      report("misplaced-empty-node", row, fmt::format("{}.{} here", word_, next_empty_));
    }
    ++next_empty_;
    if (row.first == word_ && !intervals_.empty() && word_ < intervals_.back().first) {
      report("misplaced-empty-node", row,
             fmt::format("it before the multiword token {}-{}", intervals_.back().first,
                         intervals_.back().last));
    }
  }

  void check_sequence(const SentenceRows& sentence) {
    for (std::size_t number = 1; number <= sentence.word_count(); ++number) {
      const Row& word = sentence.word(number);
      if (word.first == static_cast<std::int64_t>(number)) continue;
      report("word-id-sequence", word, fmt::format("word {} here", number));
      return;
    }
  }

  void check_bounds(const Interval& interval, std::size_t words) {
    if (interval.last < interval.first) {
      report("reversed-word-interval", *interval.row, "the smaller number first");
    } else if (interval.last > static_cast<std::int64_t>(words)) {
      report("word-interval-out", *interval.row,
             fmt::format("at most {}, the number of words", words));
    }
  }

  void check_overlaps(const SentenceRows& sentence) {
    std::vector<const Row*> multiwords;
    for (const Row& row : sentence.rows()) {
      if (row.kind == RowKind::kMultiword) multiwords.push_back(&row);
    }
    std::ranges::stable_sort(multiwords, {}, &Row::first);
    std::int64_t covered = 0;
    for (const Row* const row : multiwords) {
      if (row->first <= covered) {
        report("overlapping-word-intervals", *row, "words that no other multiword token has");
      }
      covered = std::max(covered, row->second);
    }
  }

  Reporter& reporter_;
  std::int64_t word_ = 0;
  bool has_word_ = false;
  std::int64_t next_empty_ = 1;
  std::vector<Interval> intervals_;
  bool good_ = true;
};

}  // namespace

bool check_lines(const SentenceRows& sentence, Reporter& reporter) {
  const Block& block = sentence.block();
  bool good = true;
  bool in_rows = false;
  bool has_row = false;
  std::uint64_t number = block.first_line;
  for (const std::string_view line : block.lines) {
    const bool is_end = block.has_end && number + 1 == block.first_line + block.lines.size();
    check_encoding(line, number, reporter);
    if (is_end) {
      if (!line.empty()) {
        reporter.report("pseudo-empty-line", number, "found {}, expected nothing in a blank line",
                        in_quotes(line));
      }
      if (!has_row) {
        reporter.report("empty-sentence", number,
                        "blank line without a sentence before it: expected one after each");
        good = false;
      }
    } else if (line.starts_with('#')) {
      if (in_rows) {
        reporter.report("misplaced-comment", number,
                        "comment {} after a word: expected all before the first", in_quotes(line));
        good = false;
      }
    } else if (begins_with_digit(line)) {
      in_rows = has_row = true;
    } else {
      in_rows = true;
      reporter.report("invalid-line", number, "found {}{}, expected # or a number at the beginning",
                      line.starts_with(kByteOrderMark) ? "a byte order mark in " : "",
                      in_quotes(line));
      good = false;
    }
    ++number;
  }
  if (!block.has_end) {
    reporter.report("missing-empty-line", number - 1,
                    "the file ends here: expected a blank line after the sentence");
    good = has_row;
  }
  return good;
}

bool check_columns(const SentenceRows& sentence, Reporter& reporter) {
  bool good = true;
  for (const Row& row : sentence.rows()) {
    if (row.columns != kFieldCount) {
      reporter.report("number-of-columns", row.line,
                      "found {} in {}, expected {} separated by tabs",
                      counted(row.columns, "column"), in_quotes(row.text), kFieldCount);
      good = false;
      continue;
    }
    const bool plain = !may_have_space(row.text);
    for (std::size_t field = 0; field < kFieldCount; ++field) {
      if (plain && !row.fields[field].empty()) continue;
      check_white_space(row, static_cast<Field>(field), reporter);
    }
  }
  return good;
}

bool check_ids(const SentenceRows& sentence, Reporter& reporter) {
  return IdChecker(reporter).check(sentence);
}

}  // namespace panarc::validation
