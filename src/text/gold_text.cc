#include "text/gold_text.h"

#include <algorithm>
#include <string_view>
#include <unordered_map>

#include "base/hash.h"
#include "io/utf8.h"
#include "text/alphabet.h"
#include "text/spaces.h"

namespace panarc {
namespace {

/// With a transcript, replaces letters by those of its script.
void append_characters(Characters& text, std::string_view bytes, const Transcript* transcript) {
  for (bool first = true; !bytes.empty(); first = false) {
    std::string_view rest = bytes;
    const char32_t character = take_character(rest);
    const std::string_view its_bytes = bytes.substr(0, bytes.size() - rest.size());
    if (is_white_space(character)) {
      text.append_space(character, its_bytes);
    } else {
      text.append(transcript ? transcript->of(character, first) : character, its_bytes);
    }
    bytes = rest;
  }
}

/// A form without white space around it.
std::string_view stripped(std::string_view form) {
  std::size_t begin = form.size();
  std::size_t end = 0;
  for (std::string_view rest = form; !rest.empty();) {
    const std::size_t at = form.size() - rest.size();
    if (is_white_space(take_character(rest))) continue;
    begin = std::min(begin, at);
    end = form.size() - rest.size();
  }
  return begin < end ? form.substr(begin, end - begin) : std::string_view{};
}

class GoldTextMaker {
 public:
  explicit GoldTextMaker(const Alphabet& alphabet)
      : gold_{Characters(alphabet), {}, {}, {}, {}, {}} {}

  /// With transcripts, some sentences are fully in one of them, and others have some words in one.
  GoldText make(std::span<const Sentence> sentences, std::span<const Transcript> transcripts) {
    for (std::size_t i = 0; i < sentences.size(); ++i) {
      add(sentences[i], {transcripts, i / kSentencesInTurn});
    }
    gold_.text.finish();
    gold_.boundaries.resize(gold_.text.size(), Boundary::kInside);
    for (const TextPart& token : gold_.tokens) {
      gold_.boundaries[token.end - 1] = Boundary::kToken;
    }
    for (const TextPart& sentence : gold_.sentences) {
      gold_.boundaries[sentence.end - 1] = Boundary::kSentence;
    }
    find_chunks();
    return std::move(gold_);
  }

 private:
  [[nodiscard]] std::uint32_t here() const { return static_cast<std::uint32_t>(gold_.text.size()); }

  static constexpr std::size_t kSentencesInTurn = 8;

  /// Which transcript tokens are in: one for a whole sentence, or any for one token in several.
  struct Choice {
    std::span<const Transcript> transcripts;
    std::size_t turn = 0;

    [[nodiscard]] const Transcript* of(std::size_t token) const {
      constexpr std::size_t kTokensToOne = 4;
      if (transcripts.empty()) return nullptr;
      if (turn % 2 == 0) return &transcripts[turn / 2 % transcripts.size()];
      const std::uint64_t random = mix_bits(token);
      if (random % kTokensToOne != 0) return nullptr;
      return &transcripts[random / kTokensToOne % transcripts.size()];
    }
  };

  void add(const Sentence& sentence, const Choice& transcripts) {
    const std::size_t first = gold_.tokens.size();
    for (const SurfaceToken& token : surface_tokens(sentence)) {
      const std::string_view form = stripped(token.form);
      if (form.empty()) continue;
      const std::uint32_t begin = here();
      append_characters(gold_.text, form, transcripts.of(gold_.tokens.size()));
      gold_.tokens.push_back({begin, here()});
      gold_.words.emplace_back();
      for (Node word = token.first; token.first < token.last && word <= token.last; ++word) {
        gold_.words.back().emplace_back(sentence.form(word));
      }
      append_characters(gold_.text, space_after(token.misc), nullptr);
    }
    if (gold_.tokens.size() == first) return;
    gold_.sentences.push_back({gold_.tokens[first].begin, gold_.tokens.back().end});
  }

  void find_chunks() {
    const auto& chunks = gold_.text.chunks();
    std::uint32_t at = 0;
    for (const TextPart& sentence : gold_.sentences) {
      while (at < chunks.size() && chunks[at].begin <= sentence.begin) ++at;
      gold_.first_chunks.push_back(at);
    }
  }

