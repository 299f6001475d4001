#include "draw/page.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/json.h"
#include "draw/escapes.h"
#include "io/file_content.h"
#include "panarc/error.h"

namespace panarc {

namespace {

std::string_view page_file(std::string_view name, std::string_view extension) {
  return embedded_file(fmt::format("data/page/{}.{}", name, extension));
}

std::string_view colours_of(Theme theme) {
  return page_file(theme == Theme::kLight ? "light" : "dark", "css");
}

/// The value of a name in declarations.
std::string_view value_of(std::string_view name, std::string_view declarations) {
  const std::size_t found = declarations.find(fmt::format("{}:", name));
  if (found == std::string_view::npos) throw Error(fmt::format("no colour is called {}", name));
  std::string_view value = declarations.substr(found + name.size() + 1);
  value.remove_prefix(value.find_first_not_of(' '));
  return value.substr(0, value.find(';'));
}

/// The beginning of the style of every page: the colours of both themes, and the common rules.
std::string page_style() {
  // Paper is white, whatever the theme.
  return fmt::format(
      ":root {{\ncolor-scheme: light;\n{0}}}\n"
      ":root[data-theme=\"dark\"] {{\ncolor-scheme: dark;\n{1}}}\n"
      "@media print {{\n:root, :root[data-theme=\"dark\"] {{\ncolor-scheme: light;\n{0}"
      "--ink: #000000; --soft: #444444; --line: #bbbbbb;\n}}\n}}\n{2}",
      colours_of(Theme::kLight), colours_of(Theme::kDark), page_file("common", "css"));
}

int pixels(double value) { return static_cast<int>(std::lround(value)); }

PageJson arc_json(const LayoutArc& arc) {
  return {arc.head,         arc.dependent,  static_cast<int>(arc.owner),
          pixels(arc.from), pixels(arc.to), pixels(arc.foot),
          pixels(arc.top),  arc.label};
}

}  // namespace

std::string with_colours(std::string_view css, Theme theme) {
  constexpr std::string_view kVariable = "var(";
  std::string resolved;
  while (true) {
    const std::size_t found = css.find(kVariable);
    resolved += css.substr(0, found);
    if (found == std::string_view::npos) return resolved;
    css.remove_prefix(found + kVariable.size());
    resolved += value_of(css.substr(0, css.find(')')), colours_of(theme));
    css.remove_prefix(css.find(')') + 1);
  }
}

PageJson column_json(const Sentence& sentence, Field field) {
  PageJson strings = PageJson::array();
  for (Node word = 1; word <= sentence.size(); ++word) {
    strings.push_back(sentence.field(word, field));
  }
  return strings;
}

PageJson sentence_json(const Sentence& sentence, std::uint64_t number) {
  PageJson json;
  json["n"] = number;
  if (const auto id = sentence.metadata("sent_id")) json["id"] = *id;
  json["f"] = column_json(sentence, Field::kForm);
  json["u"] = column_json(sentence, Field::kUpos);
  return json;
}

void add_layout(PageJson& json, const TreeLayout& layout) {
  if (layout.right_to_left) json["rtl"] = 1;
  json["size"] = {pixels(layout.width), pixels(layout.height)};
  json["lines"] = {pixels(layout.form_line), pixels(layout.tag_line), pixels(layout.token_line)};
  json["x"] = PageJson::array();
  for (const LayoutWord& word : layout.words) json["x"].push_back(pixels(word.x));
  json["a"] = PageJson::array();
  for (const LayoutArc& arc : layout.arcs) json["a"].push_back(arc_json(arc));
  for (const LayoutToken& token : layout.tokens) {
    json["t"].push_back({pixels(token.left), pixels(token.right), token.form});
  }
}

PageWriter::PageWriter(std::string_view name, std::string_view title,
                       std::span<const std::string_view> styles, Write write)
    : write_(std::move(write)), rest_(page_file("head", "html")) {
  const std::string title_text = xml_text(title);
  go_to("@TITLE@");
  write_(title_text);
  go_to("@STYLE@");
  write_(page_style());
  for (const std::string_view style : styles) write_(page_file(style, "css"));
  go_to("@TITLE@");
  write_(title_text);
  write_(std::exchange(rest_, page_file(name, "html")));
}

void PageWriter::go_to(std::string_view place) {
  const std::size_t found = rest_.find(place);
  if (found == std::string_view::npos) throw Error("the page lacks a place to fill in");
  write_(rest_.substr(0, found));
  rest_.remove_prefix(found + place.size());
}

void PageWriter::write_json(std::string_view json) const {
  for (std::size_t at = json.find('<'); at != std::string_view::npos; at = json.find('<')) {
    write_(json.substr(0, at));
    write_("\\u003c");
    json.remove_prefix(at + 1);
  }
  write_(json);
}

void PageWriter::begin_list(std::string_view place) {
  go_to(place);
  write_("[");
}

void PageWriter::add_to_list(const PageJson& element) {
  write_(std::exchange(is_list_empty_, false) ? "\n" : ",\n");
  write_json(dump_json(element));
}

void PageWriter::finish(std::span<const std::string_view> scripts) {
  go_to("@SCRIPT@");
  for (const std::string_view script : scripts) write_(page_file(script, "js"));
  write_(std::exchange(rest_, {}));
}

}  // namespace panarc
