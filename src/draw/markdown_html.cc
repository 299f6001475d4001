#include "draw/markdown_html.h"

#include <cmark.h>

#include <cstdlib>
#include <memory>

namespace panarc {

namespace {

// Below those of the page.
constexpr int kHeadingLevel = 4;

template <auto release>
struct Release {
  void operator()(auto* pointer) const { release(pointer); }
};
using Document = std::unique_ptr<cmark_node, Release<cmark_node_free>>;
using DocumentWalk = std::unique_ptr<cmark_iter, Release<cmark_iter_free>>;
using RenderedText = std::unique_ptr<char, Release<std::free>>;

bool is_link_target(std::string_view target) {
  if (target.starts_with("https://") || target.starts_with("http://")) return true;
  return !target.empty() && target.find(':') == std::string_view::npos;
}

/// Leaves what is in a node in its place.
void unwrap(cmark_node* node) {
  while (cmark_node* const child = cmark_node_first_child(node)) {
    cmark_node_insert_before(node, child);
  }
  cmark_node_free(node);
}

/// Replaces HTML by a text that reads like it.
void show_as_text(cmark_node* html, bool is_block) {
  std::string written = cmark_node_get_literal(html);
  while (written.ends_with('\n')) written.pop_back();
  cmark_node* const text = cmark_node_new(CMARK_NODE_TEXT);
  cmark_node_set_literal(text, written.c_str());
  cmark_node* const shown = is_block ? cmark_node_new(CMARK_NODE_PARAGRAPH) : text;
  if (is_block) cmark_node_append_child(shown, text);
  cmark_node_insert_before(html, shown);
  cmark_node_free(html);
}

/// Makes a node what a page wants. Links and images can be taken apart when the walk leaves them.
void adapt(cmark_node* node, bool is_leaving) {
  switch (cmark_node_get_type(node)) {
    case CMARK_NODE_HTML_BLOCK:
    case CMARK_NODE_HTML_INLINE:
      show_as_text(node, cmark_node_get_type(node) == CMARK_NODE_HTML_BLOCK);
      break;
    case CMARK_NODE_HEADING:
      cmark_node_set_heading_level(node, kHeadingLevel);
      break;
    case CMARK_NODE_CODE_BLOCK:
      cmark_node_set_fence_info(node, "");
      break;
    case CMARK_NODE_IMAGE:
      if (is_leaving) unwrap(node);
      break;
    case CMARK_NODE_LINK:
      if (is_leaving && !is_link_target(cmark_node_get_url(node))) unwrap(node);
      break;
    default:
      break;
  }
}

}  // namespace

std::string html_of_markdown(std::string_view markdown) {
  const Document document(
      cmark_parse_document(markdown.data(), markdown.size(), CMARK_OPT_VALIDATE_UTF8));
  const DocumentWalk walk(cmark_iter_new(document.get()));
  for (cmark_event_type event = cmark_iter_next(walk.get()); event != CMARK_EVENT_DONE;
       event = cmark_iter_next(walk.get())) {
    adapt(cmark_iter_get_node(walk.get()), event == CMARK_EVENT_EXIT);
  }
  const RenderedText html(cmark_render_html(document.get(), CMARK_OPT_NOBREAKS));
  return html.get();
}

}  // namespace panarc
