#include "train/drawn_words.h"

#include <algorithm>
#include <unordered_map>

namespace panarc {

DrawnWords::DrawnWords(const Sentence& sentence, const WordEncoder& encoder,
                       const WordSet& frequent) {
  encoder.encode(sentence, words);
  const std::span<const WordColumn> columns = encoder.columns();
  for (Node word = 1; word <= words.words(); ++word) {
    for (std::size_t column = 0; column < columns.size(); ++column) {
      const std::uint64_t value = words.value(word, column);
      if (!names_a_word(columns[column].attribute) || value == 0) continue;
      if (frequent.contains(value)) continue;
      rare.push_back({word, static_cast<std::uint32_t>(column)});
    }
  }
}

void DrawnWords::draw_words(double rare_rate, Random& random, EncodedSentence& drawn) const {
  drawn = words;
  for (const RareWord& word : rare) {
    if (random.real() < rare_rate) drawn.set(word.word, word.column, kUnknownWord);
  }
}

SeenWords::SeenWords(std::span<const Sentence> sentences, int rare_count) {
  std::unordered_map<std::uint64_t, int> counts;
  for (const Sentence& sentence : sentences) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      ++counts[word_hash(Attribute::kForm, sentence.form(word))];
      ++counts[word_hash(Attribute::kLemma, sentence.lemma(word))];
    }
  }
  for (const auto& [hash, count] : counts) {
    all.push_back(hash);
    if (count > rare_count) frequent.push_back(hash);
  }
  std::sort(all.begin(), all.end());
  std::sort(frequent.begin(), frequent.end());
}

}  // namespace panarc
