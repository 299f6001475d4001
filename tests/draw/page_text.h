#pragma once

#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>

namespace panarc::test {

/// What a script of data of a finished page holds.
inline nlohmann::json page_data(const std::string& html, const std::string& id) {
  const std::string begin = "<script type=\"application/json\" id=\"" + id + "\">";
  const std::size_t from = html.find(begin) + begin.size();
  return nlohmann::json::parse(html.substr(from, html.find("</script>", from) - from));
}

}  // namespace panarc::test
