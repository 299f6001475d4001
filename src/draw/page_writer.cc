#include "draw/page_writer.h"

#include <fmt/format.h>

#include <string>
#include <utility>

#include "draw/page_style.h"
#include "draw/xml_text.h"
#include "io/file_content.h"
#include "panarc/error.h"

namespace panarc {

namespace {

std::string_view page_file(std::string_view name, std::string_view extension) {
  return embedded_file(fmt::format("data/page/{}.{}", name, extension));
}

}  // namespace

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

void PageWriter::finish(std::span<const std::string_view> scripts) {
  go_to("@SCRIPT@");
  for (const std::string_view script : scripts) write_(page_file(script, "js"));
  write_(std::exchange(rest_, {}));
}

}  // namespace panarc
