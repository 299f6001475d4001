#include "draw/tree_layout.h"

#include <algorithm>
#include <cstddef>
#include <cstdlib>
#include <span>

#include "draw/arcs.h"
#include "draw/display_width.h"

namespace panarc {

namespace {

// In pixels.
constexpr double kMargin = 12;
constexpr double kWordGap = 14;
constexpr double kLabelGap = 22;  // how much wider an arc is than its label
constexpr double kPortGap = 7;    // between the ends of arcs at one word
constexpr double kLevelHeight = 19;
constexpr double kFootGap = 4;  // between arcs and words
constexpr double kTokenHeight = 24;

double form_width(std::string_view form) { return estimated_width(form, kFormSize); }
double label_width(std::string_view label) { return estimated_width(label, kLabelSize); }

/// The end of an arc at a word, for ordering from left to right.
struct Port {
  std::size_t arc;
  bool at_head;
  std::ptrdiff_t order;
};

/// The order of the arc ends at `word` in which arcs do not cross needlessly: those to the left
/// first, the shortest of them leftmost; then that from ROOT; then those to the right, the longest
/// first.
std::ptrdiff_t port_order(Node word, Node other, Node words) {
  if (other == kRoot) return 0;
  const std::ptrdiff_t length = std::abs(static_cast<std::ptrdiff_t>(other) - word);
  return other < word ? length - words - 1 : words + 1 - length;
}

/// Lays out one or two trees from left to right, and mirrors the result if needed.
class TreeLayoutMaker {
 public:
  TreeLayoutMaker(const Sentence& first, const Sentence* second) : first_(first) {
    for (Node word = 1; word <= first.size(); ++word) {
      const bool same = second == nullptr || (first.head(word) == second->head(word) &&
                                              first.deprel(word) == second->deprel(word));
      add_arc(first, word, same ? ArcOwner::kBoth : ArcOwner::kFirst);
      if (!same) add_arc(*second, word, ArcOwner::kSecond);
    }
  }

  TreeLayout make() {
    offsets_.resize(layout_.arcs.size());
    measure_words();
    place_ports(false);
    place_ports(true);
    place_words();
    for (std::size_t i = 0; i < layout_.arcs.size(); ++i) {
      LayoutArc& arc = layout_.arcs[i];
      arc.to = word_at(arc.dependent).x + offsets_[i].to;
      arc.from = arc.head == kRoot ? arc.to : word_at(arc.head).x + offsets_[i].from;
    }
    place_tokens();
    place_lines();
    if (is_right_to_left()) turn();
    return std::move(layout_);
  }

 private:
  struct Offsets {
    double from = 0;
    double to = 0;
  };

  [[nodiscard]] LayoutWord& word_at(Node word) {
    return layout_.words[static_cast<std::size_t>(word) - 1];
  }

  static bool is_below(const LayoutArc& arc) { return arc.owner == ArcOwner::kSecond; }

  void add_arc(const Sentence& sentence, Node word, ArcOwner owner) {
    if (sentence.head(word) == kNoHead) return;
    LayoutArc arc;
    arc.head = sentence.head(word);
    arc.dependent = word;
    arc.owner = owner;
    arc.label = sentence.deprel(word);
    layout_.arcs.push_back(arc);
  }

  void measure_words() {
    for (Node word = 1; word <= first_.size(); ++word) {
      const double tag = estimated_width(first_.upos(word), kTagSize, kCapitalWidth);
      layout_.words.push_back({word, 0, std::max(form_width(first_.form(word)), tag)});
    }
    for (const LayoutArc& arc : layout_.arcs) {
      if (arc.head != kRoot) continue;
      double& width = word_at(arc.dependent).width;
      width = std::max(width, label_width(arc.label));
    }
  }

  /// Spreads the ends of the arcs on one side of the words.
  void place_ports(bool below) {
    std::vector<std::vector<Port>> ports(layout_.words.size() + 1);
    for (std::size_t i = 0; i < layout_.arcs.size(); ++i) {
      const LayoutArc& arc = layout_.arcs[i];
      if (is_below(arc) != below) continue;
      const auto add = [&](Node word, Node other, bool at_head) {
        ports[static_cast<std::size_t>(word)].push_back(
            {i, at_head, port_order(word, other, first_.size())});
      };
      add(arc.dependent, arc.head, false);
      if (arc.head != kRoot) add(arc.head, arc.dependent, true);
    }
    for (Node word = 1; word <= first_.size(); ++word) {
      place_ports(word, ports[static_cast<std::size_t>(word)]);
    }
  }

  void place_ports(Node word, std::vector<Port>& ports) {
    std::sort(ports.begin(), ports.end(),
              [](const Port& a, const Port& b) { return a.order < b.order; });
    const double spread = kPortGap * (static_cast<double>(ports.size()) - 1);
    for (std::size_t i = 0; i < ports.size(); ++i) {
      Offsets& offsets = offsets_[ports[i].arc];
      (ports[i].at_head ? offsets.from : offsets.to) =
          kPortGap * static_cast<double>(i) - spread / 2;
    }
    word_at(word).width = std::max(word_at(word).width, spread);
  }

