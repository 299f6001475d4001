#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "panarc/treebank.h"

namespace panarc {

/// A source of sentences: stores the next one in its argument; false if there is none.
using NextSentence = std::function<bool(Sentence&)>;

/// From a treebank or from memory, which must outlive it.
NextSentence next_of(TreebankReader& reader);
NextSentence next_of(std::span<const Sentence> sentences);

/// A sequence of sentences, the next of which can be peeked at.
class SentenceSource {
 public:
  explicit SentenceSource(NextSentence next) : next_(std::move(next)) {}

  /// Stores the next one in its argument; false if there is none.
  bool take(Sentence& sentence);
  /// The next one; nullptr if there is none.
  const Sentence* peek();

 private:
  NextSentence next_;
  Sentence ahead_;
  bool has_ahead_ = false;
};

/// Consecutive sentences, with their words numbered from 1 throughout: the unit of comparison if
/// two annotations divide a text differently. Its text is that of the tokens, without spaces.
class Passage {
 public:
  /// A token: one word, or several written as one.
  struct Token {
    Node first = 0;
    Node last = 0;
    std::size_t begin = 0;  ///< of its text
    std::size_t end = 0;
    bool multiword = false;
  };
  /// A word, by its sentence and its number there.
  struct Place {
    const Sentence* sentence = nullptr;
    Node word = 0;
  };

  /// Starts a new passage after the sentences so far.
  void clear();
  /// Adds the next sentence of a source; false at its end.
  bool read(SentenceSource& source);

  /// The number of sentences read in all.
  [[nodiscard]] std::uint64_t sentences_read() const { return sentences_read_; }
  [[nodiscard]] std::size_t sentence_count() const { return first_words_.size(); }
  [[nodiscard]] const Sentence& sentence(std::size_t index) const { return sentences_[index]; }
  [[nodiscard]] Node size() const { return size_; }
  [[nodiscard]] Place place(Node word) const;

  [[nodiscard]] std::string_view form(Node word) const { return field(word, Field::kForm); }
  [[nodiscard]] std::string_view lemma(Node word) const { return field(word, Field::kLemma); }
  [[nodiscard]] std::string_view upos(Node word) const { return field(word, Field::kUpos); }
  [[nodiscard]] std::string_view xpos(Node word) const { return field(word, Field::kXpos); }
  [[nodiscard]] std::string_view feats(Node word) const { return field(word, Field::kFeats); }
  [[nodiscard]] std::string_view deprel(Node word) const { return field(word, Field::kDeprel); }
  /// The head of a word, both numbered within the passage.
  [[nodiscard]] Node head(Node word) const;

  /// Reads the text and the tokens of the sentences added since the last call.
  void read_text();
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::span<const Token> tokens() const { return tokens_; }
  /// The end of each sentence in the text.
  [[nodiscard]] std::span<const std::size_t> sentence_ends() const { return sentence_ends_; }

 private:
  [[nodiscard]] std::size_t sentence_of(Node word) const;
  [[nodiscard]] std::string_view field(Node word, Field field) const;
  void add_token(Node first, Node last, std::string_view form, bool multiword);

  std::vector<Sentence> sentences_;  // keeps the memory of earlier ones
  std::vector<Node> first_words_;    // what would be word 0 of each
  Node size_ = 0;
  std::uint64_t sentences_read_ = 0;
  std::string text_;
  std::vector<Token> tokens_;
  std::vector<std::size_t> sentence_ends_;
};

}  // namespace panarc
