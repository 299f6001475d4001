#pragma once

#include <cstddef>
#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <unordered_set>

#include "panarc/sentence.h"

namespace panarc {

/// Properties of a treebank, counted sentence by sentence; counts can be added up.
class TreebankStatistics {
 public:
  void add(const Sentence& sentence);
  void add(const TreebankStatistics& other);

  [[nodiscard]] std::size_t sentences() const { return sentences_; }
  [[nodiscard]] std::size_t words() const { return words_; }
  [[nodiscard]] std::size_t longest() const { return longest_; }
  [[nodiscard]] double mean_length() const;
  [[nodiscard]] std::size_t multiword_tokens() const { return multiword_tokens_; }
  [[nodiscard]] std::size_t empty_nodes() const { return empty_nodes_; }

  /// Distinct relations of words that have a head.
  [[nodiscard]] std::size_t labels() const { return labels_.size(); }

  /// Words with a head, and those of them whose arc is projective.
  [[nodiscard]] std::size_t arcs() const { return arcs_; }
  [[nodiscard]] std::size_t projective_arcs() const { return projective_arcs_; }

  /// Sentences without crossing arcs.
  [[nodiscard]] std::size_t projective_sentences() const { return projective_sentences_; }

  /// Words attached to ROOT, and sentences with more than one of them.
  [[nodiscard]] std::size_t roots() const { return roots_; }
  [[nodiscard]] std::size_t multiple_root_sentences() const { return multiple_root_sentences_; }

  /// Sentences in which a word has no head, so that they are not trees.
  [[nodiscard]] std::size_t partial_sentences() const { return partial_sentences_; }

  /// The number of complete trees by gap degree.
  [[nodiscard]] const std::map<Node, std::size_t>& gap_degrees() const { return gap_degrees_; }

 private:
  // So that looking up a known relation does not build a string.
  struct Hash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const {
      return std::hash<std::string_view>{}(text);
    }
  };

  std::size_t sentences_ = 0;
  std::size_t words_ = 0;
  std::size_t longest_ = 0;
  std::size_t multiword_tokens_ = 0;
  std::size_t empty_nodes_ = 0;
  std::size_t arcs_ = 0;
  std::size_t projective_arcs_ = 0;
  std::size_t projective_sentences_ = 0;
  std::size_t roots_ = 0;
  std::size_t multiple_root_sentences_ = 0;
  std::size_t partial_sentences_ = 0;
  std::unordered_set<std::string, Hash, std::equal_to<>> labels_;
  std::map<Node, std::size_t> gap_degrees_;
};

}  // namespace panarc