  /// Places words as far left as the words before them and the labels over them allow.
  void place_words() {
    std::vector<std::vector<std::size_t>> ending(layout_.words.size() + 1);
    for (std::size_t i = 0; i < layout_.arcs.size(); ++i) {
      const LayoutArc& arc = layout_.arcs[i];
      if (arc.head != kRoot) {
        ending[static_cast<std::size_t>(std::max(arc.head, arc.dependent))].push_back(i);
      }
    }
    double end = kMargin - kWordGap;
    for (Node word = 1; word <= first_.size(); ++word) {
      LayoutWord& placed = word_at(word);
      placed.x = end + kWordGap + placed.width / 2;
      for (const std::size_t i : ending[static_cast<std::size_t>(word)]) {
        const LayoutArc& arc = layout_.arcs[i];
        const bool leftwards = arc.dependent == word;
        const double here = leftwards ? offsets_[i].to : offsets_[i].from;
        const double there = leftwards ? offsets_[i].from : offsets_[i].to;
        const double other = word_at(std::min(arc.head, arc.dependent)).x + there;
        placed.x = std::max(placed.x, other + label_width(arc.label) + kLabelGap - here);
      }
      end = placed.x + placed.width / 2;
    }
    layout_.width = end + kMargin;
  }

  void place_tokens() {
    for (std::size_t i = 0; i < first_.multiword_count(); ++i) {
      const Sentence::MultiwordToken token = first_.multiword(i);
      const LayoutWord& first = word_at(token.first);
      const LayoutWord& last = word_at(token.last);
      layout_.tokens.push_back(
          {first.x - first.width / 2, last.x + last.width / 2, std::string(token[Field::kForm])});
    }
  }

  /// Assigns levels to the arcs of one side. Returns the number of lines of labels; the last is for
  /// ROOT, which no other arc reaches.
  std::size_t place_levels(bool below, std::vector<std::size_t>& levels) {
    std::vector<ArcSpan> spans;
    std::vector<std::size_t> indices;
    std::vector<std::size_t> roots;
    for (std::size_t i = 0; i < layout_.arcs.size(); ++i) {
      const LayoutArc& arc = layout_.arcs[i];
      if (is_below(arc) != below) continue;
      if (arc.head == kRoot) {
        roots.push_back(i);
        continue;
      }
      const auto [first, last] = std::minmax(arc.head, arc.dependent);
      spans.push_back({static_cast<std::size_t>(first), static_cast<std::size_t>(last)});
      indices.push_back(i);
    }
    const std::size_t count = assign_levels(spans, CommonEnds::kSideBySide);
    for (std::size_t i = 0; i < spans.size(); ++i) levels[indices[i]] = spans[i].level;
    for (const std::size_t i : roots) levels[i] = count;
    return count + (roots.empty() ? 0 : 1);
  }

  void place_lines() {
    std::vector<std::size_t> levels(layout_.arcs.size(), 0);
    const auto height = [](std::size_t count) { return kLevelHeight * static_cast<double>(count); };
    const double above = kMargin + height(place_levels(false, levels));
    const std::size_t count_below = place_levels(true, levels);
    layout_.form_line = above + kFootGap + kFormSize;
    layout_.tag_line = layout_.form_line + kTagSize + 4;
    layout_.token_line = layout_.tag_line + 7;
    const double below =
        layout_.tag_line + kFootGap + 2 + (layout_.tokens.empty() ? 0 : kTokenHeight);
    for (std::size_t i = 0; i < layout_.arcs.size(); ++i) {
      LayoutArc& arc = layout_.arcs[i];
      arc.foot = is_below(arc) ? below : above;
      arc.top = arc.foot + (is_below(arc) ? 1 : -1) * height(levels[i] + 1);
    }
    layout_.height = below + height(count_below) + kMargin;
  }

  [[nodiscard]] bool is_right_to_left() const {
    std::ptrdiff_t balance = 0;
    for (Node word = 1; word <= first_.size(); ++word) {
      const TextDirection direction = first_direction(first_.form(word));
      if (direction == TextDirection::kRightToLeft) ++balance;
      if (direction == TextDirection::kLeftToRight) --balance;
    }
    return balance > 0;
  }

  void turn() {
    layout_.right_to_left = true;
    const auto turned = [width = layout_.width](double x) { return width - x; };
    for (LayoutWord& word : layout_.words) word.x = turned(word.x);
    for (LayoutArc& arc : layout_.arcs) {
      arc.from = turned(arc.from);
      arc.to = turned(arc.to);
    }
    for (LayoutToken& token : layout_.tokens) {
      const double left = turned(token.right);
      token.right = turned(token.left);
      token.left = left;
    }
  }

  const Sentence& first_;
  TreeLayout layout_;
  std::vector<Offsets> offsets_;
};

}  // namespace

TreeLayout lay_out(const Sentence& sentence) { return TreeLayoutMaker(sentence, nullptr).make(); }

TreeLayout lay_out(const Sentence& first, const Sentence& second) {
  return TreeLayoutMaker(first, &second).make();
}

}  // namespace panarc
