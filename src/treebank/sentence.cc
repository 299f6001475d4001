#include "panarc/treebank.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <optional>
#include <utility>

#include "io/text.h"
#include "io/utf8.h"
#include "panarc/error.h"
#include "treebank/sentence_reader.h"

namespace panarc {

std::string_view field_name(Field field, Format format) {
  static constexpr std::string_view kConllu[kFieldCount] = {
      "ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"};
  static constexpr std::string_view kConllx[kFieldCount] = {
      "ID", "FORM", "LEMMA", "CPOSTAG", "POSTAG", "FEATS", "HEAD", "DEPREL", "PHEAD", "PDEPREL"};
  const auto index = static_cast<std::size_t>(field);
  return format == Format::kConllu ? kConllu[index] : kConllx[index];
}

namespace {

// Positions in the input have 31 bits, which leaves room for values set later.
constexpr std::size_t kMaxBytes = std::numeric_limits<std::int32_t>::max();

bool can_be_field(std::string_view value) {
  const auto breaks_line = [](char c) { return c == '\t' || c == '\r' || c == '\n'; };
  return !value.empty() && std::none_of(value.begin(), value.end(), breaks_line) &&
         is_valid_utf8(value);
}

std::string head_text(Node head) { return head == kNoHead ? "_" : fmt::to_string(head); }

[[noreturn]] void throw_bad_value(const Place& place, Node word, std::string_view field,
                                  std::string_view value) {
  throw Error(place, fmt::format("{} of word {} cannot be {}: expected at least one character, in "
                                 "UTF-8, and no tab or line break",
                                 field, word, in_quotes(value)));
}

void append_word(std::string& text, Node word, const Sentence::Word& given) {
  text += fmt::to_string(word);
  const std::pair<Field, std::string_view> values[] = {{Field::kForm, given.form},
                                                       {Field::kLemma, given.lemma},
                                                       {Field::kUpos, given.upos},
                                                       {Field::kXpos, given.xpos},
                                                       {Field::kFeats, given.feats}};
  for (const auto& [field, value] : values) {
    const bool unknown = field != Field::kForm && value.empty();
    if (!unknown && !can_be_field(value)) throw_bad_value({}, word, field_name(field), value);
    text.append("\t").append(unknown ? "_" : value);
  }
  text += "\t_\t_\t_\t_\n";
}

}  // namespace

Sentence Sentence::from_words(std::span<const Word> words) {
  if (words.empty()) throw Error("a sentence without words: expected at least one");
  std::string text;
  Node number = 0;
  for (const Word& word : words) {
    append_word(text, ++number, word);
    if (text.size() > kMaxBytes)
      throw Error("a sentence of more than 2 GB: expected a shorter one");
  }
  text += '\n';
  Sentence sentence;
  SentenceReader().read(text, {"", 1, 0}, {}, sentence);
  return sentence;
}

Sentence Sentence::from_text(std::string_view text, Format format) {
  ReaderOptions options;
  options.format = format;
  TreebankReader reader = TreebankReader::from_text(text, "", options);
  Sentence sentence;
  if (!reader.next(sentence)) throw Error("no sentence: expected at least one word line");
  Sentence second;
  if (reader.next(second)) {
    throw Error({"", second.line(), 0}, "a second sentence: expected only one");
  }
  return sentence;
}

void Sentence::check_room(std::size_t size) const {
  if (size <= std::numeric_limits<std::uint32_t>::max()) return;
  throw Error({file_, first_line_, 0}, "sentence too large to be changed: over 4 GB");
}

// Makes room for this many bytes in all. The return value keeps existing views alive: values to be
// set may be among them.
std::string Sentence::make_room(std::size_t size) {
  check_room(size);
  std::string before;
  if (size > bytes_.capacity()) {
    before.reserve(size);
    before = bytes_;
    before.swap(bytes_);
  }
  return before;
}

Sentence::Span Sentence::append_value(std::string_view value) {
  check_room(bytes_.size() + value.size());
  const Span span{static_cast<std::uint32_t>(bytes_.size()),
                  static_cast<std::uint32_t>(value.size())};
  bytes_.append(value);
  changed_ = true;
  return span;
}

void Sentence::check_word(Node word) const {
  if (word >= 1 && word <= size()) return;
  throw Error({file_, first_line_, 0},
              fmt::format("there is no word {}: the sentence has {}", word, size()));
}

void Sentence::check_value(Node word, Field field, std::string_view value) const {
  if (can_be_field(value)) [[likely]] {
    return;
  }
  throw_bad_value({file_, line(word), 0}, word, field_name(field, format_), value);
}

void Sentence::check_head(Node word, Node head) const {
  if (head >= kNoHead && head <= size() && head != word) [[likely]] {
    return;
  }
  throw Error(
      {file_, line(word), 0},
      fmt::format("HEAD of word {} cannot be {}: expected another of the {} words, or 0 for "
                  "ROOT",
                  word, head, size()));
}

void Sentence::assign(Node word, Field field, Span value) {
  Line& line = words_[static_cast<std::size_t>(word) - 1];
  line.fields[static_cast<std::size_t>(field)] = value;
  line.changed = true;
}

void Sentence::set(Node word, Field field, std::string_view value) {
  check_word(word);
  if (field == Field::kId) throw Error("the ID of a word cannot be changed");
  check_value(word, field, value);
  if (field == Field::kHead) {
    const std::optional<Node> number = parse_number(value);
    if (!number && value != "_") {
      throw Error({file_, line(word), 0},
                  fmt::format("HEAD of word {} cannot be {}: expected a number or _", word,
                              in_quotes(value)));
    }
    const Node head = number.value_or(kNoHead);
    check_head(word, head);
    heads_[static_cast<std::size_t>(word)] = head;
  }
  assign(word, field, append_value(value));
}

void Sentence::set_head(Node word, Node head) {
  check_word(word);
  check_head(word, head);
  if (head == this->head(word)) return;
  heads_[static_cast<std::size_t>(word)] = head;
  assign(word, Field::kHead, append_value(head_text(head)));
}

void Sentence::set_heads_and_deprels(std::span<const Node> heads,
                                     std::span<const std::string_view> deprels) {
  if (heads.size() != heads_.size() || deprels.size() != heads_.size()) {
    throw Error({file_, first_line_, 0},
                fmt::format("{} heads and {} relations for {} words: expected one more than words, "
                            "element 0 being unused",
                            heads.size(), deprels.size(), size()));
  }
  // Change nothing unless everything can be changed.
  std::size_t room = bytes_.size();
  for (Node word = 1; word <= size(); ++word) {
    const std::string_view deprel = deprels[static_cast<std::size_t>(word)];
    check_head(word, heads[static_cast<std::size_t>(word)]);
    check_value(word, Field::kDeprel, deprel);
    constexpr std::size_t kLongestHead = 10;
    room += kLongestHead + 1 + deprel.size();
  }
  const std::string before = make_room(room);
  for (Node word = 1; word <= size(); ++word) {
    const Node head = heads[static_cast<std::size_t>(word)];
    const std::string_view deprel = deprels[static_cast<std::size_t>(word)];
    if (head == this->head(word) && deprel == this->deprel(word)) continue;
    heads_[static_cast<std::size_t>(word)] = head;
    // Appended as they are in the line, so the two are copied at once when written.
    assign(word, Field::kHead, append_value(head_text(head)));
    append_value("\t");
    assign(word, Field::kDeprel, append_value(deprel));
  }
}

void Sentence::add_comment(std::string_view text) {
  if (text.find_first_of("\r\n") != std::string_view::npos) {
    throw Error({file_, first_line_, 0}, "a comment is one line: it cannot hold a line break");
  }
  if (!is_valid_utf8(text)) {
    throw Error({file_, first_line_, 0},
                fmt::format("a comment cannot be {}: expected UTF-8", in_quotes(text)));
  }
  comments_.push_back(append_value(fmt::format("# {}", text)));
}

std::optional<std::string_view> Sentence::metadata(std::string_view key) const {
  for (const Span span : comments_) {
    std::string_view rest = view(span);
    rest.remove_prefix(std::min(rest.find_first_not_of("# "), rest.size()));
    if (!rest.starts_with(key)) continue;
    rest.remove_prefix(key.size());
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    if (!rest.starts_with('=')) continue;
    rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
    return rest;
  }
  return std::nullopt;
}

Sentence::TokenLine Sentence::token_line(const Line& line) const {
  TokenLine result;
  for (std::size_t i = 0; i < kFieldCount; ++i) result.fields[i] = view(line.fields[i]);
  result.line = first_line_ + line.number;
  return result;
}

Sentence::MultiwordToken Sentence::multiword(std::size_t index) const {
  const MultiwordLine& token = multiwords_[index];
  return {token_line(token.line), token.first, token.last};
}

Sentence::EmptyNode Sentence::empty_node(std::size_t index) const {
  const EmptyLine& node = empty_nodes_[index];
  return {token_line(node.line), node.after, node.number};
}

std::string_view Sentence::line_ending() const {
  const std::size_t feed = raw().find('\n');
  const bool carriage_return =
      feed != std::string_view::npos && feed > 0 && bytes_[feed - 1] == '\r';
  return carriage_return ? "\r\n" : "\n";
}

void Sentence::append_to(std::string& out) const {
  if (!changed_) {
    out.append(raw());
    return;
  }
  const std::string_view all = raw();
  out.append(all.substr(0, body_));
  for (std::size_t i = comments_read_; i < comments_.size(); ++i) {
    out.append(comment(i)).append(line_ending());
  }
  // Copy consecutive bytes at once: from `begin` to `end`, when the next ones are known.
  const std::string_view bytes = bytes_;
  std::size_t begin = body_;
  for (const Line& line : words_) {
    if (!line.changed) continue;
    std::size_t end = line.begin;
    for (std::size_t i = 0; i < kFieldCount; ++i) {
      const Span field = line.fields[i];
      const bool follows = i == 0 || (field.offset == end + 1 && bytes[end] == '\t');
      if (!follows) {
        out.append(bytes.substr(begin, end - begin));
        if (i > 0) out.push_back('\t');
        begin = field.offset;
      }
      end = field.offset + field.length;
    }
    if (end != line.end) {
      out.append(bytes.substr(begin, end - begin));
      begin = line.end;
    }
  }
  out.append(all.substr(begin));
}

std::string text_of_sentence(const Sentence& sentence) {
  if (const auto text = sentence.metadata("text")) return std::string(*text);
  std::string forms;
  for (Node word = 1; word <= sentence.size(); ++word) {
    if (word > 1) forms += ' ';
    forms += sentence.form(word);
  }
  return forms;
}

}  // namespace panarc
