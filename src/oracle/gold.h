#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "panarc/choices.h"
#include "panarc/constraint.h"
#include "transition/transition.h"

namespace panarc {

struct GoldOptions {
  /// Partial systems reproduce empty heads (PanParser, A.5.5) unless the annotation is a
  /// constraint.
  bool reproduce_empty = true;
  /// Makes a known head worth more than any number of spans. Otherwise, since no arc need enter a
  /// span in a partial system, one might be left out at the cost of a known head.
  bool heads_first = false;
  /// Ignore heads farther away than this, since a span system cannot build their arcs. 0: no limit.
  int longest_arc = 0;
  /// The position of ROOT, for the length of its arcs.
  RootPosition root = RootPosition::kLast;
};

/// A possible head of a word, with a label; kNoLabel: any.
struct LabeledHead {
  Node head = kNoHead;
  Label label = kNoLabel;

  friend bool operator==(const LabeledHead&, const LabeledHead&) = default;
};

/// Numbers a relation.
using LabelIds = std::function<Label(std::string_view)>;

/// What is known about a sentence, compiled into a value for every arc.
///
/// An arc is worth 1 if it agrees with everything known about its dependent's head, and 0 if not,
/// or if nothing is known. For each span that is one subtree, it loses 1 if it enters or leaves the
/// span: one arc must enter, so the sum over a tree is largest if one enters and none leaves.
/// Values are computed, not stored, so memory is linear in the sentence.
///
/// Immutable, so threads may share it.
class Gold {
 public:
  Gold() : Gold(0) {}
  /// An annotation of which nothing is known.
  explicit Gold(int words, const GoldOptions& options = {});
  /// One head per word, kNoHead if unknown; element 0 stands for ROOT, as in tree.h.
  explicit Gold(std::span<const Node> heads, const GoldOptions& options = {});
  /// One head and one label per word, kNoHead and kNoLabel if unknown.
  Gold(std::span<const Node> heads, std::span<const Label> labels, const GoldOptions& options = {});
  /// The heads that each word may have, any of which is correct; element 0 stands for ROOT.
  explicit Gold(std::span<const std::vector<LabeledHead>> heads, const GoldOptions& options = {});
  /// What is known about each word; element 0 is unused. Throws Error for a head or a span that is
  /// not in the sentence.
  Gold(std::span<const KnownWord> words, const LabelIds& labels, const GoldOptions& options = {});

  /// This annotation without what is known about some words. Even to a partial system, their heads
  /// are then unknown, not empty.
  [[nodiscard]] Gold without(std::span<const Node> words) const;

  /// This annotation for the sentence read backwards. The position of ROOT is mirrored, too.
  [[nodiscard]] Gold mirrored() const;

  /// Different annotations have different ids, copies have the same one: oracles use it as a key
  /// for what they derive from an annotation.
  [[nodiscard]] std::uint64_t id() const { return id_; }
  [[nodiscard]] int words() const { return static_cast<int>(words_.size()) - 1; }

  /// The allowed heads of a word; empty: any.
  [[nodiscard]] std::span<const Node> heads(Node word) const { return of(heads_, at(word).heads); }
  [[nodiscard]] std::span<const Node> forbidden_heads(Node word) const {
    return of(forbidden_, at(word).forbidden);
  }
  [[nodiscard]] Side side(Node word) const { return at(word).side; }
  [[nodiscard]] bool knows_head(Node word) const {
    return at(word).heads.count + at(word).forbidden.count > 0 || side(word) != Side::kAny;
  }
  /// The labels that an arc may have; empty: any.
  [[nodiscard]] std::span<const Label> labels(Arc arc) const;
  /// The label of a word, if one is known whatever its head; otherwise kNoLabel.
  [[nodiscard]] Label label(Node word) const {
    return at(word).labels.count == 1 ? labels_[at(word).labels.first] : kNoLabel;
  }
  [[nodiscard]] bool has_labels() const { return !labels_.empty(); }

  /// Words that form one subtree.
  struct Span {
    Node first = 0;
    Node last = 0;
    [[nodiscard]] bool contains(Node node) const { return first <= node && node <= last; }
  };
  [[nodiscard]] std::span<const Span> spans() const { return spans_; }

