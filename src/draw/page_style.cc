#include "draw/page_style.h"

#include <fmt/format.h>

#include "io/file_content.h"
#include "panarc/error.h"

namespace panarc {

namespace {

std::string_view colours_of(Theme theme) {
  return embedded_file(theme == Theme::kLight ? "data/page/light.css" : "data/page/dark.css");
}

/// The value of a name in declarations.
std::string_view value_of(std::string_view name, std::string_view declarations) {
  const std::size_t found = declarations.find(fmt::format("{}:", name));
  if (found == std::string_view::npos) throw Error(fmt::format("no colour is called {}", name));
  std::string_view value = declarations.substr(found + name.size() + 1);
  value.remove_prefix(value.find_first_not_of(' '));
  return value.substr(0, value.find(';'));
}

}  // namespace

std::string with_colours(std::string_view css, Theme theme) {
  constexpr std::string_view kVariable = "var(";
  std::string resolved;
  while (true) {
    const std::size_t found = css.find(kVariable);
    resolved += css.substr(0, found);
    if (found == std::string_view::npos) return resolved;
    css.remove_prefix(found + kVariable.size());
    resolved += value_of(css.substr(0, css.find(')')), colours_of(theme));
    css.remove_prefix(css.find(')') + 1);
  }
}

std::string page_style() {
  // Paper is white, whatever the theme.
  return fmt::format(
      ":root {{\ncolor-scheme: light;\n{0}}}\n"
      ":root[data-theme=\"dark\"] {{\ncolor-scheme: dark;\n{1}}}\n"
      "@media print {{\n:root, :root[data-theme=\"dark\"] {{\ncolor-scheme: light;\n{0}"
      "--ink: #000000; --soft: #444444; --line: #bbbbbb;\n}}\n}}\n{2}",
      colours_of(Theme::kLight), colours_of(Theme::kDark), embedded_file("data/page/common.css"));
}

}  // namespace panarc
