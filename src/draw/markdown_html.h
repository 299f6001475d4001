#pragma once

#include <string>
#include <string_view>

namespace panarc {

/// HTML of what descriptions in Markdown are made of: paragraphs, lists of one level, headings,
/// blocks of code between lines of ```, and in lines `code`, *emphasis*, **strong** emphasis and
/// [links](https://example.org). Everything else is text, HTML too. Links to other places than the
/// web and files are text.
std::string html_of_markdown(std::string_view markdown);

}  // namespace panarc
