#include "analysis/paired_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "io/text.h"
#include "io/utf8.h"

namespace panarc {

namespace {

/// The place of a word; that of the sentence, if the word is 0.
Place place_of(const Sentence& sentence, Node word) {
  return {sentence.file(), word == 0 ? sentence.line() : sentence.line(word), 0};
}

// The file that ends too early is named by its role: if it is empty, no sentence told its name.
[[noreturn]] void throw_sentence_missing(const Sentence& extra, const char* longer,
                                         const char* shorter, std::uint64_t pairs) {
  throw Error(
      place_of(extra, std::min<Node>(1, extra.size())),
      fmt::format("sentence {} of the {} file has no counterpart: the {} file ends after {}",
                  pairs + 1, longer, shorter, counted(pairs, "sentence")));
}

}  // namespace

void check_same_words(const Sentence& gold, const Sentence& system, std::uint64_t number) {
  const Node common = std::min(gold.size(), system.size());
  for (Node word = 1; word <= common; ++word) {
    if (gold.form(word) == system.form(word)) continue;
    throw Error({system.file(), system.line(word), 0},
                fmt::format("FORM of word {} of sentence {} is {}: expected {}, as in {}", word,
                            number, in_quotes(system.form(word)), in_quotes(gold.form(word)),
                            text_of(place_of(gold, word))));
  }
  if (gold.size() == system.size()) return;
  const auto words = [](const Sentence& sentence) {
    return counted(static_cast<std::uint64_t>(sentence.size()), "word");
  };
  throw Error(place_of(system, common),
              fmt::format("sentence {} has {}: expected {}, as in {}", number, words(system),
                          words(gold), text_of(place_of(gold, common))));
}

bool PairedReader::next() {
  const bool has_gold = gold_reader_.next(gold_);
  const bool has_system = system_reader_.next(system_);
  if (has_gold && !has_system) throw_sentence_missing(gold_, roles_.gold, roles_.system, pairs_);
  if (has_system && !has_gold) throw_sentence_missing(system_, roles_.system, roles_.gold, pairs_);
  if (!has_gold) return false;
  check_same_words(gold_, system_, ++pairs_);
  return true;
}

}  // namespace panarc
