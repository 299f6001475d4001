#include "treebank/constraint_marks.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "io/text.h"
#include "io/utf8.h"
#include "panarc/constraint.h"
#include "panarc/error.h"
#include "panarc/treebank.h"
#include "treebank/misc_field.h"

namespace panarc {
namespace {

constexpr std::string_view kKey = "Constraint";
constexpr std::string_view kHead = "Head";
constexpr std::string_view kLeft = "Left";
constexpr std::string_view kRight = "Right";
constexpr std::string_view kLabel = "Label";

/// Adds a mark; returns whether it is valid and does not contradict the others.
bool add_mark(std::string_view name, ConstraintMarks& marks) {
  if (name == kHead) return marks.head = true;
  if (name == kLabel) return marks.label = true;
  if (name != kLeft && name != kRight) return false;
  const Side side = name == kLeft ? Side::kLeft : Side::kRight;
  if (marks.side != Side::kAny && marks.side != side) return false;
  marks.side = side;
  return true;
}

/// A key as people misremember it: without capitals, and in the singular.
std::string folded(std::string_view key) {
  std::string text = lower_case(key);
  if (text.ends_with('s')) text.pop_back();
  return text;
}

/// The key of a constraint that is probably meant by a key that is none; nothing if none is.
std::optional<std::string_view> meant_key(std::string_view key) {
  constexpr std::array<std::string_view, 6> kKeys{"Constraint", "Heads",  "NotHeads",
                                                  "Side",       "Labels", "Span"};
  if (std::ranges::find(kKeys, key) != kKeys.end()) return std::nullopt;
  const auto meant = std::ranges::find(kKeys, folded(key), folded);
  return meant == kKeys.end() ? std::nullopt : std::optional(*meant);
}

/// Reads what is known about one word.
class KnownWordReader {
 public:
  KnownWordReader(const Sentence& sentence, Node word) : sentence_(sentence), word_(word) {}

  /// What `Constraint=` vouches for.
  void read_marks() {
    const ConstraintMarks marks = marks_of(sentence_, word_);
    if (marks.head) {
      if (sentence_.head(word_) == kNoHead) refuse_empty("head", "HEAD");
      known_.heads.push_back({sentence_.head(word_), {}});
    } else {
      // A known head makes the side redundant.
      known_.side = marks.side;
    }
    if (marks.label) {
      if (sentence_.deprel(word_) == "_") refuse_empty("label", "DEPREL");
      known_.labels.emplace_back(sentence_.deprel(word_));
    }
  }

  /// The annotation.
  void read_columns() {
    if (sentence_.head(word_) != kNoHead && known_.heads.empty()) {
      known_.heads.push_back({sentence_.head(word_), {}});
      known_.side = Side::kAny;
    }
    if (sentence_.deprel(word_) != "_" && known_.labels.empty()) {
      known_.labels.emplace_back(sentence_.deprel(word_));
    }
  }

  /// The attributes in MISC. HEAD and DEPREL give one of the allowed values.
  void read_attributes() {
    if (sentence_.format() != Format::kConllu) return;
    const std::string_view misc = sentence_.misc(word_);
    if (const auto heads = misc_value(misc, "Heads")) read_heads(*heads);
    if (const auto heads = misc_value(misc, "NotHeads")) {
      for_each_head("NotHeads", *heads, [&](Node head) { known_.forbidden_heads.push_back(head); });
    }
    if (const auto side = misc_value(misc, "Side")) read_side(*side);
    if (const auto labels = misc_value(misc, "Labels")) read_labels(*labels);
    if (const auto span = misc_value(misc, "Span")) read_span(*span);
    check_keys(misc);
  }

  [[nodiscard]] KnownWord take() { return std::move(known_); }

 private:
  [[noreturn]] void refuse(const std::string& message) const {
    throw Error({sentence_.file(), sentence_.line(word_), 0}, message);
  }
  [[noreturn]] void refuse_empty(std::string_view what, std::string_view column) const {
    refuse(fmt::format("the {} of word {} is marked as known, but {} is _", what, word_, column));
  }
  [[noreturn]] void refuse_value(std::string_view key, std::string_view value,
                                 const std::string& expected) const {
    refuse(fmt::format("{} of word {} is {}: expected {}", key, word_, in_quotes(value), expected));
  }

  /// A key that is not quite right would otherwise be ignored like any other.
  void check_keys(std::string_view misc) const {
    for (const std::string_view attribute : Parts(misc, '|')) {
      const std::size_t end = attribute.find('=');
      if (end == std::string_view::npos) continue;
      const std::string_view key = attribute.substr(0, end);
      if (const auto meant = meant_key(key)) {
        refuse(fmt::format("found {} in MISC of word {}, which is no constraint; did you mean {}=?",
                           in_quotes(attribute), word_, *meant));
      }
    }
  }

  [[nodiscard]] bool has_node(std::optional<Node> node) const {
    return node && *node <= sentence_.size();
  }

  template <class Visit>
  void for_each_head(std::string_view key, std::string_view value, Visit&& visit) const {
    for (const std::string_view part : Parts(value, ',')) {
      const auto head = parse_number(part);
      if (!has_node(head) || *head == word_) {
        refuse_value(key, value,
                     fmt::format("words other than this one, 0 to {}, separated by commas",
                                 sentence_.size()));
      }
      visit(*head);
    }
  }

