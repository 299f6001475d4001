#include "evaluate/passage.h"

#include <unicode/uchar.h>

#include <algorithm>

#include "io/utf8.h"

namespace panarc {

namespace {

void append_without_spaces(std::string_view form, std::string& text) {
  const bool plain = std::ranges::all_of(form, [](char c) { return c > ' '; });
  if (plain) {
    text += form;
    return;
  }
  while (!form.empty()) {
    std::string_view rest = form;
    const auto character = static_cast<UChar32>(take_character(rest));
    const std::size_t bytes = form.size() - rest.size();
    if (u_charType(character) != U_SPACE_SEPARATOR) text += form.substr(0, bytes);
    form = rest;
  }
}

}  // namespace

NextSentence next_of(TreebankReader& reader) {
  return [&reader](Sentence& sentence) { return reader.next(sentence); };
}

NextSentence next_of(std::span<const Sentence> sentences) {
  return [sentences, i = std::size_t{0}](Sentence& sentence) mutable {
    if (i == sentences.size()) return false;
    sentence = sentences[i++];
    return true;
  };
}

bool SentenceSource::take(Sentence& sentence) {
  if (!has_ahead_) return next_(sentence);
  has_ahead_ = false;
  std::swap(sentence, ahead_);
  return true;
}

const Sentence* SentenceSource::peek() {
  if (!has_ahead_) has_ahead_ = next_(ahead_);
  return has_ahead_ ? &ahead_ : nullptr;
}

void Passage::clear() {
  first_words_.clear();
  size_ = 0;
  text_.clear();
  tokens_.clear();
  sentence_ends_.clear();
}

bool Passage::read(SentenceSource& source) {
  if (sentences_.size() == first_words_.size()) sentences_.emplace_back();
  Sentence& sentence = sentences_[first_words_.size()];
  if (!source.take(sentence)) return false;
  first_words_.push_back(size_);
  size_ += sentence.size();
  ++sentences_read_;
  return true;
}

std::size_t Passage::sentence_of(Node word) const {
  const auto after = std::lower_bound(first_words_.begin(), first_words_.end(), word);
  return static_cast<std::size_t>(after - first_words_.begin()) - 1;
}

Passage::Place Passage::place(Node word) const {
  const std::size_t index = sentence_of(word);
  return {&sentences_[index], word - first_words_[index]};
}

std::string_view Passage::field(Node word, Field field) const {
  const Place at = place(word);
  return at.sentence->field(at.word, field);
}

Node Passage::head(Node word) const {
  const std::size_t index = sentence_of(word);
  const Node head = sentences_[index].head(word - first_words_[index]);
  return head > kRoot ? head + first_words_[index] : head;
}

void Passage::read_text() {
  for (std::size_t i = sentence_ends_.size(); i < sentence_count(); ++i) {
    const Sentence& sentence = sentences_[i];
    std::size_t multiword = 0;
    for (Node word = 1; word <= sentence.size(); ++word) {
      Node last = word;
      std::string_view form = sentence.form(word);
      const bool begins =
          multiword < sentence.multiword_count() && sentence.multiword(multiword).first == word;
      if (begins) {
        const Sentence::MultiwordToken token = sentence.multiword(multiword++);
        last = token.last;
        form = token[Field::kForm];
      }
      add_token(first_words_[i] + word, first_words_[i] + last, form, begins);
      word = last;
    }
    sentence_ends_.push_back(text_.size());
  }
}

void Passage::add_token(Node first, Node last, std::string_view form, bool multiword) {
  const std::size_t begin = text_.size();
  append_without_spaces(form, text_);
  tokens_.push_back({first, last, begin, text_.size(), multiword});
}

}  // namespace panarc
