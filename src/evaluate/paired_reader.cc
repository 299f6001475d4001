#include "evaluate/paired_reader.h"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace panarc {

namespace {

/// The place of a word; of the sentence, if the word is 0.
Place place_of(const Sentence& sentence, Node word) {
  return {sentence.file(), word == 0 ? sentence.line() : sentence.line(word), 0};
}

std::string text_of(const Place& place) { return fmt::format("{}:{}", place.file, place.line); }

std::string counted(std::uint64_t number, const char* noun) {
  return fmt::format("{} {}{}", number, noun, number == 1 ? "" : "s");
}

// The file that ends too early is called by its part: if it is empty, no sentence told its name.
[[noreturn]] void throw_sentence_missing(const Sentence& extra, const char* longer,
                                         const char* shorter, std::uint64_t pairs) {
  throw Error(
      place_of(extra, std::min<Node>(1, extra.size())),
      fmt::format("sentence {} of the {} file has no counterpart: the {} file ends after {}",
                  pairs + 1, longer, shorter, counted(pairs, "sentence")));
}

}  // namespace

bool PairedReader::next() {
  const bool has_gold = gold_reader_.next(gold_);
  const bool has_system = system_reader_.next(system_);
  if (has_gold && !has_system) throw_sentence_missing(gold_, "gold", "system", pairs_);
  if (has_system && !has_gold) throw_sentence_missing(system_, "system", "gold", pairs_);
  if (!has_gold) return false;
  check_words();
  ++pairs_;
  return true;
}

void PairedReader::check_words() const {
  const Node common = std::min(gold_.size(), system_.size());
  for (Node word = 1; word <= common; ++word) {
    if (gold_.form(word) == system_.form(word)) continue;
    throw Error({system_.file(), system_.line(word), 0},
                fmt::format(R"(FORM of word {} of sentence {} is "{}": expected "{}", as in {})",
                            word, pairs_ + 1, system_.form(word), gold_.form(word),
                            text_of(place_of(gold_, word))));
  }
  if (gold_.size() == system_.size()) return;
  const auto words = [](const Sentence& sentence) {
    return counted(static_cast<std::uint64_t>(sentence.size()), "word");
  };
  throw Error(place_of(system_, common),
              fmt::format("sentence {} has {}: expected {}, as in {}", pairs_ + 1, words(system_),
                          words(gold_), text_of(place_of(gold_, common))));
}

}  // namespace panarc
