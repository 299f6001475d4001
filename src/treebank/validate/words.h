#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "treebank/dependents.h"
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

}  // namespace panarc::validation
