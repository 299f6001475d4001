#include "scorer/network/network_input.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>

#include "feature/encoder.h"
#include "io/utf8.h"
#include "panarc/error.h"

namespace panarc {
namespace {

constexpr const char* kCharactersSection = "network.characters";
/// Longer forms are read up to here.
constexpr std::size_t kMostCharacters = 64;

struct ColumnKind {
  Attribute attribute;
  const char* section;
  /// Values that occur less often are unknown.
  int least;
};

constexpr std::array kColumns{
    ColumnKind{Attribute::kForm, "network.forms", 2},
    ColumnKind{Attribute::kLemma, "network.lemmas", 2},
    ColumnKind{Attribute::kUpos, "network.upos", 1},
    ColumnKind{Attribute::kXpos, "network.xpos", 1},
    ColumnKind{Attribute::kFeats, "network.feats", 1},
};

std::string_view field(const Sentence& sentence, Node word, Attribute attribute) {
  switch (attribute) {
    case Attribute::kLemma:
      return sentence.lemma(word);
    case Attribute::kUpos:
      return sentence.upos(word);
    case Attribute::kXpos:
      return sentence.xpos(word);
    case Attribute::kFeats:
      return sentence.feats(word);
    default:
      return sentence.form(word);
  }
}

std::string lowered(std::string_view text) {
  return is_valid_utf8(text) ? lower_case(text) : std::string(text);
}

/// Calls `visit(hash)` for the values of a word: one, or one for each of its features.
template <class Visitor>
void for_each_value(const Sentence& sentence, Node word, Attribute attribute, Visitor&& visit) {
  std::string_view text = field(sentence, word, attribute);
  if (attribute == Attribute::kForm) {
    visit(word_hash(attribute, lowered(text)));
    return;
  }
  if (text == "_") return;
  if (attribute != Attribute::kFeats) {
    visit(word_hash(attribute, text));
    return;
  }
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('|'), text.size());
    visit(word_hash(attribute, text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

/// A code point plus 1, so never 0.
std::uint64_t character_hash(char32_t character) {
  return static_cast<std::uint64_t>(character) + 1;
}

Vocabulary frequent(const std::unordered_map<std::uint64_t, int>& counts, int least) {
  std::vector<std::uint64_t> hashes;
  for (const auto& [hash, count] : counts) {
    if (count >= least) hashes.push_back(hash);
  }
  std::sort(hashes.begin(), hashes.end());
  return Vocabulary(std::move(hashes));
}

}  // namespace

NetworkVocabulary NetworkVocabulary::of(std::span<const Sentence> sentences) {
  std::vector<Attribute> all;
  for (const ColumnKind& kind : kColumns) all.push_back(kind.attribute);
  return of(sentences, all);
}

NetworkVocabulary NetworkVocabulary::of(std::span<const Sentence> sentences,
                                        std::span<const Attribute> others) {
  NetworkVocabulary vocabulary;
  std::unordered_map<std::uint64_t, int> counts;
  for (const ColumnKind& kind : kColumns) {
    const bool wanted = std::ranges::find(others, kind.attribute) != others.end();
    if (!wanted && kind.attribute != Attribute::kForm) continue;
    counts.clear();
    for (const Sentence& sentence : sentences) {
      for (Node word = 1; word <= sentence.size(); ++word) {
        for_each_value(sentence, word, kind.attribute, [&](std::uint64_t hash) { ++counts[hash]; });
      }
    }
    if (counts.empty() && kind.attribute != Attribute::kForm) continue;
    vocabulary.columns_.push_back({kind.attribute, frequent(counts, kind.least)});
  }
  counts.clear();
  for (const Sentence& sentence : sentences) {
    for (Node word = 1; word <= sentence.size(); ++word) {
      std::string_view form = sentence.form(word);
      while (!form.empty()) ++counts[character_hash(take_character(form))];
    }
  }
  constexpr int kLeastCharacters = 2;
  vocabulary.characters_ = frequent(counts, kLeastCharacters);
  return vocabulary;
}

NetworkVocabulary NetworkVocabulary::with(const NetworkVocabulary& other) const {
  NetworkVocabulary both = *this;
  for (Column& column : both.columns_) {
    const auto found = std::ranges::find(other.columns_, column.attribute, &Column::attribute);
    if (found != other.columns_.end()) column.values = column.values.with(found->values);
  }
  both.characters_ = characters_.with(other.characters_);
  return both;
}

NetworkVocabulary NetworkVocabulary::load(const ModelFile& file, const std::string& prefix) {
  const auto read = [&](const char* section) {
    const auto hashes = file.array<std::uint64_t>(prefix + section);
    return Vocabulary({hashes.begin(), hashes.end()});
  };
  NetworkVocabulary vocabulary;
  for (const ColumnKind& kind : kColumns) {
    if (kind.attribute != Attribute::kForm && !file.has(prefix + kind.section)) continue;
    vocabulary.columns_.push_back({kind.attribute, read(kind.section)});
  }
  vocabulary.characters_ = read(kCharactersSection);
  return vocabulary;
}

void NetworkVocabulary::save(ModelFileWriter& writer, const std::string& prefix) const {
  for (const Column& column : columns_) {
    const auto* const kind =
        std::find_if(kColumns.begin(), kColumns.end(),
                     [&](const ColumnKind& known) { return known.attribute == column.attribute; });
    writer.add(prefix + kind->section, std::as_bytes(column.values.hashes()));
  }
  writer.add(prefix + kCharactersSection, std::as_bytes(characters_.hashes()));
}

void NetworkVocabulary::encode(const Sentence& sentence, Direction direction,
                               const Embeddings* given, NetworkSentence& encoded) const {
  const int words = sentence.size();
  const auto word_at = [&](Node node) {
    return direction == Direction::kLeftToRight ? node : words + 1 - node;
  };
  encoded.nodes = static_cast<std::size_t>(words) + 1;
  encoded.columns.resize(columns_.size());
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    NetworkSentence::Column& column = encoded.columns[i];
    column.begins = {0, 1};
    column.numbers = {Vocabulary::kOfRoot};
    for (Node node = 1; node <= words; ++node) {
      for_each_value(sentence, word_at(node), columns_[i].attribute, [&](std::uint64_t hash) {
        column.numbers.push_back(columns_[i].values.number(hash));
      });
      column.begins.push_back(static_cast<std::uint32_t>(column.numbers.size()));
    }
  }
  encoded.given.clear();
  if (given != nullptr) {
    encoded.given.push_back(0);  // ROOT has none
    for (Node node = 1; node <= words; ++node) {
      encoded.given.push_back(given->number(sentence.form(word_at(node))));
    }
  }
  encoded.characters.begins = {0, 1};
  encoded.characters.numbers = {Vocabulary::kOfRoot};
  encoded.forms = {0};  // no word has this hash
  for (Node node = 1; node <= words; ++node) {
    std::string_view form = sentence.form(word_at(node));
    encoded.forms.push_back(word_hash(Attribute::kForm, form));
    auto& numbers = encoded.characters.numbers;
    const std::size_t first = numbers.size();
    while (!form.empty() && numbers.size() - first < kMostCharacters) {
      numbers.push_back(characters_.number(character_hash(take_character(form))));
    }
    // Sequences must not be empty.
    if (numbers.size() == first) numbers.push_back(Vocabulary::kUnknown);
    encoded.characters.begins.push_back(static_cast<std::uint32_t>(numbers.size()));
  }
}

}  // namespace panarc
