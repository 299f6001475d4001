#pragma once

#include <string>
#include <string_view>

namespace panarc {

/// HTML for Markdown (CommonMark) in descriptions. HTML in it is shown as text, of images only the
/// description; links to places other than the web and files are text, too.
std::string html_of_markdown(std::string_view markdown);

}  // namespace panarc
