#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "panarc/constraint.h"
#include "panarc/treebank.h"

namespace panarc {

/// The marks of a word that tell what is known about it before parsing (PanParser, 4.5): a
/// comma-separated list of `Head`, `Left`, `Right` and `Label`.
struct ConstraintMarks {
  bool head = false;       ///< its head is the one written in HEAD
  Side side = Side::kAny;  ///< its head is on this side
  bool label = false;      ///< its relation is the one written in DEPREL

  [[nodiscard]] bool empty() const { return *this == ConstraintMarks{}; }
  friend bool operator==(const ConstraintMarks&, const ConstraintMarks&) = default;
};

/// Nothing if a name is unknown, or if the list is empty or contradicts itself (`Left,Right`).
std::optional<ConstraintMarks> parse_marks(std::string_view names);
/// Marks as parse_marks() reads them; empty if there are none.
std::string mark_names(const ConstraintMarks& marks);

/// `Constraint=` of a MISC field; nothing if it is invalid.
std::optional<ConstraintMarks> marks_of_misc(std::string_view misc);
std::string misc_with_marks(std::string_view misc, const ConstraintMarks& marks);

/// Column 9 of CoNLL-X: `1` for a known head (PanParser, 4.5), names as in MISC for anything else.
/// Other numbers are PHEAD in its original sense, and constrain nothing.
std::optional<ConstraintMarks> marks_of_phead(std::string_view phead);
std::string phead_of(const ConstraintMarks& marks);

/// The marks of a word, from the column for its format. Throws Error, with file and line, if they
/// are invalid.
ConstraintMarks marks_of(const Sentence& sentence, Node word);
/// Changes the marks of a word.
void set_marks(Sentence& sentence, Node word, const ConstraintMarks& marks);

}  // namespace panarc
