#include "oracle/sentence_gold.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "panarc/error.h"

namespace panarc {
namespace {

using testing::ElementsAre;

Label length_as_label(std::string_view relation) { return static_cast<Label>(relation.size()); }

constexpr std::string_view kText =
    "1\ta\ta\tX\t_\t_\t2\tab\t_\tConstraint=Head\n"
    "2\tb\tb\tX\t_\t_\t0\troot\t_\tConstraint=Left,Label\n"
    "3\tc\tc\tX\t_\t_\t_\tabc\t_\tConstraint=Right\n"
    "4\td\td\tX\t_\t_\t2\tabcde\t_\t_\n\n";

TEST(SentenceGold, TakesTheHeadsAndTheirLabels) {
  const Gold gold = gold_of(Sentence::from_text(kText), length_as_label);
  EXPECT_THAT(gold.heads(1), ElementsAre(2));
  EXPECT_EQ(gold.label(1), 2);
  EXPECT_EQ(gold.known(3), Gold::Known::kNothing);
  EXPECT_EQ(gold.label(3), kNoLabel);
  EXPECT_EQ(gold.none_value(3), 1);
}

TEST(SentenceGold, TakesConstraintsAlone) {
  const Gold gold = constraints_of(Sentence::from_text(kText), length_as_label);
  EXPECT_THAT(gold.heads(1), ElementsAre(2));
  EXPECT_EQ(gold.label(1), kNoLabel);
  EXPECT_EQ(gold.known(2), Gold::Known::kLeft);
  EXPECT_EQ(gold.label(2), 4);
  EXPECT_EQ(gold.known(3), Gold::Known::kRight);
  EXPECT_EQ(gold.known(4), Gold::Known::kNothing);
  EXPECT_EQ(gold.none_value(4), 0);
}

TEST(SentenceGold, ColumnNineOfConllXIsTheSameThing) {
  const auto sentence = Sentence::from_text(
      "1\ta\ta\tX\tX\t_\t2\tdep\t1\t_\n"
      "2\tb\tb\tX\tX\t_\t0\troot\t0\t_\n\n",
      Format::kConllx);
  const Gold gold = constraints_of(sentence, length_as_label);
  EXPECT_THAT(gold.heads(1), ElementsAre(2));
  EXPECT_EQ(gold.known(2), Gold::Known::kNothing);
}

TEST(SentenceGold, AKnownHeadMustBeThere) {
  const auto sentence = Sentence::from_text("1\ta\ta\tX\t_\t_\t_\t_\t_\tConstraint=Head\n\n");
  EXPECT_THROW(constraints_of(sentence, length_as_label), Error);
}

}  // namespace
}  // namespace panarc
