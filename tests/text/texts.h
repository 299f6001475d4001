#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.h"
#include "io/byte_source.h"
#include "panarc/text.h"
#include "support/sample.h"

namespace panarc::test {

/// A segmenter that has learnt from the sample treebank; trained once.
inline const Segmenter& sample_segmenter() {
  static const Segmenter segmenter =
      train_segmenter(sample("train"), sample("dev"), {.epochs = 3, .threads = 1});
  return segmenter;
}

/// One segmenter of each kind.
inline std::vector<Segmenter> all_segmenters() {
  return {sample_segmenter(), Segmenter::for_language("en"), Segmenter::by_spaces()};
}

inline std::vector<Sentence> read_all(TextReader& reader) {
  std::vector<Sentence> sentences;
  for (Sentence sentence; reader.next(sentence);) sentences.push_back(sentence);
  return sentences;
}

inline std::vector<Sentence> segment(const Segmenter& segmenter, std::string_view text,
                                     const TextOptions& options = {}) {
  TextReader reader = TextReader::from_text(text, segmenter, options, "text");
  return read_all(reader);
}

/// What is made of a text, read and written again.
inline std::string there_and_back(const Segmenter& segmenter, std::string_view text,
                                  const TextOptions& options = {}) {
  TextReader reader = TextReader::from_text(text, segmenter, options);
  const std::vector<Sentence> sentences = read_all(reader);
  return reconstruct_text(sentences, reader.trailing());
}

/// The forms of words, separated by `|`; sentences by `||`.
inline std::string words_of(std::span<const Sentence> sentences) {
  std::string words;
  for (const Sentence& sentence : sentences) {
    if (!words.empty()) words += "||";
    for (Node word = 1; word <= sentence.size(); ++word) {
      if (word > 1) words += '|';
      words += sentence.form(word);
    }
  }
  return words;
}

/// Random text of words, punctuation, white space and whatever else there is in Unicode.
inline std::string random_text(Random& random, std::size_t most) {
  static const std::vector<std::string> pieces = {"a",
                                                  "Word",
                                                  "don't",
                                                  "1,000",
                                                  "Mr.",
                                                  "http://x.org/a?b",
                                                  ".",
                                                  "...",
                                                  "!?",
                                                  "(",
                                                  ")",
                                                  "\"",
                                                  " ",
                                                  "  ",
                                                  "\n",
                                                  "\r\n",
                                                  "\n\n",
                                                  "\t",
                                                  "\r",
                                                  "\v",
                                                  "\f",
                                                  "\xC2\xA0",
                                                  "\xE3\x80\x80",
                                                  "\xE2\x80\xA9",
                                                  "|",
                                                  "\\",
                                                  "\\s",
                                                  "=",
                                                  "_",
                                                  "#",
                                                  "\x01",
                                                  "\x7F",
                                                  "\xC2\x85",
                                                  "\xEF\xBB\xBF",
                                                  "\xCC\x81",
                                                  "\xE2\x80\x8D",
                                                  "\xF0\x9F\x98\x80",
                                                  "\xD7\xA9\xD7\x9C",
                                                  "\xE4\xB8\xAD\xE6\x96\x87",
                                                  "\xE0\xB8\x81"};
  std::string text;
  for (std::size_t left = random.below(most + 1); left > 0; --left) {
    const std::size_t piece = random.below(pieces.size() + 2);
    if (piece < pieces.size()) {
      text += pieces[piece];
    } else if (piece == pieces.size()) {
      text += '\x01';
    } else {
      text.append(random.below(60), random.below(2) == 0 ? 'x' : ' ');
    }
  }
  return text;
}

/// Gives the bytes of a text in portions of random size.
class PortionSource final : public ByteSource {
 public:
  PortionSource(std::string_view text, std::uint64_t seed) : text_(text), random_(seed) {}

  std::size_t read(std::span<char> to) override {
    const std::size_t size =
        std::min({to.size(), text_.size(), 1 + random_.below(random_.below(2) == 0 ? 3 : 5000)});
    std::memcpy(to.data(), text_.data(), size);
    text_.remove_prefix(size);
    return size;
  }

 private:
  std::string_view text_;
  Random random_;
};

/// A piece of text again and again.
class EndlessSource final : public ByteSource {
 public:
  EndlessSource(std::string piece, std::size_t times) : piece_(std::move(piece)), left_(times) {}

  std::size_t read(std::span<char> to) override {
    std::size_t size = 0;
    for (; left_ > 0 && size + piece_.size() <= to.size(); --left_, size += piece_.size()) {
      std::memcpy(to.data() + size, piece_.data(), piece_.size());
    }
    return size;
  }

 private:
  std::string piece_;
  std::size_t left_;
};

}  // namespace panarc::test
