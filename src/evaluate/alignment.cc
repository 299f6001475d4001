#include "evaluate/alignment.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <utility>

#include "io/text.h"
#include "io/utf8.h"
#include "panarc/error.h"

namespace panarc {

namespace {

/// A word with the text span of its token.
struct SpannedWord {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool multiword = false;
};

std::vector<SpannedWord> spanned_words(const Passage& passage) {
  std::vector<SpannedWord> words{{}};
  for (const Passage::Token& token : passage.tokens()) {
    words.resize(words.size() + static_cast<std::size_t>(token.last - token.first) + 1,
                 {token.begin, token.end, token.multiword});
  }
  return words;
}

bool begins_with_multiword(const Sentence& sentence) {
  return sentence.multiword_count() > 0 && sentence.multiword(0).first == 1;
}

class WordAligner {
 public:
  WordAligner(const Passage& gold, const Passage& system, Alignment& alignment)
      : gold_(gold),
        system_(system),
        gold_words_(spanned_words(gold)),
        system_words_(spanned_words(system)),
        alignment_(alignment) {
    alignment_.gold_to_system.assign(gold_words_.size(), kNotAligned);
    alignment_.system_to_gold.assign(system_words_.size(), kNotAligned);
    align(0, 0);
  }

  /// Returns how many words of either side are left after the last one that the other has.
  Alignment::Rest run() {
    while (g_ < gold_words_.size() && s_ < system_words_.size()) {
      const SpannedWord& gold = gold_words_[g_];
      const SpannedWord& system = system_words_[s_];
      if (gold.multiword || system.multiword) {
        align_multiword();
      } else if (gold.begin == system.begin && gold.end == system.end) {
        align(g_++, s_++);
      } else if (gold.begin <= system.begin) {
        ++g_;
      } else {
        ++s_;
      }
    }
    return {gold_words_.size() - g_, system_words_.size() - s_};
  }

 private:
  using Words = std::vector<SpannedWord>;

  void align(std::size_t gold, std::size_t system) {
    alignment_.gold_to_system[gold] = static_cast<Node>(system);
    alignment_.system_to_gold[system] = static_cast<Node>(gold);
  }

  /// Aligns what overlaps with multiword tokens, beginning here, and continues after it.
  void align_multiword() {
    const auto [gold_from, system_from] = find_span();
    if (g_ == gold_from || s_ == system_from) return;
    std::vector<std::string> gold_forms;
    std::vector<std::string> system_forms;
    for (std::size_t i = gold_from; i < g_; ++i) {
      gold_forms.push_back(form(gold_, i, gold_words_[i]));
    }
    for (std::size_t i = system_from; i < s_; ++i) {
      system_forms.push_back(form(system_, i, system_words_[i]));
    }
    const auto common = common_lengths(gold_forms, system_forms);
    for (std::size_t g = 0, s = 0; g < gold_forms.size() && s < system_forms.size();) {
      if (gold_forms[g] == system_forms[s]) {
        align(gold_from + g++, system_from + s++);
      } else if (common[g][s] == common[g + 1][s]) {
        ++g;
      } else {
        ++s;
      }
    }
  }

  /// Moves both sides past all that overlaps; returns where it begins.
  std::pair<std::size_t, std::size_t> find_span() {
    const bool by_gold = gold_words_[g_].multiword;
    std::size_t end = by_gold ? gold_words_[g_].end : system_words_[s_].end;
    // A plain word that begins earlier cannot belong to it.
    if (by_gold) {
      const SpannedWord& other = system_words_[s_];
      if (!other.multiword && other.begin < gold_words_[g_].begin) ++s_;
    } else if (gold_words_[g_].begin < system_words_[s_].begin) {
      ++g_;
    }
    const auto from = std::pair(g_, s_);
    while (!is_beyond(gold_words_, g_, end) || !is_beyond(system_words_, s_, end)) {
      const bool gold_is_next =
          g_ < gold_words_.size() &&
          (s_ >= system_words_.size() || gold_words_[g_].begin <= system_words_[s_].begin);
      const SpannedWord& word = gold_is_next ? gold_words_[g_++] : system_words_[s_++];
      if (word.multiword) end = std::max(end, word.end);
    }
    return from;
  }