  void read_heads(std::string_view value) {
    std::vector<KnownArc> allowed;
    for_each_head("Heads", value, [&](Node head) { allowed.push_back({head, {}}); });
    if (known_.heads.empty()) {
      known_.heads = std::move(allowed);
    } else if (std::find(allowed.begin(), allowed.end(), known_.heads.front()) == allowed.end()) {
      refuse_value("Heads", value,
                   fmt::format("HEAD, which is {}, to be one of them", known_.heads.front().head));
    }
  }

  void read_side(std::string_view value) {
    if (value != "left" && value != "right") refuse_value("Side", value, "left or right");
    known_.side = value == "left" ? Side::kLeft : Side::kRight;
  }

  void read_labels(std::string_view value) {
    std::vector<std::string> allowed;
    for (const std::string_view part : Parts(value, ',')) {
      if (part.empty()) refuse_value("Labels", value, "relations, separated by commas");
      allowed.emplace_back(part);
    }
    if (known_.labels.empty()) {
      known_.labels = std::move(allowed);
    } else if (std::find(allowed.begin(), allowed.end(), known_.labels.front()) == allowed.end()) {
      refuse_value("Labels", value,
                   fmt::format("DEPREL, which is {}, to be one of them", known_.labels.front()));
    }
  }

  void read_span(std::string_view value) {
    const std::size_t dash = value.find('-');
    const auto first = parse_number(value.substr(0, dash));
    const auto last = parse_number(dash == std::string_view::npos ? "" : value.substr(dash + 1));
    if (first != word_ || !has_node(last) || *last < word_) {
      refuse_value("Span", value,
                   fmt::format("{}-N, where N is a word from {} to {}: it is written on the first "
                               "word of the span",
                               word_, word_, sentence_.size()));
    }
    known_.span_end = *last;
  }

  const Sentence& sentence_;
  Node word_;
  KnownWord known_;
};

}  // namespace

std::optional<ConstraintMarks> parse_marks(std::string_view names) {
  ConstraintMarks marks;
  for (const std::string_view name : Parts(names, ',')) {
    if (!add_mark(name, marks)) return std::nullopt;
  }
  return marks;
}

std::string mark_names(const ConstraintMarks& marks) {
  std::string names;
  const auto add = [&](bool marked, std::string_view name) {
    if (!marked) return;
    if (!names.empty()) names += ',';
    names += name;
  };
  add(marks.head, kHead);
  add(marks.side == Side::kLeft, kLeft);
  add(marks.side == Side::kRight, kRight);
  add(marks.label, kLabel);
  return names;
}

std::optional<ConstraintMarks> marks_of_misc(std::string_view misc) {
  const std::optional<std::string_view> names = misc_value(misc, kKey);
  return names ? parse_marks(*names) : ConstraintMarks{};
}

std::string misc_with_marks(std::string_view misc, const ConstraintMarks& marks) {
  return with_misc_value(misc, kKey, mark_names(marks));
}

std::optional<ConstraintMarks> marks_of_phead(std::string_view phead) {
  if (phead == "1") return ConstraintMarks{.head = true};
  if (phead == "_" || is_digits(phead)) return ConstraintMarks{};
  return parse_marks(phead);
}

std::string phead_of(const ConstraintMarks& marks) {
  if (marks.empty()) return "_";
  if (marks == ConstraintMarks{.head = true}) return "1";
  return mark_names(marks);
}

ConstraintMarks marks_of(const Sentence& sentence, Node word) {
  const bool conllu = sentence.format() == Format::kConllu;
  const std::string_view column = conllu ? sentence.misc(word) : sentence.deps(word);
  const auto marks = conllu ? marks_of_misc(column) : marks_of_phead(column);
  if (marks) return *marks;
  throw Error({sentence.file(), sentence.line(word), 0},
              fmt::format("constraint of word {} in {}: expected a list of Head, Left or "
                          "Right, Label, separated by commas",
                          word, in_quotes(column)));
}

void set_marks(Sentence& sentence, Node word, const ConstraintMarks& marks) {
  if (marks_of(sentence, word) == marks) return;
  if (sentence.format() == Format::kConllu) {
    sentence.set(word, Field::kMisc, misc_with_marks(sentence.misc(word), marks));
  } else {
    sentence.set(word, Field::kDeps, phead_of(marks));
  }
}

KnownWord known_word(const Sentence& sentence, Node word, KnownFrom from) {
  KnownWordReader reader(sentence, word);
  reader.read_marks();
  if (from == KnownFrom::kColumns) reader.read_columns();
  reader.read_attributes();
  return reader.take();
}

std::vector<KnownWord> known_words(const Sentence& sentence, KnownFrom from) {
  std::vector<KnownWord> words = nothing_known(sentence);
  for (Node word = 1; word <= sentence.size(); ++word) {
    words[static_cast<std::size_t>(word)] = known_word(sentence, word, from);
  }
  return words;
}

std::vector<KnownWord> nothing_known(const Sentence& sentence) {
  return std::vector<KnownWord>(static_cast<std::size_t>(sentence.size()) + 1);
}

}  // namespace panarc
