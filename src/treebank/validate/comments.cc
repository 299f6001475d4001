#include <algorithm>
#include <functional>
#include <limits>

#include "io/text.h"
#include "io/utf8.h"
#include "treebank/validate/checks.h"
#include "treebank/validate/white_space.h"

namespace panarc::validation {
namespace {

std::uint64_t hash_of(std::string_view text) { return std::hash<std::string_view>{}(text); }

// Whether a comment looks like `# KEY`, whatever follows.
bool is_about(std::string_view comment, std::string_view key) {
  if (comment.starts_with('#')) comment.remove_prefix(1);
  if (comment.starts_with(' ')) comment.remove_prefix(1);
  return comment.starts_with(key);
}

/// `CORPUS/SENTENCE/alt1part2` of a parallel treebank; the last part need not be there.
struct ParallelId {
  std::string_view text;
  std::string_view sentence;  ///< `CORPUS/SENTENCE`
  std::optional<std::int64_t> alternative;
  std::optional<std::int64_t> part;
};

// Removes `alt` or `part` and a number from the beginning of a text, and returns the number.
std::optional<std::int64_t> take_counter(std::string_view& text, std::string_view name) {
  if (!text.starts_with(name)) return std::nullopt;
  std::string_view rest = text.substr(name.size());
  const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
  if (digits == 0 || rest.front() == '0') return std::nullopt;
  text = rest.substr(digits);
  return parse_number(rest.substr(0, digits)).value_or(std::numeric_limits<std::int32_t>::max());
}

std::optional<ParallelId> parse_parallel_id(std::string_view comment) {
  const std::optional<std::string_view> text = after_assignment(comment, "parallel_id");
  if (!text) return std::nullopt;
  const auto is_small_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const auto is_sentence_char = [&](char c) {
    return is_small_letter(c) || (c >= '0' && c <= '9') || c == '-';
  };
  const std::vector<std::string_view> parts = split(*text, '/');
  if (parts.size() != 2 && parts.size() != 3) return std::nullopt;
  if (parts[0].empty() || !std::ranges::all_of(parts[0], is_small_letter)) return std::nullopt;
  if (parts[1].empty() || !std::ranges::all_of(parts[1], is_sentence_char)) return std::nullopt;
  ParallelId id{.text = *text,
                .sentence = text->substr(0, parts[0].size() + 1 + parts[1].size()),
                .alternative = {},
                .part = {}};
  if (parts.size() == 2) return id;
  std::string_view counters = parts[2];
  id.alternative = take_counter(counters, "alt");
  id.part = take_counter(counters, "part");
  if (parts[2].empty() || !counters.empty()) return std::nullopt;
  return id;
}

// Counters of a sentence are 1, 2, ..., or there are none.
void check_counter(Test test, std::string_view name, const ParallelId& id,
                   std::optional<std::int64_t> counter,
                   std::unordered_map<std::string, std::optional<std::int64_t>>& last,
                   std::uint64_t line, Reporter& reporter) {
  const auto [entry, is_new] = last.try_emplace(std::string(id.sentence));
  std::optional<std::int64_t>& before = entry->second;
  if (!is_new && before.has_value() != counter.has_value()) {
    reporter.report(test, line,
                    "parallel_id {}: expected {} in all sentences of this name or in none",
                    in_quotes(id.text), name);
  } else if (counter && *counter != before.value_or(0) + 1) {
    reporter.report(test, line, "parallel_id {}: expected {}{}", in_quotes(id.text), name,
                    before.value_or(0) + 1);
  }
  before = counter;
}

// `# KEY`, or `# KEY ID`.
bool is_mark(std::string_view comment, std::string_view key) {
  const std::optional<std::string_view> rest = after_key(comment, key);
  if (!rest) return false;
  if (rest->empty()) return true;
  std::string_view id = *rest;
  skip_spaces(id);
  return id.size() < rest->size() && !id.empty() && !has_space(id);
}

bool says_no_space(std::string_view misc) {
  const Parts attributes(misc, '|');
  return std::ranges::find(attributes, "SpaceAfter=No") != attributes.end();
}

/// Follows the tokens of a sentence through its text.
class TextChecker {
 public:
  TextChecker(std::string_view text, Reporter& reporter, bool& no_space_after)
      : rest_(text), reporter_(reporter), no_space_after_(no_space_after) {}

