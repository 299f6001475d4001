#pragma once

#include <vector>

#include "panarc/treebank.h"

namespace panarc {

/// A sentence with the properties of its tree that queries use, computed on demand.
class SentenceView {
 public:
  /// Looks at another sentence, which must not change meanwhile.
  void look_at(const Sentence& sentence);

  [[nodiscard]] const Sentence& sentence() const { return *sentence_; }
  /// The number of arcs from ROOT to a word: 1 for a child of ROOT. Words without a head count as
  /// children of ROOT.
  [[nodiscard]] Node depth(Node word) const;
  [[nodiscard]] Node children(Node word) const;
  [[nodiscard]] bool is_projective(Node word) const;

 private:
  const Sentence* sentence_ = nullptr;
  mutable std::vector<Node> depths_;
  mutable std::vector<Node> children_;
  mutable std::vector<bool> projective_;
};

}  // namespace panarc
