#include "panarc/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "draw/display_width.h"
#include "draw/escapes.h"
#include "draw/tree_layout.h"

namespace panarc {

namespace {

constexpr double kHeadingHeight = 26;
constexpr double kHeadingSize = 13;
constexpr double kArrowLength = 7;
constexpr double kArrowHalf = 3.2;
// The distance from the middle of a line of small letters down to its baseline.
constexpr double kMiddle = 3.5;
constexpr std::string_view kMarked = R"( font-weight="bold" fill="#d55e00")";

std::string svg_text(double x, double y, std::string_view content, std::string_view more = "") {
  return fmt::format("<text x=\"{:.1f}\" y=\"{:.1f}\"{}>{}</text>\n", x, y, more,
                     xml_text(content));
}

/// From the head up to the height of the label, across, and down to the dependent; half an ellipse
/// if short.
std::string arc_path(const LayoutArc& arc) {
  if (arc.head == kRoot) {
    return fmt::format("M{:.1f} {:.1f}V{:.1f}", arc.to, arc.top + kMiddle + 2,
                       arc.foot - kArrowLength + 1);
  }
  const double span = arc.to - arc.from;
  const double bend = std::min(std::abs(span) / 2, 12 + 0.35 * std::abs(arc.foot - arc.top));
  const double side = span < 0 ? -bend : bend;
  return fmt::format(
      "M{0:.1f} {1:.1f}C{0:.1f} {2:.1f} {0:.1f} {2:.1f} {3:.1f} {2:.1f}"
      "H{4:.1f}C{5:.1f} {2:.1f} {5:.1f} {2:.1f} {5:.1f} {6:.1f}",
      arc.from, arc.foot, arc.top, arc.from + side, arc.to - side, arc.to,
      arc.foot - kArrowLength + 1);
}

std::string arrow_path(const LayoutArc& arc) {
  return fmt::format("M{:.1f} {:.1f}l{:.1f} {:.1f}h{:.1f}z", arc.to, arc.foot, -kArrowHalf,
                     -kArrowLength, 2 * kArrowHalf);
}

void add_arcs(const TreeLayout& layout, std::string& svg) {
  std::string arcs;
  std::string arrows;
  std::string labels;
  for (const LayoutArc& arc : layout.arcs) {
    arcs += arc_path(arc);
    arrows += arrow_path(arc);
    labels += svg_text((arc.from + arc.to) / 2, arc.top + kMiddle, arc.label);
  }
  if (arcs.empty()) return;
  svg += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"#555\" stroke-width=\"1.2\"/>\n", arcs);
  svg += fmt::format("<path d=\"{}\" fill=\"#555\"/>\n", arrows);
  // The white outline of the letters interrupts the lines below them.
  svg += fmt::format(
      "<g font-size=\"{}\" text-anchor=\"middle\" stroke=\"white\" stroke-width=\"4\" "
      "paint-order=\"stroke\">\n{}</g>\n",
      kLabelSize, labels);
}

void add_words(const TreeLayout& layout, const Sentence& sentence, std::span<const Node> marked,
               std::string& svg) {
  std::string forms;
  std::string tags;
  for (const LayoutWord& word : layout.words) {
    const bool is_marked = std::find(marked.begin(), marked.end(), word.word) != marked.end();
    forms += svg_text(word.x, layout.form_line, sentence.form(word.word), is_marked ? kMarked : "");
    if (sentence.upos(word.word) == "_") continue;
    tags += svg_text(word.x, layout.tag_line, sentence.upos(word.word));
  }
  svg += fmt::format("<g font-size=\"{}\" text-anchor=\"middle\">\n{}</g>\n", kFormSize, forms);
  if (tags.empty()) return;
  svg += fmt::format("<g font-size=\"{}\" text-anchor=\"middle\" fill=\"#666\">\n{}</g>\n",
                     kTagSize, tags);
}

void add_tokens(const TreeLayout& layout, std::string& svg) {
  if (layout.tokens.empty()) return;
  std::string brackets;
  std::string forms;
  for (const LayoutToken& token : layout.tokens) {
    brackets += fmt::format("M{:.1f} {:.1f}v-4", token.left, layout.token_line + 4) +
                fmt::format("v4H{:.1f}v-4", token.right);
    forms += svg_text((token.left + token.right) / 2, layout.token_line + 4 + kLabelSize + 1,
                      token.form);
  }
  svg += fmt::format("<path d=\"{}\" fill=\"none\" stroke=\"#999\"/>\n", brackets);
  svg += fmt::format(
      "<g font-size=\"{}\" text-anchor=\"middle\" font-style=\"italic\" fill=\"#666\">\n{}</g>\n",
      kLabelSize, forms);
}

}  // namespace

void SvgTrees::add(const Sentence& sentence, std::uint64_t number, std::span<const Node> marked) {
  const TreeLayout layout = lay_out(sentence);
  Drawing drawing;
  drawing.width = layout.width;
  drawing.height = layout.height;
  drawing.heading = fmt::format("{}", number);
  if (const auto id = sentence.metadata("sent_id")) drawing.heading += fmt::format(" {}", *id);
  drawing.body = fmt::format("<title>{}</title>\n", xml_text(text_of_sentence(sentence)));
  add_arcs(layout, drawing.body);
  add_words(layout, sentence, marked, drawing.body);
  add_tokens(layout, drawing.body);
  drawings_.push_back(std::move(drawing));
}

std::string SvgTrees::document() const {
  const double heading = drawings_.size() > 1 ? kHeadingHeight : 0;
  double width = 0;
  double height = 0;
  std::string body;
  for (const Drawing& drawing : drawings_) {
    if (heading > 0) {
      body += svg_text(kHeadingSize, height + kHeadingSize + 5, drawing.heading,
                       R"( font-size="13" font-weight="bold")");
    }
    body += fmt::format("<g transform=\"translate(0 {:.1f})\">\n{}</g>\n", height + heading,
                        drawing.body);
    const double heading_width = static_cast<double>(display_width(drawing.heading)) * kHeadingSize;
    width = std::max({width, drawing.width, heading > 0 ? heading_width : 0});
    height += heading + drawing.height;
  }
  return fmt::format(
             "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}\" height=\"{1:.0f}\" "
             "viewBox=\"0 0 {0:.0f} {1:.0f}\" font-family=\"sans-serif\">\n"
             "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n",
             std::ceil(width), std::ceil(height)) +
         body + "</svg>\n";
}

}  // namespace panarc