  void check(const SentenceRows& sentence) {
    covered_.assign(sentence.word_count() + 1, false);
    for (const Row& row : sentence.rows()) {
      check_space_attribute(row);
      if (row.kind == RowKind::kMultiword) {
        for (std::int64_t word = row.first; word <= row.second; ++word) {
          covered_[static_cast<std::size_t>(word)] = true;
        }
      }
      if (is_token(row)) check_token(row);
    }
    if (!rest_.empty()) {
      reporter_.report("text-extra-chars", sentence.first_row_line(),
                       "text goes on after the last word: {}", in_quotes(rest_));
    }
  }

 private:
  void report(Test test, const Row& row, std::string_view what) {
    reporter_.report(test, row, Field::kMisc, "MISC {}: {}", in_quotes(row[Field::kMisc]), what);
  }

  [[nodiscard]] bool is_token(const Row& row) const {
    if (row.kind == RowKind::kWord) return !covered_[static_cast<std::size_t>(row.first)];
    return row.kind == RowKind::kMultiword;
  }

  void check_space_attribute(const Row& row) {
    const std::string_view misc = row[Field::kMisc];
    if (misc.find("SpaceAfter=") == std::string_view::npos) return;
    if (misc.find("NoSpaceAfter=Yes") != std::string_view::npos) {
      report("nospaceafter-yes", row, "expected SpaceAfter=No");
    }
    for (const std::string_view attribute : Parts(misc, '|')) {
      if (!attribute.starts_with("SpaceAfter=") || attribute == "SpaceAfter=No") continue;
      report("spaceafter-value", row,
             "SpaceAfter may only be No; white space itself is SpacesAfter");
      break;
    }
    // A token is where it matters; a word of a multiword token is none.
    if (misc.find("SpaceAfter=No") == std::string_view::npos) return;
    if (row.kind == RowKind::kEmptyNode) {
      report("spaceafter-empty-node", row, "an empty node is not in the text");
    } else if (row.kind == RowKind::kWord && !is_token(row)) {
      report("spaceafter-mwt-node", row, "expected it at the multiword token, not at its words");
    }
  }

  void check_token(const Row& row) {
    const std::string_view form = row[Field::kForm];
    if (!rest_.starts_with(form)) {
      if (!mismatch_) {
        reporter_.report("text-form-mismatch", row, Field::kForm,
                         "FORM {}, but the text goes on with {}", in_quotes(form),
                         in_quotes(rest_));
      }
      // Whatever follows has most likely the same cause.
      mismatch_ = true;
      return;
    }
    rest_.remove_prefix(form.size());
    no_space_after_ = says_no_space(row[Field::kMisc]);
    if (no_space_after_) return;
    if (!rest_.empty() && !begins_with_space(rest_)) {
      reporter_.report(
          "missing-spaceafter", row, Field::kMisc,
          "no space after {} in the text, which goes on with {}: expected SpaceAfter=No",
          in_quotes(form), in_quotes(rest_));
    }
    rest_ = without_leading_space(rest_);
  }

