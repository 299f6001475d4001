#include "treebank/format.h"

#include <algorithm>

#include "io/byte_source.h"
#include "io/text.h"
#include "treebank/constraint_marks.h"

namespace panarc {

namespace {

std::string_view column(std::string_view line, std::size_t index) {
  for (const std::string_view field : Parts(line, '\t')) {
    if (index-- == 0) return field;
  }
  return {};
}

}  // namespace

std::optional<Format> format_of_name(std::string_view name) {
  if (compression_of(name) != Compression::kNone) name = name.substr(0, name.rfind('.'));
  if (name.ends_with(".conllu")) return Format::kConllu;
  if (name.ends_with(".conllx")) return Format::kConllx;
  return std::nullopt;
}

Format format_of_text(std::string_view text) {
  if (text.starts_with(kByteOrderMark)) text.remove_prefix(kByteOrderMark.size());
  bool constrained = false;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    text.remove_prefix(std::min(line.size() + 1, text.size()));
    if (line.starts_with('#')) return Format::kConllu;
    const std::string_view id = line.substr(0, line.find('\t'));
    if (id.find_first_of("-.") != std::string_view::npos) return Format::kConllu;
    // DEPS of CoNLL-U has colons; column 9 of CoNLL-X has a number or the names of constraints.
    const std::string_view ninth = column(line, static_cast<std::size_t>(Field::kDeps));
    constrained |= is_digits(ninth) || parse_marks(ninth).has_value();
  }
  return constrained ? Format::kConllx : Format::kConllu;
}

void append_converted(const Sentence& sentence, Format to, std::string& out) {
  if (sentence.format() == to) {
    sentence.append_to(out);
    return;
  }
  const std::string_view line_ending = sentence.line_ending();
  for (Node word = 1; word <= sentence.size(); ++word) {
    for (std::size_t i = 0; i < static_cast<std::size_t>(Field::kDeps); ++i) {
      out.append(sentence.field(word, static_cast<Field>(i))).push_back('\t');
    }
    const ConstraintMarks marks = marks_of(sentence, word);
    if (to == Format::kConllx) {
      out.append(phead_of(marks)).append("\t_");
    } else {
      out.append("_\t").append(misc_with_marks("_", marks));
    }
    out.append(line_ending);
  }
  out.append(line_ending);
}

}  // namespace panarc
