#include "panarc/sentence.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <limits>
#include <optional>

#include "panarc/error.h"
#include "panarc/treebank.h"
#include "treebank/constraint_field.h"

namespace panarc {

std::string_view field_name(Field field, Format format) {
  static constexpr std::string_view kConllu[kFieldCount] = {
      "ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC"};
  static constexpr std::string_view kConllx[kFieldCount] = {
      "ID", "FORM", "LEMMA", "CPOSTAG", "POSTAG", "FEATS", "HEAD", "DEPREL", "PHEAD", "PDEPREL"};
  const auto index = static_cast<std::size_t>(field);
  return format == Format::kConllu ? kConllu[index] : kConllx[index];
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

Constraint Sentence::constraint(Node word) const {
  const bool conllu = format_ == Format::kConllu;
  const std::optional<Constraint> result =
      conllu ? constraint_of_misc(misc(word)) : constraint_of_phead(deps(word));
  if (!result) {
    throw Error({file_, line(word), 0},
                fmt::format("constraint of word {} in \"{}\": expected a list of Head, Left or "
                            "Right, Label, separated by commas",
                            word, conllu ? misc(word) : deps(word)));
  }
  return *result;
}

Sentence::Span Sentence::append_value(std::string_view value) {
  if (bytes_.size() + value.size() > std::numeric_limits<std::uint32_t>::max()) {
    throw Error({file_, first_line_, 0}, "sentence too large to be changed: over 4 GB");
  }
  const Span span{static_cast<std::uint32_t>(bytes_.size()),
                  static_cast<std::uint32_t>(value.size())};
  bytes_.append(value);
  changed_ = true;
  return span;
}

void Sentence::set(Node word, Field field, std::string_view value) {
  if (field == Field::kId) throw Error("the ID of a word cannot be changed");
  if (value.empty() || value.find_first_of("\t\r\n") != std::string_view::npos) {
    throw Error({file_, line(word), 0},
                fmt::format("{} of word {} cannot be set to \"{}\": a field has at least one "
                            "character, and no tab or line break",
                            field_name(field, format_), word, value));
  }
  if (field == Field::kHead) {
    Node head = kNoHead;
    const auto [end, failure] = std::from_chars(value.data(), value.data() + value.size(), head);
    const bool number = failure == std::errc{} && end == value.data() + value.size() && head >= 0;
    if (!number && value != "_") {
      throw Error({file_, line(word), 0},
                  fmt::format("HEAD of word {} cannot be set to \"{}\": expected a number or _",
                              word, value));
    }
    heads_[static_cast<std::size_t>(word)] = number ? head : kNoHead;
  }
  Line& line = words_[static_cast<std::size_t>(word) - 1];
  line.fields[static_cast<std::size_t>(field)] = append_value(value);
  line.changed = true;
}

void Sentence::set_head(Node word, Node head) {
  if (head == this->head(word)) return;
  if (head == kNoHead) {
    set(word, Field::kHead, "_");
  } else {
    const fmt::format_int text(head);
    set(word, Field::kHead, {text.data(), text.size()});
  }
}

void Sentence::set_constraint(Node word, Constraint constraint) {
  if (format_ == Format::kConllu) {
    set(word, Field::kMisc, with_constraint(misc(word), constraint));
  } else {
    set(word, Field::kDeps, phead_of(constraint));
  }
}

void Sentence::add_comment(std::string_view text) {
  if (text.find_first_of("\r\n") != std::string_view::npos) {
    throw Error({file_, first_line_, 0}, "a comment is one line: it cannot hold a line break");
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
  // Bytes that follow each other are copied at once: from `begin` to `end`, where the next ones are
  // known.
  const std::string_view bytes = bytes_;
  std::size_t begin = body_;
  for (const Line& line : words_) {
    if (!line.changed) continue;
    std::size_t end = line.begin;
    for (std::size_t i = 0; i < kFieldCount; ++i) {
      const Span field = line.fields[i];
      const bool follows = field.offset < raw_size_ && field.offset == end + (i > 0 ? 1 : 0);
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

}  // namespace panarc
