#pragma once

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "treebank/dependents.h"
#include "treebank/projectivity.h"
#include "treebank/validate/rows.h"

namespace panarc::validation {

/// The head of a word, which must be a number.
Node head_of(const Row& word);

/// The value of an attribute in FEATS or MISC, or empty. If there are several, it is the last.
std::string_view last_value(std::string_view field, std::string_view key);

/// What tests ask about a word.
struct TreeWord {
  const Row* row = nullptr;
  Node number = 0;
  Node head = kRoot;
  std::string_view relation;  ///< without subtype
  std::string_view upos;
  bool in_multiword = false;

  [[nodiscard]] std::string_view operator[](Field field) const { return (*row)[field]; }
  [[nodiscard]] std::string_view feature(std::string_view name) const {
    return last_value((*row)[Field::kFeats], name);
  }
  /// The form, for messages.
  [[nodiscard]] std::string quoted_form() const;
};

/// The words of a sentence whose heads are a tree.
class TreeWords {
 public:
  explicit TreeWords(const SentenceRows& sentence);

  [[nodiscard]] std::span<const TreeWord> all() const { return std::span(words_).subspan(1); }
  /// A word by its number, or ROOT.
  [[nodiscard]] const TreeWord& operator[](Node node) const { return words_[index_of(node)]; }
  [[nodiscard]] std::span<const Node> children(const TreeWord& word) const {
    return dependents_.of(word.number);
  }
  [[nodiscard]] bool has_child(const TreeWord& word, std::string_view relation) const;
  [[nodiscard]] std::span<const Node> heads() const { return heads_; }

 private:
  std::vector<TreeWord> words_;  // ROOT first
  std::vector<Node> heads_;
  Dependents dependents_;
};

/// The arcs of a tree that are not projective, and which words they have in their gaps.
class Gaps {
 public:
  explicit Gaps(const TreeWords& words) : order_(projective_order(words.heads())) {
    // A projective tree, as most are, has none; this is the order of its words.
    if (std::ranges::is_sorted(order_.order)) return;
    const std::vector<bool> projective = projective_arcs(words.heads());
    for (const TreeWord& word : words.all()) {
      if (!projective[index_of(word.number)]) arcs_.push_back(&word);
    }
  }

  [[nodiscard]] bool has_gap(const TreeWord& word) const {
    return std::ranges::binary_search(arcs_, &word);
  }

  /// The first word whose arc has `word` in its gap, but not the head of `word`, which would be to
  /// blame otherwise.
  [[nodiscard]] const TreeWord* around(const TreeWord& word) const {
    for (const TreeWord* const arc : arcs_) {
      const auto [left, right] = std::minmax(arc->number, arc->head);
      if (word.number <= left || word.number >= right || dominates(arc->head, word.number)) {
        continue;
      }
      if (word.head < word.number ? left > word.head : right < word.head) return arc;
    }
    return nullptr;
  }

 private:
  [[nodiscard]] bool dominates(Node node, Node word) const {
    const Node rank = order_.rank[index_of(word)];
    return order_.first[index_of(node)] <= rank && rank <= order_.last[index_of(node)];
  }

  ProjectiveOrder order_;
  std::vector<const TreeWord*> arcs_;  // their dependents, in order
};

}  // namespace panarc::validation
