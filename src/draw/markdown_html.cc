#include "draw/markdown_html.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <vector>

#include "draw/xml_text.h"
#include "io/text.h"

namespace panarc {

namespace {

std::string html_of_line(std::string_view line);

bool is_link_target(std::string_view target) {
  if (target.starts_with("https://") || target.starts_with("http://")) return true;
  return !target.empty() && target.find(':') == std::string_view::npos;
}

/// Converts a marked span at the start of `rest` to HTML, and removes it; empty if there is none.
std::string take_marked(std::string_view mark, std::string_view element, std::string_view& rest) {
  if (!rest.starts_with(mark)) return {};
  const std::size_t end = rest.find(mark, mark.size() + 1);
  // `2 * 3` is not emphasis.
  if (end == std::string_view::npos || rest[mark.size()] == ' ') return {};
  const std::string_view inside = rest.substr(mark.size(), end - mark.size());
  rest.remove_prefix(end + mark.size());
  return fmt::format("<{0}>{1}</{0}>", element,
                     element == "code" ? xml_text(inside) : html_of_line(inside));
}

std::string take_link(std::string_view& rest) {
  if (!rest.starts_with('[')) return {};
  const std::size_t middle = rest.find("](");
  const std::size_t end = rest.find(')', middle == std::string_view::npos ? middle : middle + 2);
  if (end == std::string_view::npos) return {};
  const std::string_view target = rest.substr(middle + 2, end - middle - 2);
  if (!is_link_target(target)) return {};
  const std::string text = html_of_line(rest.substr(1, middle - 1));
  rest.remove_prefix(end + 1);
  return fmt::format("<a href=\"{}\">{}</a>", xml_text(target), text);
}

std::string html_of_line(std::string_view line) {
  std::string html;
  std::string plain;
  while (!line.empty()) {
    std::string element = take_marked("`", "code", line);
    if (element.empty()) element = take_marked("**", "strong", line);
    if (element.empty()) element = take_marked("*", "em", line);
    if (element.empty()) element = take_link(line);
    if (element.empty()) {
      if (line.size() > 1 && line[0] == '\\' && std::ispunct(static_cast<unsigned char>(line[1]))) {
        line.remove_prefix(1);
      }
      plain += line.front();
      line.remove_prefix(1);
      continue;
    }
    html += xml_text(plain) + element;
    plain.clear();
  }
  return html + xml_text(plain);
}

std::string_view trimmed(std::string_view line) {
  const std::size_t first = line.find_first_not_of(" \t\r");
  if (first == std::string_view::npos) return {};
  return line.substr(first, line.find_last_not_of(" \t\r") + 1 - first);
}

/// Reads line by line; collects what belongs together until something else begins.
class MarkdownBlocks {
 public:
  std::string html(std::string_view markdown) {
    for (const std::string_view line : Parts(markdown, '\n')) add(line);
    end_block();
    return html_;
  }

 private:
  void add(std::string_view line) {
    const std::string_view text = trimmed(line);
    if (text.starts_with("```")) {
      const bool ends = element_ == "pre";
      end_block();
      if (!ends) element_ = "pre";
    } else if (element_ == "pre") {
      texts_.emplace_back(line);
    } else if (text.empty()) {
      end_block();
    } else if (const std::size_t item = item_size(text)) {
      add_item(text.substr(item), std::isdigit(static_cast<unsigned char>(text[0])) ? "ol" : "ul");
    } else if (text.front() == '#') {
      end_block();
      const std::size_t marks = std::min(text.find_first_not_of('#'), text.size());
      html_ += fmt::format("<h4>{}</h4>\n", html_of_line(trimmed(text.substr(marks))));
    } else if (texts_.empty()) {
      element_ = "p";
      texts_.emplace_back(text);
    } else {
      texts_.back().append(" ").append(text);
    }
  }

  void add_item(std::string_view text, std::string_view list) {
    if (element_ != list) end_block();
    element_ = list;
    texts_.emplace_back(trimmed(text));
  }

  /// The length of the list item mark that a line begins with; 0 if there is none.
  static std::size_t item_size(std::string_view text) {
    if (text.starts_with("- ") || text.starts_with("* ")) return 2;
    const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
    return digits > 0 && text.substr(digits).starts_with(". ") ? digits + 2 : 0;
  }

  void end_block() {
    if (element_ == "p") {
      html_ += fmt::format("<p>{}</p>\n", html_of_line(texts_.front()));
    } else if (element_ == "pre") {
      html_ += "<pre><code>";
      for (const std::string& line : texts_) html_ += xml_text(line) + "\n";
      html_ += "</code></pre>\n";
    } else if (!element_.empty()) {
      html_ += fmt::format("<{}>\n", element_);
      for (const std::string& item : texts_) {
        html_ += fmt::format("<li>{}</li>\n", html_of_line(item));
      }
      html_ += fmt::format("</{}>\n", element_);
    }
    element_ = {};
    texts_.clear();
  }

  std::string_view element_;        // of the current block; empty if there is none
  std::vector<std::string> texts_;  // its paragraph, items or lines
  std::string html_;
};

}  // namespace

std::string html_of_markdown(std::string_view markdown) { return MarkdownBlocks().html(markdown); }

}  // namespace panarc