  static bool is_beyond(const Words& words, std::size_t at, std::size_t end) {
    if (at >= words.size()) return true;
    return words[at].multiword ? words[at].begin >= end : words[at].end > end;
  }

  /// A form for comparison: in lower case; for a plain word, as in the text.
  static std::string form(const Passage& passage, std::size_t word, const SpannedWord& span) {
    if (span.multiword) return lower_case(passage.form(static_cast<Node>(word)));
    return lower_case(std::string_view(passage.text()).substr(span.begin, span.end - span.begin));
  }

  /// The lengths of longest common subsequences of the remainders, from each pair of positions on.
  static std::vector<std::vector<std::size_t>> common_lengths(
      const std::vector<std::string>& gold, const std::vector<std::string>& system) {
    std::vector<std::vector<std::size_t>> common(gold.size() + 1,
                                                 std::vector<std::size_t>(system.size() + 1, 0));
    for (std::size_t g = gold.size(); g-- > 0;) {
      for (std::size_t s = system.size(); s-- > 0;) {
        common[g][s] = std::max(common[g + 1][s], common[g][s + 1]);
        if (gold[g] == system[s]) common[g][s] = std::max(common[g][s], common[g + 1][s + 1] + 1);
      }
    }
    return common;
  }

  const Passage& gold_;
  const Passage& system_;
  Words gold_words_;
  Words system_words_;
  Alignment& alignment_;
  std::size_t g_ = 1;
  std::size_t s_ = 1;
};

bool same_forms(const Sentence& gold, const Sentence& system) {
  if (gold.size() != system.size()) return false;
  for (Node word = 1; word <= gold.size(); ++word) {
    if (gold.form(word) != system.form(word)) return false;
  }
  return true;
}

/// Whether a word with spaces in its form is a token on one side and part of a multiword token on
/// the other. The script of the shared task removes spaces only from tokens, so they differ.
bool spaces_differ(const Passage& gold, const Passage& system) {
  const auto same = [](const Passage::Token& a, const Passage::Token& b) {
    return a.first == b.first && a.last == b.last && a.multiword == b.multiword;
  };
  if (std::ranges::equal(gold.tokens(), system.tokens(), same)) return false;
  if (gold.text() != system.text()) return false;
  const std::vector<SpannedWord> gold_words = spanned_words(gold);
  const std::vector<SpannedWord> system_words = spanned_words(system);
  for (std::size_t i = 1; i < gold_words.size(); ++i) {
    if (gold_words[i].multiword == system_words[i].multiword) continue;
    const SpannedWord& token = gold_words[i].multiword ? system_words[i] : gold_words[i];
    if (token.end - token.begin != gold.form(static_cast<Node>(i)).size()) return true;
  }
  return false;
}

/// Whether the part that a text has beyond another is in the next sentence of the other.
bool has_rest_of(const Passage& longer, const Passage& shorter, SentenceSource& source) {
  const std::string_view text = longer.text();
  if (text.size() <= shorter.text().size() || !text.starts_with(shorter.text())) return false;
  const Sentence* const sentence = source.peek();
  if (sentence == nullptr) return false;
  SentenceSource next_alone(next_of(std::span(sentence, 1)));
  Passage next;
  next.read(next_alone);
  next.read_text();
  const std::string_view rest = text.substr(shorter.text().size());
  return rest.starts_with(next.text()) || std::string_view(next.text()).starts_with(rest);
}

/// The line of the word at an offset in a text.
Place place_of_text(const Passage& passage, std::size_t offset) {
  const auto token = std::find_if(passage.tokens().begin(), passage.tokens().end(),
                                  [&](const Passage::Token& one) { return one.end > offset; });
  const Passage::Token& found = token == passage.tokens().end() ? passage.tokens().back() : *token;
  const Passage::Place at = passage.place(found.first);
  return {at.sentence->file(), at.sentence->line(at.word), 0};
}

/// The text from an offset on, or from the start of the character it is in.
std::string_view text_from(const std::string& text, std::size_t offset) {
  while (offset > 0 && offset < text.size() && is_continuation(text[offset])) --offset;
  return std::string_view(text).substr(offset);
}

}  // namespace

void align_words(const Passage& gold, const Passage& system, Alignment& alignment) {
  alignment.rest = WordAligner(gold, system, alignment).run();
}

PassageReader::PassageReader(NextSentence gold, NextSentence system)
    : gold_source_(std::move(gold)), system_source_(std::move(system)) {}

bool PassageReader::next() {
  gold_.clear();
  system_.clear();
  checked_ = 0;
  const bool has_gold = gold_.read(gold_source_);
  const bool has_system = system_.read(system_source_);
  if (!has_gold && !has_system) return false;
  same_words_ = has_gold && has_system && same_forms(gold_.sentence(0), system_.sentence(0));
  if (same_words_) {
    // Where words are the same, tokens may differ, and so may the texts that they form.
    gold_.read_text();
    system_.read_text();
    same_words_ = !spaces_differ(gold_, system_) && !has_rest_of(gold_, system_, system_source_) &&
                  !has_rest_of(system_, gold_, gold_source_);
    if (same_words_) return true;
  }
  read_to_common_end();
  align_words(gold_, system_, alignment_);
  while (read_across_end()) {
    read_to_common_end();
    align_words(gold_, system_, alignment_);
  }
  return true;
}

void PassageReader::read_to_common_end() {
  check_text();
  while (gold_.text().size() != system_.text().size()) {
    if (gold_.text().size() < system_.text().size()) {
      read_more(gold_, gold_source_, system_, "gold");
    } else {
      read_more(system_, system_source_, gold_, "system");
    }
    check_text();
  }
}

bool PassageReader::read_across_end() {
  const auto read = [](std::size_t rest_of_other, Passage& passage, SentenceSource& source) {
    // The script always skips one word.
    if (rest_of_other < 2) return false;
    const Sentence* const sentence = source.peek();
    return sentence != nullptr && begins_with_multiword(*sentence) && passage.read(source);
  };
  return read(alignment_.rest.system, gold_, gold_source_) ||
         read(alignment_.rest.gold, system_, system_source_);
}

void PassageReader::read_more(Passage& passage, SentenceSource& source, const Passage& longer,
                              const char* name) {
  if (passage.read(source)) return;
  const Place place = place_of_text(longer, passage.text().size());
  throw Error(place, fmt::format("the text goes on with {}: expected the end, where the {} file "
                                 "ends after {}",
                                 in_quotes(text_from(longer.text(), passage.text().size())), name,
                                 counted(passage.sentences_read(), "sentence")));
}

void PassageReader::check_text() {
  gold_.read_text();
  system_.read_text();
  const std::string& gold = gold_.text();
  const std::string& system = system_.text();
  const std::size_t common = std::min(gold.size(), system.size());
  const auto [at, other] = std::mismatch(gold.begin() + static_cast<std::ptrdiff_t>(checked_),
                                         gold.begin() + static_cast<std::ptrdiff_t>(common),
                                         system.begin() + static_cast<std::ptrdiff_t>(checked_));
  checked_ = static_cast<std::size_t>(at - gold.begin());
  if (checked_ == common) return;
  throw Error(
      place_of_text(system_, checked_),
      fmt::format("the text goes on with {}: expected {}, as in {}",
                  in_quotes(text_from(system, checked_)), in_quotes(text_from(gold, checked_)),
                  text_of(place_of_text(gold_, checked_))));
}

}  // namespace panarc