  /// Whether something is known about the head of its dependent, and the arc agrees with all of it.
  [[nodiscard]] bool agrees(Arc arc, RootPosition root) const;
  /// The contribution of an arc to the attachment count.
  [[nodiscard]] int value(Arc arc, RootPosition root) const {
    const int agreement = knows_head(arc.dependent) && agrees(arc, root) ? head_value_ : 0;
    return spans_.empty() ? agreement : agreement - crossed_spans(arc);
  }
  /// The value of a tree that agrees with all that is known; with `heads_first`, only such trees
  /// have it.
  [[nodiscard]] int value_if_met() const {
    const auto spans = static_cast<int>(spans_.size());
    return known_heads_ * head_value_ - (head_value_ == 1 ? spans : words() * spans);
  }
  /// Upper bound on the difference in value between two trees. If every arc from ROOT is penalised
  /// by more than this, the best tree has only one.
  [[nodiscard]] int most_tree_difference() const {
    return words() * (head_value_ + static_cast<int>(spans_.size()));
  }
  /// The words whose head, label or lack of a head may affect the value of a tree; in order.
  [[nodiscard]] std::span<const Node> valued_words() const { return valued_words_; }
  /// The value of leaving the word without a head, in a partial system.
  [[nodiscard]] int none_value(Node word) const {
    return reproduce_empty_ && !knows_head(word) && !at(word).forgotten ? 1 : 0;
  }
  /// What a label takes away from the value of its arc (labelled loss): a right head with a wrong
  /// label is worth nothing. kNoLabel stands for the best label.
  [[nodiscard]] int label_penalty(Arc arc, Label label, RootPosition root) const;

  /// Every word has one known head, and nothing else is known.
  [[nodiscard]] bool is_tree() const { return is_tree_; }
  /// Whether only allowed heads, and labels, are known.
  [[nodiscard]] bool only_heads() const { return only_heads_; }
  /// At most one head per word, and labels, are known, and some projective tree has all the known
  /// arcs. Then the closed forms of the papers hold.
  [[nodiscard]] bool projective() const { return projective_; }
  /// The length of the longest known arc.
  [[nodiscard]] int longest_arc(RootPosition root) const {
    return root == RootPosition::kFirst ? longest_arc_root_first_ : longest_arc_root_last_;
  }
  /// The head of a word, if just one head is known; otherwise kNoHead.
  [[nodiscard]] Node head(Node word) const {
    const Word& known = at(word);
    const bool one = known.heads.count == 1 && known.forbidden.count == 0;
    return one && known.side == Side::kAny ? heads_[known.heads.first] : kNoHead;
  }
  /// The words with this node as their only known head, in order.
  [[nodiscard]] std::span<const Node> children(Node node) const {
    const std::uint32_t first = first_child_[static_cast<std::size_t>(node)];
    return of(children_, {first, first_child_[static_cast<std::size_t>(node) + 1] - first});
  }
  /// The nearest ancestor of the last word that is before a node, as far as heads are known;
  /// kNoHead if there is none.
  [[nodiscard]] Node ancestor_of_last(Node before) const {
    const auto found = std::ranges::upper_bound(ancestors_of_last_, before, std::greater());
    return found == ancestors_of_last_.end() ? kNoHead : *found;
  }
  /// The only child of ROOT, or kNoHead if there is none, or several.
  [[nodiscard]] Node only_root() const {
    const auto roots = children(kRoot);
    return roots.size() == 1 ? roots.front() : kNoHead;
  }

 private:
  struct Range {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
  };
  struct Word {
    Range heads;
    Range forbidden;
    Range labels;
    Side side = Side::kAny;
    bool forgotten = false;
  };

  template <class Item>
  static std::span<const Item> of(const std::vector<Item>& all, Range range) {
    return std::span(all).subspan(range.first, range.count);
  }
  [[nodiscard]] const Word& at(Node word) const { return words_[static_cast<std::size_t>(word)]; }
  [[nodiscard]] int crossed_spans(Arc arc) const;
  [[nodiscard]] bool is_too_long(Node word, Node head, const GoldOptions& options) const;

  void add_head(Node word, Node head);
  Range add_labels(std::span<const std::string> names, const LabelIds& ids);
  void add(Node word, const KnownWord& known, const LabelIds& ids, const GoldOptions& options);
  void make_index();

  std::uint64_t id_;
  bool reproduce_empty_;
  bool projective_ = false;
  bool is_tree_ = false;
  bool only_heads_ = true;
  int head_value_ = 1;
  int known_heads_ = 0;
  int longest_arc_root_first_ = 0;
  int longest_arc_root_last_ = 0;
  std::vector<Word> words_;
  std::vector<Node> heads_;
  std::vector<Range> head_labels_;  // one range per element of heads_, or none
  std::vector<Node> forbidden_;
  std::vector<Label> labels_;
  std::vector<Span> spans_;
  std::vector<Node> valued_words_;
  std::vector<std::uint32_t> first_child_;
  std::vector<Node> children_;
  /// The ancestors of the last word that are before all nearer ancestors; nearest first.
  std::vector<Node> ancestors_of_last_;
};

}  // namespace panarc