  std::string_view rest_;
  Reporter& reporter_;
  bool& no_space_after_;
  std::vector<bool> covered_;  // words of multiword tokens
  bool mismatch_ = false;
};

void check_marks(const SentenceRows& sentence, Reporter& reporter, const Seen& seen) {
  const std::uint64_t line = sentence.first_row_line();
  const auto count = [&](std::string_view key) {
    return std::ranges::count_if(sentence.comments(),
                                 [&](std::string_view comment) { return is_mark(comment, key); });
  };
  const auto documents = count("newdoc");
  const auto paragraphs = count("newpar");
  constexpr auto kMany = "the sentence has {} comments with {}, expected at most one";
  if (documents > 1) {
    reporter.report("multiple-newdoc", line, kMany, documents, "newdoc");
  }
  if (paragraphs > 1) {
    reporter.report("multiple-newpar", line, kMany, paragraphs, "newpar");
  }
  if (documents + paragraphs > 0 && seen.no_space_after) {
    reporter.report(
        "spaceafter-newdocpar", line,
        "a document or paragraph begins here, but the last token before it has SpaceAfter=No");
  }
}

}  // namespace

void check_sentence_id(const SentenceRows& sentence, Reporter& reporter, Seen& seen) {
  const std::uint64_t line = sentence.first_row_line();
  std::vector<std::string_view> ids;
  for (const std::string_view comment : sentence.comments()) {
    if (const auto id = sentence_id_of(comment)) {
      ids.push_back(*id);
    } else if (is_about(comment, "sent_id")) {
      reporter.report("invalid-sent-id", line,
                      "found {}, expected \"# sent_id = ID\", without white space in ID",
                      in_quotes(comment));
    }
  }
  if (ids.empty()) {
    reporter.report("missing-sent-id", line, "the sentence has no comment \"# sent_id = ID\"");
  } else if (ids.size() > 1) {
    reporter.report("multiple-sent-id", line,
                    "the sentence has {} comments with sent_id, expected one", ids.size());
  } else {
    if (!seen.sentence_ids.insert(hash_of(ids[0])).second) {
      reporter.report("non-unique-sent-id", line, "an earlier sentence has sent_id {}, too",
                      in_quotes(ids[0]));
    }
    if (std::ranges::count(ids[0], '/') > 1) {
      reporter.report("slash-in-sent-id", line,
                      "sent_id {} has several slashes: expected at most one", in_quotes(ids[0]));
    }
  }
}

void check_parallel_id(const SentenceRows& sentence, Reporter& reporter, Seen& seen) {
  const std::uint64_t line = sentence.first_row_line();
  std::vector<ParallelId> ids;
  for (const std::string_view comment : sentence.comments()) {
    if (const auto id = parse_parallel_id(comment)) {
      ids.push_back(*id);
    } else if (is_about(comment, "parallel_id")) {
      reporter.report("invalid-parallel-id", line,
                      "found {}, expected \"# parallel_id = CORPUS/SENTENCE\", perhaps with /alt1, "
                      "/part1 or /alt1part1: small Latin letters, digits and, in SENTENCE, hyphens",
                      in_quotes(comment));
    }
  }
  if (ids.size() > 1) {
    reporter.report("multiple-parallel-id", line,
                    "the sentence has {} comments with parallel_id, expected one", ids.size());
  }
  if (ids.size() != 1) return;
  const ParallelId& id = ids[0];
  if (!seen.parallel_ids.insert(hash_of(id.text)).second) {
    reporter.report("non-unique-parallel-id", line, "an earlier sentence has parallel_id {}, too",
                    in_quotes(id.text));
    return;
  }
  check_counter("parallel-id-alt", "alt", id, id.alternative, seen.last_alternative, line,
                reporter);
  check_counter("parallel-id-part", "part", id, id.part, seen.last_part, line, reporter);
}

void check_text(const SentenceRows& sentence, Reporter& reporter, Seen& seen) {
  check_marks(sentence, reporter, seen);
  const std::uint64_t line = sentence.first_row_line();
  std::vector<std::string_view> texts;
  for (const std::string_view comment : sentence.comments()) {
    if (const auto text = after_assignment(comment, "text")) texts.push_back(*text);
  }
  if (texts.empty()) {
    reporter.report("missing-text", line, "the sentence has no comment \"# text = ...\"");
  } else if (texts.size() > 1) {
    reporter.report("multiple-text", line, "the sentence has {} comments with text, expected one",
                    texts.size());
  }
  if (texts.size() != 1) return;
  if (texts[0].empty()) {
    reporter.report("empty-text", line, "the text of the sentence is empty");
  } else if (ends_with_space(texts[0])) {
    reporter.report("text-trailing-whitespace", line, "white space at the end of the text {}",
                    in_quotes(texts[0]));
  }
  TextChecker(texts[0], reporter, seen.no_space_after).check(sentence);
}

}  // namespace panarc::validation
