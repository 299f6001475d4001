#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "panarc/tree.h"
#include "transition/transition.h"

namespace panarc {

/// What is known of the heads and labels of a sentence: at bottom, a value for every arc.
///
/// Of each word one may know its head, several heads it may have, only on which side its head is,
/// its label, or nothing. An arc is worth 1 if it agrees with what is known of its dependent and 0
/// if not; an arc to a word of which no head is known is worth 0 whatever its head. Values are
/// computed, not stored, so an annotation takes room in proportion to the sentence.
class Gold {
 public:
  enum class Known : std::uint8_t { kNothing, kHeads, kLeft, kRight };

  /// Nothing is known.
  explicit Gold(int words);
  /// One head a word, kNoHead where it is not known.
  explicit Gold(std::span<const Node> heads);

  /// One of these is the head. An empty list: nothing is known.
  void set_heads(Node word, std::span<const Node> heads);
  /// kLeft or kRight: the head stands on that side (ROOT counts where it stands).
  void set_side(Node word, Known side);
  void set_label(Node word, Label label);

  /// Partial systems reproduce empty heads (PanParser, A.5.5) unless the annotation is a
  /// constraint.
  void set_reproduce_empty(bool reproduce) { reproduce_empty_ = reproduce; }

  /// Forgets the arcs that are longer than a span system can build; heads that remain are kept.
  void drop_longer_than(int span, RootPosition root);

  /// Another one for every annotation; copies share it.
  [[nodiscard]] std::uint64_t id() const { return id_; }
  [[nodiscard]] int words() const { return static_cast<int>(words_.size()) - 1; }
  [[nodiscard]] Known known(Node word) const { return word_at(word).known; }
  [[nodiscard]] std::span<const Node> heads(Node word) const {
    const Word& at = word_at(word);
    return std::span(heads_).subspan(at.first_head, at.head_count);
  }
  [[nodiscard]] Label label(Node word) const { return word_at(word).label; }
  [[nodiscard]] bool has_labels() const { return has_labels_; }

  /// What an arc adds to the attachment count.
  [[nodiscard]] int value(Arc arc, RootPosition root) const;
  /// What leaving the word without a head adds, in a partial system.
  [[nodiscard]] int none_value(Node word) const {
    return reproduce_empty_ && known(word) == Known::kNothing ? 1 : 0;
  }
  /// What a label takes away from the value of its arc (labelled loss): a right head with a wrong
  /// label is worth nothing. kNoLabel stands for the best label.
  [[nodiscard]] int label_penalty(Arc arc, Label label, RootPosition root) const;

  /// Every word has at most one known head, no sides are known, and some projective tree has all
  /// the known arcs. Then the closed forms of the papers hold.
  [[nodiscard]] bool projective() const { return index().projective; }
  /// The one head of a word, or kNoHead.
  [[nodiscard]] Node head(Node word) const {
    const Word& at = word_at(word);
    return at.head_count == 1 ? heads_[at.first_head] : kNoHead;
  }
  /// The words of which a node is the one head, in order.
  [[nodiscard]] std::span<const Node> children(Node node) const {
    const Index& at = index();
    const auto begin = at.first_child[static_cast<std::size_t>(node)];
    return std::span(at.children)
        .subspan(begin, at.first_child[static_cast<std::size_t>(node) + 1] - begin);
  }

  /// The word that is the one child of ROOT, or kNoHead if there is none, or several.
  [[nodiscard]] Node only_root() const {
    const auto roots = children(kRoot);
    return roots.size() == 1 ? roots.front() : kNoHead;
  }

 private:
  struct Word {
    Known known = Known::kNothing;
    std::uint32_t first_head = 0;
    std::uint32_t head_count = 0;
    Label label = kNoLabel;
  };
  struct Index {
    bool valid = false;
    bool projective = false;
    std::vector<std::uint32_t> first_child;
    std::vector<Node> children;
  };

  [[nodiscard]] const Word& word_at(Node word) const {
    return words_[static_cast<std::size_t>(word)];
  }
  [[nodiscard]] const Index& index() const {
    if (!index_.valid) make_index();
    return index_;
  }
  void make_index() const;

  static std::uint64_t next_id();

  std::uint64_t id_ = next_id();
  std::vector<Word> words_;
  std::vector<Node> heads_;
  bool reproduce_empty_ = true;
  bool has_labels_ = false;
  mutable Index index_;
};

}  // namespace panarc
