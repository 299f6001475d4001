#pragma once

#include <vector>

#include "panarc/sentence.h"

namespace panarc {

/// A sentence with what queries ask of its tree. It is worked out when it is first asked for.
class SentenceView {
 public:
  /// Looks at another sentence, which must stay as it is meanwhile.
  void look_at(const Sentence& sentence);

  [[nodiscard]] const Sentence& sentence() const { return *sentence_; }
  /// How many arcs there are from ROOT to a word, or from the word without a head that it is
  /// below: 1 for what depends on ROOT.
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
