#pragma once

#include <string>
#include <string_view>

namespace panarc {

/// HTML for the Markdown used in descriptions: paragraphs, lists of one level, headings, code
/// blocks between lines of ```, and inline `code`, *emphasis*, **strong** emphasis and
/// [links](https://example.org). Everything else is text, including HTML and links to places other
/// than the web and files.
std::string html_of_markdown(std::string_view markdown);

}  // namespace panarc
