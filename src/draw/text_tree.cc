#include "panarc/draw.h"

#include <fmt/format.h>

#include <algorithm>
#include <string_view>

#include "draw/arcs.h"
#include "draw/display_width.h"
#include "io/text.h"
#include "io/utf8.h"

namespace panarc {

namespace {

// Control sequences of terminals.
constexpr std::string_view kHeadingColour = "\x1b[1m";
constexpr std::string_view kArcColour = "\x1b[36m";
constexpr std::string_view kMarkColour = "\x1b[1;33m";
constexpr std::string_view kNoColour = "\x1b[0m";

std::string coloured(const TextStyle& style, std::string_view colour, std::string_view text) {
  if (!style.colour || text.find_first_not_of(' ') == std::string_view::npos) {
    return std::string(text);
  }
  return fmt::format("{}{}{}", colour, text, kNoColour);
}

/// A text, cut if wider than its column.
std::string cut_text(std::string_view text, std::size_t columns) {
  return terminal_text(cut_to_width(visible(text), columns));
}

/// A text as wide as its column: cut, or padded with blanks.
std::string padded(std::string_view text, std::size_t columns) {
  std::string shown = cut_text(text, columns);
  return shown.append(columns - display_width(shown), ' ');
}

std::size_t widest(const Sentence& sentence, Field field) {
  std::size_t most = 0;
  for (Node word = 1; word <= sentence.size(); ++word) {
    most = std::max(most, display_width(visible(sentence.field(word, field))));
  }
  return most;
}

std::size_t width_of(const WordNote& note) {
  std::size_t width = 0;
  for (const std::string& part : note.parts) width += display_width(visible(part)) + 2;
  return width;
}

/// The widths of the parts of a line.
struct LineColumns {
  static constexpr std::size_t kShortestTag = 6;
  static constexpr std::size_t kShortestForm = 4;
  static constexpr std::size_t kShortestRelation = 8;
  static constexpr std::size_t kShortestNote = 20;
  // Nobody can follow more arcs side by side, and drawings would grow quadratically.
  static constexpr std::size_t kMostLevels = 100;

  std::size_t mark = 0;
  std::size_t number = 0;  // including the blank after it; 0 if words have no numbers
  std::size_t form = 0;
  std::size_t tag = kShortestTag;
  std::size_t relation = 0;
  std::size_t reference = 0;  // the number of a head whose arc is left out
  std::size_t note = 0;       // including the blanks before it
  bool notes_below = false;   // notes are on separate lines
  std::size_t levels = 0;

  /// All except the arcs and the notes.
  [[nodiscard]] std::size_t words() const {
    return mark + number + form + 2 + tag + 1 + relation + reference;
  }

  /// The width to the left of a note.
  [[nodiscard]] std::size_t note_indent() const { return notes_below ? mark + number : words(); }

  /// As many levels as are wanted and possible.
  void set_levels(std::size_t wanted, std::size_t most) {
    levels = std::min(wanted, most);
    if (wanted > most) reference = number + 1;
  }

  /// Drops what does not fit: first the ends of very long texts, then notes beside the words, then
  /// arcs, then longer forms.
  void fit_into(std::size_t width);
};

void LineColumns::fit_into(std::size_t width) {
  tag = std::min(tag, std::max(kShortestTag, width / 8));
  relation = std::min(relation, std::max(kShortestRelation, width / 4));
  if (words() + note + 2 * levels + 2 <= width) return;
  reference = number + 1;
  form = std::min(form, std::max(kShortestForm, width / 3));
  note = std::min(note, std::max(kShortestNote, width / 3));
  notes_below = words() + note + 2 > width;
  const std::size_t used = words() + (notes_below ? 0 : note) + 2;
  set_levels(levels, (width - std::min(width, used)) / 2);
  const std::size_t missing = used - std::min(width, used);
  form = std::max(std::min(form, kShortestForm), form - std::min(form, missing));
  if (notes_below) note = width - std::min(width, 2 * levels + 2 + note_indent());
}

enum class WordNumbers : std::uint8_t { kHidden, kShown };

class TreeText {
 public:
  TreeText(const Sentence& sentence, const TextStyle& style, std::span<const WordNote> notes,
           WordNumbers numbers)
      : sentence_(sentence), style_(style), notes_(notes) {
    columns_.mark = notes.empty() ? 0 : 2;
    columns_.number = numbers == WordNumbers::kHidden ? 0 : fmt::formatted_size("{} ", last_word());
    columns_.form = widest(sentence, Field::kForm);
    columns_.tag = std::max(columns_.tag, widest(sentence, Field::kUpos));
    columns_.relation = widest(sentence, Field::kDeprel);
    for (const WordNote& note : notes) columns_.note = std::max(columns_.note, width_of(note));
    columns_.set_levels(count_levels(sentence.heads()), LineColumns::kMostLevels);
    if (style.width) columns_.fit_into(*style.width);
    arcs_ = draw_arcs(sentence.heads(), columns_.levels);
  }

