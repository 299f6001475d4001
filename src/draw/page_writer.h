#pragma once

#include <functional>
#include <span>
#include <string_view>

namespace panarc {

/// Writes a page: one self-contained HTML file, which needs no network. It is written piece by
/// piece, so its size does not matter.
class PageWriter {
 public:
  using Write = std::function<void(std::string_view)>;

  /// Begins a page: its head, and a bar with its title. The rest is `data/page/NAME.html`; styles
  /// are `data/page/NAME.css`, besides the common ones.
  PageWriter(std::string_view name, std::string_view title,
             std::span<const std::string_view> styles, Write write);

  /// Writes up to a placeholder such as `@TREES@`; what is written next replaces it.
  void go_to(std::string_view place);

  void write(std::string_view text) const { write_(text); }

  /// Writes JSON so that it cannot end the enclosing script.
  void write_json(std::string_view json) const;

  /// Writes what follows the data, with scripts `data/page/NAME.js`.
  void finish(std::span<const std::string_view> scripts);

 private:
  Write write_;
  std::string_view rest_;  // of the page
};

}  // namespace panarc
