#include "text/sentence_builder.h"

#include <fmt/format.h>

#include <iterator>

#include "io/utf8.h"
#include "text/spaces.h"

namespace panarc {
namespace {

constexpr std::string_view kNoColumns = "\t_\t_\t_\t_\t_\t_\t_\t";

/// Whether white space can be in FORM as it is: one character that ends no field, nor a line in the
/// eyes of anyone.
bool can_be_in_form(std::string_view spaces) {
  const char32_t first = take_character(spaces);
  return spaces.empty() && first != U'\t' && !is_line_break(first);
}

}  // namespace

void SentenceBuilder::begin(const Head& head) {
  words_ = 0;
  text_.clear();
  lines_.clear();
  block_.clear();
  const auto out = std::back_inserter(block_);
  if (head.new_document) {
    head.document.empty() ? fmt::format_to(out, "# newdoc\n")
                          : fmt::format_to(out, "# newdoc id = {}\n", head.document);
  }
  if (head.new_paragraph) fmt::format_to(out, "# newpar\n");
  fmt::format_to(out, "# sent_id = {}\n", head.id);
}

void SentenceBuilder::build(const Head& head, const Tokens& tokens, Sentence& sentence) {
  begin(head);
  for (std::size_t i = 0; i < tokens.parts.size(); ++i) add_token(tokens, i);
  finish(head, sentence);
}

void SentenceBuilder::build_blank(const Head& head, std::string_view spaces, Sentence& sentence) {
  begin(head);
  in_token_ = spaces;
  set_misc({}, {});
  text_ = "_";
  add_line("_", misc_);
  finish(head, sentence);
}

/// Sets the form of a token and, if its bytes differ, those.
void SentenceBuilder::set_form(const Characters& text, const TextPart& token) {
  form_.clear();
  in_token_.clear();
  bool differs = false;
  std::size_t from = token.begin;
  for (std::size_t i = token.begin; i < token.end; ++i) {
    if (!text.is_space(i) || can_be_in_form(text.bytes(i, i + 1))) continue;
    form_.append(text.bytes(from, i)).append(" ");
    from = i + 1;
    differs = true;
  }
  form_.append(text.bytes(from, token.end));
  if (differs) in_token_ = text.bytes(token.begin, token.end);
}

void SentenceBuilder::add_attribute(std::string_view name, std::string_view text) {
  if (!misc_.empty()) misc_ += '|';
  misc_.append(name).append("=").append(text);
}

void SentenceBuilder::set_misc(std::string_view before, std::string_view after) {
  misc_.clear();
  if (after.empty()) {
    add_attribute("SpaceAfter", "No");
  } else if (after != " ") {
    add_attribute("SpacesAfter", escape_spaces(after));
  }
  if (!before.empty()) add_attribute("SpacesBefore", escape_spaces(before));
  if (!in_token_.empty()) add_attribute("SpacesInToken", escape_spaces(in_token_));
  if (misc_.empty()) misc_ = "_";
}

void SentenceBuilder::add_token(const Tokens& tokens, std::size_t number) {
  const TextPart& token = tokens.parts[number];
  const bool last = number + 1 == tokens.parts.size();
  const std::size_t next = last ? tokens.end : tokens.parts[number + 1].begin;
  const std::string_view after = tokens.text.bytes(token.end, next);
  set_form(tokens.text, token);
  set_misc(number == 0 ? tokens.text.bytes(tokens.begin, token.begin) : std::string_view{}, after);
  text_ += form_;
  if (!last && !after.empty()) text_ += ' ';
  std::vector<std::string> words;
  const Split split = tokens.splits.empty() ? Split{0} : tokens.splits[number];
  if (split != 0) words = tokens.rules->rule(split).apply(form_);
  if (words.empty()) {
    add_line(form_, misc_);
    return;
  }
  fmt::format_to(std::back_inserter(lines_), "{}-{}\t{}{}{}\n", words_ + 1,
                 static_cast<std::size_t>(words_) + words.size(), form_, kNoColumns, misc_);
  for (const std::string& word : words) add_line(word, "_");
}

void SentenceBuilder::add_line(std::string_view form, std::string_view misc) {
  const fmt::format_int number(++words_);
  lines_.append(number.data(), number.size()).append("\t").append(form);
  lines_.append(kNoColumns).append(misc).append("\n");
}

void SentenceBuilder::finish(const Head& head, Sentence& sentence) {
  block_.append("# text = ").append(text_).append("\n").append(lines_).append("\n");
  reader_.read(block_, head.place, {}, sentence);
  if (!reader_.problems().empty()) throw Error(reader_.problems().front());
}

}  // namespace panarc
