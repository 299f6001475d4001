#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "panarc/tree.h"

namespace panarc {

class Sentence;

/// On which side of a word its head stands. ROOT counts where it stands.
enum class Side : std::uint8_t { kAny, kLeft, kRight };

/// A head that a word may have, and the labels of that arc.
struct KnownArc {
  Node head = kNoHead;
  /// One of these is the label; empty: what KnownWord::labels says.
  std::vector<std::string> labels = {};

  friend bool operator==(const KnownArc&, const KnownArc&) = default;
};

/// What is known of one word: by annotation, as a constraint on a parser, or as one of several
/// references. Everything that is given must hold; a word of which nothing is known has all empty.
///
///     KnownWord subject{.heads = {{2}, {4}}, .labels = {"nsubj"}};  // its head is 2 or 4
///     KnownWord phrase{.span_end = 5};  // the words from this one to word 5 are one subtree
struct KnownWord {
  /// Its head is one of these; empty: any.
  std::vector<KnownArc> heads = {};
  /// Its head is none of these.
  std::vector<Node> forbidden_heads = {};
  /// Its head stands on this side.
  Side side = Side::kAny;
  /// Its label is one of these, whatever its head, unless the head comes with labels; empty: any.
  std::vector<std::string> labels = {};
  /// The words from this one to the given one are one subtree: one arc enters them, none leaves.
  std::optional<Node> span_end = {};

  friend bool operator==(const KnownWord&, const KnownWord&) = default;
};

/// Which columns of a word say what is known of it.
enum class KnownFrom : std::uint8_t {
  /// Its marks. In CoNLL-U they are attributes in MISC: `Constraint=Head,Label` says that its HEAD
  /// and DEPREL are known; `Heads=2,5`, `NotHeads=3`, `Side=left`, `Labels=nsubj,obj` and, on the
  /// first word of a span, `Span=3-7` say what their names say. In CoNLL-X they stand in column 9.
  kMarks,
  /// The same, and HEAD and DEPREL wherever they are not `_`.
  kColumns,
};

/// What is known of a word. Throws Error, with file and line, for marks that cannot be understood
/// and for those that vouch for a HEAD or DEPREL that is `_`.
KnownWord known_word(const Sentence& sentence, Node word, KnownFrom from = KnownFrom::kMarks);
/// Of all words; the first element is word 1.
std::vector<KnownWord> known_words(const Sentence& sentence, KnownFrom from = KnownFrom::kMarks);

}  // namespace panarc
