#include <fmt/format.h>

#include <algorithm>

#include "io/utf8.h"
#include "treebank/validate/checks.h"

namespace panarc::validation {

namespace {

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

bool check_ids(const SentenceRows& sentence, Reporter& reporter) {
  return IdChecker(reporter).check(sentence);
}

}  // namespace panarc::validation
