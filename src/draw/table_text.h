#pragma once

#include <string>
#include <string_view>

namespace panarc {

/// A cell of CSV, in quotation marks if it needs them (RFC 4180).
std::string csv_cell(std::string_view text);

/// A text escaped for Markdown, also in a table cell.
std::string markdown_text(std::string_view text);

}  // namespace panarc
