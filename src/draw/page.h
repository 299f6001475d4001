#pragma once

#include <cstdint>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <string_view>

#include "draw/tree_layout.h"
#include "panarc/treebank.h"

/// Pages: their colours, their sentences as JSON, and how they are put together. The parts of a
/// page are in data/page/.

namespace panarc {

enum class Theme : std::uint8_t { kLight, kDark };

/// CSS with the colours `var(--name)` replaced by their values in a theme, for programs that do not
/// support variables.
std::string with_colours(std::string_view css, Theme theme);

/// JSON of a page. Its keys are short, since a page may have thousands of sentences;
/// data/page/tree.js reads it.
using PageJson = nlohmann::ordered_json;

/// The number, the name, the forms and the tags of a sentence.
PageJson sentence_json(const Sentence& sentence, std::uint64_t number);

/// The values of a column, one per word.
PageJson column_json(const Sentence& sentence, Field field);

/// Adds the positions of words and arcs.
void add_layout(PageJson& json, const TreeLayout& layout);

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

  /// Writes JSON so that it cannot end the enclosing script.
  void write_json(std::string_view json) const;

  /// Writes a list of JSON at a placeholder, an element at a time.
  void begin_list(std::string_view place);
  void add_to_list(const PageJson& element);
  void end_list() const { write_("]"); }

  /// Writes what follows the data, with scripts `data/page/NAME.js`.
  void finish(std::span<const std::string_view> scripts);

 private:
  Write write_;
  std::string_view rest_;  // of the page
  bool is_list_empty_ = true;
};

}  // namespace panarc