  GoldText gold_;
};

/// Whether links stay whole: no more than a fifth of them are divided.
bool keeps_links(const GoldText& gold) {
  constexpr std::size_t kPart = 5;
  const std::size_t high = gold.text.size();
  std::size_t all = 0;
  std::size_t divided = 0;
  for (const auto& [begin, end] : gold.tokens) {
    const Link link = find_link(gold.text, begin, high);
    if (link.end == 0) continue;
    ++all;
    const bool goes_on =
        end < high && !gold.text.is_space(end) && is_in_link(link, gold.text, begin, end, high);
    if (goes_on) ++divided;
  }
  return divided * kPart <= all;
}

/// Marks that are between digits too rarely to learn from, and not mostly tokens.
std::u32string rare_number_marks(const GoldText& gold) {
  constexpr std::size_t kEnough = 5;
  const Characters& text = gold.text;
  std::u32string rare;
  for (const char32_t mark : std::u32string_view(U".,:")) {
    std::size_t all = 0;
    std::size_t divided = 0;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
      if (text.code(i) != mark || text.cls(i - 1) != CharClass::kDigit ||
          text.cls(i + 1) != CharClass::kDigit) {
        continue;
      }
      ++all;
      const bool whole =
          gold.boundaries[i - 1] == Boundary::kInside && gold.boundaries[i] == Boundary::kInside;
      if (!whole) ++divided;
    }
    if (all < kEnough && divided * 2 <= all) rare += mark;
  }
  return rare;
}

}  // namespace

TextSpan GoldText::span(std::size_t first, std::size_t last, bool closed) const {
  const std::uint32_t begin = sentences[first].begin;
  const std::uint32_t end = sentences[last].end;
  const std::uint32_t low = closed ? begin : 0;
  const std::uint32_t high = closed ? end : sentences.back().end;
  return {&text, begin, end, low, high, first_chunks[first]};
}

GoldText gold_text(std::span<const Sentence> sentences, const Alphabet& alphabet) {
  return GoldTextMaker(alphabet).make(sentences, {});
}

GoldText foreign_text(std::span<const Sentence> sentences, const Alphabet& alphabet) {
  return GoldTextMaker(alphabet).make(sentences, Transcript::unknown_to(alphabet));
}

BoundaryGate::Counts count_boundaries(const GoldText& gold) {
  BoundaryGate::Counts counts(BoundaryGate::Table{}.size());
  const Characters& text = gold.text;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.is_space(i)) continue;
    std::size_t next = i + 1;
    const bool space = next < text.size() && text.is_space(next);
    if (space) ++next;
    if (next >= text.size()) break;
    const std::size_t place = BoundaryGate::place(space, text.cls(i), text.cls(next));
    ++counts[place][static_cast<std::size_t>(gold.boundaries[i])];
  }
  return counts;
}

WholeTokens whole_tokens(const GoldText& gold) {
  return {keeps_links(gold), rare_number_marks(gold)};
}

std::vector<std::uint64_t> word_facts(const GoldText& gold) {
  std::unordered_map<std::uint64_t, std::uint32_t> counts;
  const auto note = [&](WordFact fact, std::uint64_t word) { ++counts[fact_hash(fact, word)]; };
  std::size_t sentence = 0;
  bool first = true;
  for (const TextPart& token : gold.tokens) {
    if (sentence < gold.sentences.size() && token.begin == gold.sentences[sentence].begin) {
      first = true;
      ++sentence;
    }
    const Chunk word = describe_chunk(gold.text, token.begin, token.end);
    note(WordFact::kToken, word.hash);
    note(WordFact::kLowerToken, word.lower);
    if (word.core == 0) continue;
    if (first) {
      note(WordFact::kStartsSentence, word.core);
    } else if (word.core_class == CharClass::kUpper) {
      note(WordFact::kCapitalInside, word.core);
    }
    first = false;
  }
  // What occurs once was new there, as is much of any other text.
  std::vector<std::uint64_t> facts;
  for (const auto& [fact, count] : counts) {
    if (count > 1) facts.push_back(fact);
  }
  std::ranges::sort(facts);
  return facts;
}

}  // namespace panarc
