#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "panarc/tree.h"

namespace panarc {

/// The attributes of the words of a sentence as 64-bit numbers; 0 is "has none". Those of vectors
/// are their numbers in the Embeddings.
///
/// Row 0 is ROOT, rows 1 to n are the words, and row n+1 is a node that is not there.
class EncodedSentence {
 public:
  void reset(int words, std::size_t columns) {
    words_ = words;
    columns_ = columns;
    values_.assign((static_cast<std::size_t>(words) + 2) * columns, 0);
    given_.clear();
  }

  /// The head of a word that is known before parsing, as a constraint; kNoHead if none is.
  [[nodiscard]] Node given_head(Node word) const {
    return given_.empty() ? kNoHead : given_[static_cast<std::size_t>(word)];
  }
  void give_head(Node word, Node head) {
    given_.resize(static_cast<std::size_t>(words_) + 2, kNoHead);
    given_[static_cast<std::size_t>(word)] = head;
  }
  void forget_given_heads() { given_.clear(); }

  [[nodiscard]] int words() const { return words_; }
  [[nodiscard]] Node missing() const { return words_ + 1; }
  [[nodiscard]] std::uint64_t value(Node node, std::size_t column) const {
    return values_[static_cast<std::size_t>(node) * columns_ + column];
  }
  /// All attributes of a node, in the order of the columns.
  [[nodiscard]] const std::uint64_t* row(Node node) const {
    return values_.data() + static_cast<std::size_t>(node) * columns_;
  }
  void set(Node node, std::size_t column, std::uint64_t value) {
    values_[static_cast<std::size_t>(node) * columns_ + column] = value;
  }

 private:
  int words_ = 0;
  std::size_t columns_ = 0;
  std::vector<std::uint64_t> values_;
  std::vector<Node> given_;
};

}  // namespace panarc
