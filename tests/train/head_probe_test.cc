#include "train/head_probe.h"

#include <gtest/gtest.h>

#include "train/worked_example.h"

namespace panarc {
namespace {

using test::WorkedExample;

// One hypothesis takes what scores best (see GreedynExploresAllErrors):
//
//    [a|b] S   [a b|c] L   [a|c] L   [|c] S   [c|d] L   [|d] S   [d|0] L
//
// c alone has its head. A beam of two comes to S S L L S S L L (see FullUpdatesAtTheEnd), where c
// is under ROOT, too.
TEST_F(WorkedExample, AProbeCountsRightHeads) {
  EXPECT_EQ(right_heads(1), 1);
  EXPECT_EQ(right_heads(2), 0);
}

TEST_F(WorkedExample, AProbeFeelsThatWeightsHaveChanged) {
  HeadProbe<ArcEager> probe = make_probe(1);
  EXPECT_EQ(probe.right_heads(words_, gold_), 1);
  // [a|b] R   [a b'|c] D   [a|c] S   [a c|d] L   [a|d] R, and what is left.
  set("ab", 0, 0, 9, 0);
  set("ac", 9, 0, 0, 0);
  EXPECT_EQ(probe.right_heads(words_, gold_), 4);
}

}  // namespace
}  // namespace panarc
