#include "panarc/experiment.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/sample.h"

namespace panarc {
namespace {

Sentence sentence(const std::string& text) { return Sentence::from_text(text); }

TEST(Predictability, IsTheEntropyOfTagsBelowTags) {
  // Below VERB there are NOUN twice and ADV once, below NOUN a DET; below ROOT a VERB.
  const std::vector<Sentence> sentences{
      sentence("1\ta\t_\tNOUN\t_\t_\t2\tx\t_\t_\n2\tb\t_\tVERB\t_\t_\t0\troot\t_\t_\n"
               "3\tc\t_\tDET\t_\t_\t4\tx\t_\t_\n4\td\t_\tNOUN\t_\t_\t2\tx\t_\t_\n"
               "5\te\t_\tADV\t_\t_\t2\tx\t_\t_\n\n")};
  const double below_verb = -(2.0 / 3 * std::log2(2.0 / 3) + 1.0 / 3 * std::log2(1.0 / 3));
  EXPECT_NEAR(predictability(sentences), 3.0 / 5 * below_verb, 1e-12);
}

TEST(DerivationPerplexity, OfWhatWasSeenIsThatOfTheSmoothedTrigrams) {
  // Two words, always attached in the order "a b": b depends on ROOT, which stands last.
  const Sentence two =
      sentence("1\ta\t_\t_\t_\t_\t2\tx\t_\t_\n2\tb\t_\t_\t_\t_\t0\troot\t_\t_\n\n");
  // With two words and the end: p(a) = (1 + 3/4) / 6, and the longer histories, each followed by
  // one word, make it (1 + p) / 2 twice.
  const double unigram = (1 + 3.0 / 4) / 6;
  const double trigram = (1 + (1 + unigram) / 2) / 2;
  const std::vector<Sentence> data{two};
  EXPECT_NEAR(derivation_perplexity(data, data), 1 / trigram, 1e-12);
}

TEST(DerivationPerplexity, DependsOnTheOrderOfAttachment) {
  // a is attached before b in the first tree, after it in the second.
  const Sentence left =
      sentence("1\ta\t_\t_\t_\t_\t2\tx\t_\t_\n2\tb\t_\t_\t_\t_\t0\troot\t_\t_\n\n");
  const Sentence right =
      sentence("1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n2\tb\t_\t_\t_\t_\t1\tx\t_\t_\n\n");
  const std::vector<Sentence> lefts{left};
  const std::vector<Sentence> rights{right};
  EXPECT_GT(derivation_perplexity(lefts, rights), 1.5 * derivation_perplexity(lefts, lefts));
}

}  // namespace
}  // namespace panarc
