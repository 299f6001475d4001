#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/interface.h"
#include "panarc/choices.h"

namespace panarc {

/// What a scorer has computed about the words of a sentence before it scores states; only the
/// scorer knows what it is.
class WordVectors : public Interface {};

/// The texts of the columns of a word.
struct WordTexts {
  std::string form;
  std::string lemma;
  std::string upos;
  std::string xpos;
  std::string feats;
};

/// The attributes of the words of a sentence as 64-bit numbers; 0 means "none". Those of vectors
/// are their indices in the Embeddings.
///
/// Row 0 is ROOT, rows 1 to n are the words, and row n+1 stands for a missing node.
class EncodedSentence {
 public:
  void reset(int words, std::size_t columns) {
    words_ = words;
    columns_ = columns;
    values_.assign((static_cast<std::size_t>(words) + 2) * columns, 0);
    in_use_ = 0;
    given_.clear();
    vectors_.reset();
    texts_.reset();
  }

  /// Null if no scorer has read the sentence, or none needs to.
  [[nodiscard]] const WordVectors* vectors() const { return vectors_.get(); }
  void set_vectors(std::shared_ptr<const WordVectors> vectors) { vectors_ = std::move(vectors); }

  /// The texts of a word; null if no features ask for texts.
  [[nodiscard]] const WordTexts* texts(Node word) const {
    return texts_ == nullptr ? nullptr : &(*texts_)[static_cast<std::size_t>(word) - 1];
  }
  /// The texts of word 1 come first.
  void set_texts(std::vector<WordTexts> texts) {
    texts_ = std::make_shared<const std::vector<WordTexts>>(std::move(texts));
  }

  /// The head of a word, if known before parsing as a constraint; otherwise kNoHead.
  [[nodiscard]] Node given_head(Node word) const {
    return given_.empty() ? kNoHead : given_[static_cast<std::size_t>(word)];
  }
  void give_head(Node word, Node head) {
    given_.resize(static_cast<std::size_t>(words_) + 2, kNoHead);
    given_[static_cast<std::size_t>(word)] = head;
  }
  void forget_given_heads() { given_.clear(); }

  /// The UPOS value of each tag that may be chosen, by number.
  [[nodiscard]] std::uint64_t tag_value(std::int32_t tag) const {
    return (*tag_values_)[static_cast<std::size_t>(tag)];
  }
  void set_tag_values(std::shared_ptr<const std::vector<std::uint64_t>> values) {
    tag_values_ = std::move(values);
  }

  /// Reverses the order of the words. No heads may be given.
  void mirror() {
    for (std::size_t i = 1, j = static_cast<std::size_t>(words_); i < j; ++i, --j) {
      std::swap_ranges(&values_[i * columns_], &values_[i * columns_] + columns_,
                       &values_[j * columns_]);
    }
    if (texts_ != nullptr) set_texts({texts_->rbegin(), texts_->rend()});
  }

  [[nodiscard]] int words() const { return words_; }
  [[nodiscard]] std::size_t columns() const { return columns_; }
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
    if (node != kRoot && value != 0) in_use_ |= bit_of(column);
  }

  /// The columns in which some word has had a value; see is_among.
  [[nodiscard]] std::uint64_t columns_in_use() const { return in_use_; }
  /// Whether a column may be in a set. The last bit stands for all columns from there on.
  static bool is_among(std::size_t column, std::uint64_t columns) {
    return (columns & bit_of(column)) != 0;
  }

 private:
  static std::uint64_t bit_of(std::size_t column) {
    return std::uint64_t{1} << std::min<std::size_t>(column, 63);
  }

  int words_ = 0;
  std::size_t columns_ = 0;
  std::uint64_t in_use_ = 0;
  std::vector<std::uint64_t> values_;
  std::vector<Node> given_;
  std::shared_ptr<const std::vector<std::uint64_t>> tag_values_;
  std::shared_ptr<const WordVectors> vectors_;
  std::shared_ptr<const std::vector<WordTexts>> texts_;
};

}  // namespace panarc
