#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "panarc/names.h"
#include "panarc/tree.h"

namespace panarc {

class Sentence;

/// The side of a word its head is on. For ROOT, it depends on where ROOT stands.
enum class Side : std::uint8_t { kAny, kLeft, kRight };

/// How a side is written in place of a head.
inline constexpr auto kSideSigns = names_of<Side>({{Side::kLeft, "<"}, {Side::kRight, ">"}});

/// A possible head of a word, and the possible labels of that arc.
struct KnownArc {
  Node head = kNoHead;
  /// The label is one of these; if empty, KnownWord::labels applies.
  std::vector<std::string> labels = {};

  friend bool operator==(const KnownArc&, const KnownArc&) = default;
};

/// What is known about one word: from annotation, as a constraint on a parser, or as one of several
/// references. All that is given must hold; if nothing is known, all members are empty.
///
///     KnownWord subject{.heads = {{2}, {4}}, .labels = {"nsubj"}};  // its head is 2 or 4
///     KnownWord phrase{.span_end = 5};  // the words from this one to word 5 are one subtree
struct KnownWord {
  /// The head is one of these; empty: any.
  std::vector<KnownArc> heads = {};
  /// The head is none of these.
  std::vector<Node> forbidden_heads = {};
  /// The head is on this side.
  Side side = Side::kAny;
  /// The label is one of these, whatever the head, unless the head has its own labels; empty: any.
  std::vector<std::string> labels = {};
  /// The words from this one to the given one form a subtree: one arc enters it, none leaves.
  std::optional<Node> span_end = {};

  friend bool operator==(const KnownWord&, const KnownWord&) = default;
};

/// Which columns of a word tell what is known about it.
enum class KnownFrom : std::uint8_t {
  /// The marks. In CoNLL-U they are attributes in MISC. `Constraint=Head,Label` says that HEAD and
  /// DEPREL are known; `Heads=2,5`, `NotHeads=3`, `Side=left`, `Labels=nsubj,obj` and, on the first
  /// word of a span, `Span=3-7` are self-explanatory. In CoNLL-X they are in column 9.
  kMarks,
  /// The marks, and HEAD and DEPREL wherever they are not `_`.
  kColumns,
};

/// What is known about a word. Throws Error, with file and line, for invalid marks and for marks
/// that vouch for a HEAD or DEPREL that is `_`.
KnownWord known_word(const Sentence& sentence, Node word, KnownFrom from = KnownFrom::kMarks);
/// For all words; element 0 is unused.
std::vector<KnownWord> known_words(const Sentence& sentence, KnownFrom from = KnownFrom::kMarks);

/// A list for what is known about the words of a sentence, by word, with nothing in it yet; element
/// 0 is unused.
std::vector<KnownWord> nothing_known(const Sentence& sentence);

}  // namespace panarc
