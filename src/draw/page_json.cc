#include "draw/page_json.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace panarc {

namespace {

int pixels(double value) { return static_cast<int>(std::lround(value)); }

PageJson arc_json(const LayoutArc& arc) {
  return {arc.head,         arc.dependent,  static_cast<int>(arc.owner),
          pixels(arc.from), pixels(arc.to), pixels(arc.foot),
          pixels(arc.top),  arc.label};
}

}  // namespace

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

}  // namespace panarc
