#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "panarc/treebank.h"

/// The positions of words and arcs in a two-dimensional drawing, in pixels. Text widths are
/// estimated, since the fonts are unknown.

namespace panarc {

// Text sizes.
inline constexpr double kFormSize = 15;
inline constexpr double kTagSize = 10.5;
inline constexpr double kLabelSize = 11;

/// Whose arc it is if two trees share a drawing.
enum class ArcOwner : std::uint8_t { kBoth, kFirst, kSecond };

struct LayoutWord {
  Node word = 0;
  double x = 0;  ///< of its middle
  double width = 0;
};

struct LayoutArc {
  Node head = kRoot;
  Node dependent = 0;
  ArcOwner owner = ArcOwner::kBoth;
  std::string label;
  double from = 0;  ///< x at the head; that of the dependent if the head is ROOT
  double to = 0;    ///< x at the dependent
  double foot = 0;  ///< y of both ends
  double top = 0;   ///< y of the middle, where the label is
};

/// A multiword token.
struct LayoutToken {
  double left = 0;
  double right = 0;
  std::string form;
};

struct TreeLayout {
  bool right_to_left = false;
  double width = 0;
  double height = 0;
  double form_line = 0;   ///< the baseline of the words
  double tag_line = 0;    ///< the baseline of their tags
  double token_line = 0;  ///< y of the brackets of tokens
  std::vector<LayoutWord> words;
  std::vector<LayoutArc> arcs;
  std::vector<LayoutToken> tokens;
};

/// Arcs above the words; no two labels overlap.
TreeLayout lay_out(const Sentence& sentence);

/// Two trees over the same words: arcs in both or only in the first above the words, those only in
/// the second below.
TreeLayout lay_out(const Sentence& first, const Sentence& second);

}  // namespace panarc
