#include "train/pair_search.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "train/worked_example.h"

namespace panarc {
namespace {

using test::WorkedExample;
using testing::ElementsAre;

using PairSearchExample = WorkedExample;

// Beam search. The first steps are the same for all; * marks what the dynamic oracle finds correct,
// ** what the static one does too:
//
//    step 1   S 0 **
//    step 2   S S 4, S R 2 **                             dropped: S L 0
//    step 3   S S L 7, S S R 5                            dropped: S S S 4, S R D 4 *, S R R 3,
//                                                                  S R S 2 **
//
// All that is correct has fallen off: a violation.

// The best correct derivation against the best in the beam: S R S, 2, against S S L, 7.
TEST_F(PairSearchExample, EarlyUpdatesWhereTheReferenceFallsOff) {
  EXPECT_THAT(train("early"), ElementsAre("+1 ab RIGHT", "+1 bc SHIFT",  //
                                          "-1 ab SHIFT", "-1 bc LEFT"));
  EXPECT_EQ(counts_.updates, 1U);
  EXPECT_EQ(counts_.completed, 0U);
  EXPECT_EQ(counts_.loss, 7 - 2);
}

// S R D, 4, against S S L, 7.
TEST_F(PairSearchExample, EarlyNdChoosesTheBestOfTheCorrectOnes) {
  EXPECT_THAT(train("earlyND"), ElementsAre("+1 ab RIGHT", "+1 bc REDUCE",  //
                                            "-1 ab SHIFT", "-1 bc LEFT"));
  EXPECT_EQ(counts_.updates, 1U);
  EXPECT_EQ(counts_.completed, 0U);
  EXPECT_EQ(counts_.loss, 7 - 4);
}

// The beam goes on, with the reference beside it:
//
//    step 3   S S L 7, S S R 5                            S R S             2   violation 5
//    step 4   S S L L 13, S S L R 12                      S R S L           8             5
//    step 5   S S L R S 14, S S L L S 13                  S R S L D         8             6
//    step 6   S S L L S L 19, S S L L S S 15              S R S L D R      17             2
//    step 7   S S L L S L S 19, S S L L S S L 15          S R S L D R D    17             2
//    step 8   S S L L S S L L 21, S S L L S L S L 19      S R S L D R D L  17             4
//
// In step 4, S S R has become [a b c'|d]: S gives 5 + 2. In step 5, S S L L is [|c], and S S L R
// is [a c'|d], where S gives 2. In step 6, the latter has no more to gain than 0 in [a c' d|0],
// while S S L L S is [c|d]: L gives 6, S gives 2.
TEST_F(PairSearchExample, MaxvUpdatesAtTheLargestViolation) {
  // Step 5: S R S L D against S S L R S. The first S is shared.
  EXPECT_THAT(train("maxv"),
              ElementsAre("+1 ab RIGHT", "+1 bc SHIFT", "+1 cd LEFT", "+1 bd REDUCE",  //
                          "-1 ab SHIFT", "-1 bc LEFT", "-1 ac RIGHT", "-1 cd SHIFT"));
  EXPECT_EQ(counts_.updates, 1U);
  EXPECT_EQ(counts_.loss, 14 - 8);
}

TEST_F(PairSearchExample, FullUpdatesAtTheEnd) {
  // Step 8: S R S L D R D L against S S L L S S L L; S in [|c] has no feature.
  EXPECT_THAT(train("full"), ElementsAre("+1 ab RIGHT", "+1 bc SHIFT", "+1 cd LEFT", "+1 bd REDUCE",
                                         "+1 ad RIGHT", "+1 d0 REDUCE", "+1 a0 LEFT",  //
                                         "-1 ab SHIFT", "-1 bc LEFT", "-1 ac LEFT", "-1 cd SHIFT",
                                         "-1 d0 LEFT", "-1 c0 LEFT"));
  EXPECT_EQ(counts_.updates, 1U);
  EXPECT_EQ(counts_.loss, 21 - 17);
}

// With the dynamic oracle, both correct derivations go on:
//
//    step 3   S S L 7                S R D 4, S R S 2                           violation 3
//    step 4   S S L L 13             S R S L 8, S R D S 4                                 5
//    step 5   S S L R S 14           S R D S L 10, S R S L D 8                            4
//    step 6   S S L L S L 19         S R D S L R 19, S R S L D R 17                       0
//    step 7   S S L L S L S 19       S R D S L R D 19, ...                                0
//    step 8   S S L L S S L L 21     S R D S L R D L 19, ...                              2
TEST_F(PairSearchExample, MaxvNdComparesWithTheBestOfTheCorrectOnes) {
  // Step 4: S R S L against S S L L.
  EXPECT_THAT(train("maxvND"), ElementsAre("+1 ab RIGHT", "+1 bc SHIFT", "+1 cd LEFT",  //
                                           "-1 ab SHIFT", "-1 bc LEFT", "-1 ac LEFT"));
  EXPECT_EQ(counts_.updates, 1U);
  EXPECT_EQ(counts_.completed, 0U);
  EXPECT_EQ(counts_.loss, 13 - 8);
}

}  // namespace
}  // namespace panarc
