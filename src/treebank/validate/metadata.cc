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

}  // namespace panarc::validation
