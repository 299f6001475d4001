#include <vector>

#include "panarc/analysis.h"
#include "treebank/projectivity.h"

namespace panarc {

void TreebankCounts::add(const Sentence& sentence) {
  treebank.add(sentence);
  if (is_complete(sentence.heads())) swaps.add(swap_statistics(sentence.heads()));
}

void TreebankCounts::add(const TreebankCounts& other) {
  treebank.add(other.treebank);
  swaps.add(other.swaps);
  bad_sentences += other.bad_sentences;
}

std::vector<TreebankFigure> figures_of(const TreebankCounts& counts) {
  constexpr auto kShare = TreebankFigure::Compared::kAsShare;
  constexpr auto kReduction = TreebankFigure::Compared::kAsReduction;
  const TreebankStatistics& all = counts.treebank;
  const SwapTotals& swaps = counts.swaps;
  return {
      {"sentences", "sentences", all.sentences()},
      {"words", "words", all.words()},
      {"mean_length", "mean length", all.mean_length()},
      {"max_length", "longest", all.longest()},
      {"multiword_tokens", "multiword tokens", all.multiword_tokens()},
      {"empty_nodes", "empty nodes", all.empty_nodes()},
      {"labels", "labels", all.labels()},
      {"projective_sentences", "projective sentences", all.projective_sentences(), all.sentences(),
       kShare},
      {"projective_arcs", "projective arcs", all.projective_arcs(), all.arcs(), kShare},
      {"roots", "words under ROOT", all.roots()},
      {"multiple_root_sentences", "sentences with several roots", all.multiple_root_sentences()},
      {"partial_sentences", "sentences lacking heads", all.partial_sentences()},
      {"swaps_eager", "swaps, EAGER", swaps.eager},
      {"swaps_lazy", "swaps, LAZY", swaps.lazy, swaps.eager, kReduction},
      {"swaps_minimal", "swaps, MINIMAL", swaps.minimal, swaps.eager, kReduction},
      {"swaps_minimal_unproved", "MINIMAL not proved", swaps.inexact},
      {"swaps_too_long", "too long to count swaps", swaps.too_long},
      {"unique_derivations", "one derivation only", swaps.unique, swaps.sentences, kShare},
      {"bad_sentences", "skipped sentences", counts.bad_sentences},
  };
}

}  // namespace panarc
