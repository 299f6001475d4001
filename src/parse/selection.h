#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <span>
#include <vector>

#include "base/random.h"
#include "panarc/choices.h"
#include "panarc/treebank.h"

namespace panarc {

/// Selects the sentences, or words, most worth a look from a stream of any length. Keeps no others.
class Selection {
 public:
  Selection(std::size_t count, SelectBy by, std::uint64_t seed)
      : count_(count), by_(by), random_(seed) {}

  /// A sentence with the probabilities that its words are right; element 0 is unused.
  void offer(const Sentence& sentence, std::span<const double> confidence);

  /// Writes the selection: sentences, most worth a look first; or, when selecting words, the
  /// sentences with these words in their original order, with the words marked `Check=Yes` in MISC.
  void write(TreebankWriter& writer);

 private:
  /// A sentence, or a word of it.
  struct Candidate {
    double doubt = 0;
    std::uint64_t sentence = 0;
    Node word = 0;

    /// If equally doubtful, earlier ones are better.
    [[nodiscard]] bool is_better(const Candidate& other) const {
      if (doubt != other.doubt) return doubt > other.doubt;
      if (sentence != other.sentence) return sentence < other.sentence;
      return word < other.word;
    }
  };
  struct Kept {
    Sentence sentence;
    std::size_t uses = 0;
  };

  [[nodiscard]] double doubt(std::span<const double> confidence);
  void offer(const Candidate& candidate, const Sentence& sentence);

  std::size_t count_;
  SelectBy by_;
  Random random_;
  std::uint64_t offered_ = 0;
  std::vector<Candidate> best_;  // a heap: the worst is first
  std::map<std::uint64_t, Kept> kept_;
};

}  // namespace panarc
