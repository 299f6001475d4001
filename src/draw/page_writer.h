#pragma once

#include <functional>
#include <span>
#include <string_view>

namespace panarc {

/// Writes a page: one HTML file with everything in it, which needs no network. It is written piece
/// by piece, so that its size does not matter.
class PageWriter {
 public:
  using Write = std::function<void(std::string_view)>;

  /// Begins a page: its head, and a bar with its title. The rest is `data/page/NAME.html`; styles
  /// are `data/page/NAME.css`, beside those that all pages share.
  PageWriter(std::string_view name, std::string_view title,
             std::span<const std::string_view> styles, Write write);

  /// Writes up to a place such as `@TREES@`; what follows is written in its stead.
  void go_to(std::string_view place);

  void write(std::string_view text) const { write_(text); }

  /// Writes JSON such that it cannot end the script that it stands in.
  void write_json(std::string_view json) const;

  /// The rest of the page, with scripts `data/page/NAME.js`.
  void finish(std::span<const std::string_view> scripts);

 private:
  Write write_;
  std::string_view rest_;  // of the page
};

}  // namespace panarc