  [[nodiscard]] std::string text() const {
    std::string text;
    auto note = notes_.begin();
    for (Node word = 1; word <= last_word(); ++word) {
      const bool marked = note != notes_.end() && note->word == word;
      text += beginning(word, marked);
      text += marked ? ending(word, *note++) : ending(word);
      text += '\n';
    }
    return text;
  }

 private:
  [[nodiscard]] Node last_word() const { return sentence_.size(); }
  [[nodiscard]] static std::size_t row_of(Node word) { return static_cast<std::size_t>(word) - 1; }

  /// A line up to the relation.
  [[nodiscard]] std::string beginning(Node word, bool marked) const {
    std::string line = coloured(style_, kArcColour, arcs_.lines[row_of(word)]);
    if (columns_.mark > 0) line += marked ? coloured(style_, kMarkColour, "* ") : "  ";
    if (columns_.number > 0) line += fmt::format("{:>{}} ", word, columns_.number - 1);
    const std::string form = padded(sentence_.form(word), columns_.form);
    line += marked ? coloured(style_, kMarkColour, form) : form;
    return line + "  " + padded(sentence_.upos(word), columns_.tag) + ' ';
  }

  /// The relation, and the head if it has no arc.
  [[nodiscard]] std::string ending(Node word) const {
    const std::string_view relation = sentence_.deprel(word);
    if (!arcs_.left_out[row_of(word)]) return cut_text(relation, columns_.relation);
    return fmt::format("{} →{}", padded(relation, columns_.relation), sentence_.head(word));
  }

  /// The relation, or head, and a note on as many lines as needed.
  [[nodiscard]] std::string ending(Node word, const WordNote& note) const {
    std::string text = ending(word);
    const std::vector<std::string> lines = note_lines(note);
    for (std::size_t i = 0; i < lines.size(); ++i) {
      if (i == 0 && !columns_.notes_below) {
        text.append(columns_.relation + columns_.reference - display_width(text), ' ');
      } else {
        text += '\n' + coloured(style_, kArcColour, arcs_.between[row_of(word)]);
        text.append(columns_.note_indent(), ' ');
      }
      text += "  " + coloured(style_, kMarkColour, lines[i]);
    }
    return text;
  }

  /// The parts of a note, separated by commas. Lines are broken between parts if possible.
  [[nodiscard]] std::vector<std::string> note_lines(const WordNote& note) const {
    std::vector<std::string> lines;
    const std::size_t width = columns_.note - std::min<std::size_t>(columns_.note, 2);
    const auto add = [&](std::string_view piece) {
      const std::string shown = cut_text(piece, width);
      if (!lines.empty() && display_width(lines.back()) + 1 + display_width(shown) <= width) {
        lines.back() += ' ' + shown;
      } else {
        lines.push_back(shown);
      }
    };
    for (std::size_t i = 0; i < note.parts.size(); ++i) {
      const std::string part = visible(note.parts[i]) + (i + 1 < note.parts.size() ? "," : "");
      if (display_width(part) <= width) {
        add(part);
      } else {
        for (const std::string_view word : Parts(part, ' ')) add(word);
      }
    }
    return lines;
  }

  const Sentence& sentence_;
  TextStyle style_;
  std::span<const WordNote> notes_;
  LineColumns columns_;
  TextArcs arcs_;
};

}  // namespace

std::string draw_tree(const Sentence& sentence) {
  return TreeText(sentence, {}, {}, WordNumbers::kHidden).text();
}

std::string draw_numbered_tree(const Sentence& sentence, const TextStyle& style,
                               std::span<const WordNote> notes) {
  return TreeText(sentence, style, notes, WordNumbers::kShown).text();
}

std::string sentence_heading(const Sentence& sentence, std::uint64_t number,
                             const TextStyle& style) {
  std::string name = fmt::format("{}", number);
  if (const auto id = sentence.metadata("sent_id")) name += ' ' + terminal_text(*id);
  name += ": ";
  std::string text = visible(text_of_sentence(sentence));
  if (style.width) {
    const std::size_t used = std::min(*style.width, display_width(name));
    text = cut_to_width(text, *style.width - used);
  }
  return coloured(style, kHeadingColour, name + terminal_text(text)) + '\n';
}

}  // namespace panarc
