#pragma once

#include <string>
#include <string_view>

/// Texts as parts of files in other languages.

namespace panarc {

/// A text escaped for XML, in an element as well as in an attribute. Characters that XML does not
/// allow are made visible.
std::string xml_text(std::string_view text);

/// A cell of CSV, in quotation marks if it needs them (RFC 4180).
std::string csv_cell(std::string_view text);

/// A text escaped for Markdown, also in a table cell.
std::string markdown_text(std::string_view text);

}  // namespace panarc
