#include "draw/tree_layout.h"

#include <gtest/gtest.h>

#include <cmath>
#include <random>
#include <string>

#include "draw/display_width.h"
#include "support/annotated.h"
#include "support/trees.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

Sentence tree(const Heads& heads) { return Sentence::from_text(test::sentence_text(heads)); }

double width_of_label(const LayoutArc& arc) {
  return 0.58 * kLabelSize * static_cast<double>(display_width(arc.label));
}

void expect_labels_apart(const TreeLayout& layout) {
  for (const LayoutArc& a : layout.arcs) {
    for (const LayoutArc& b : layout.arcs) {
      if (&a == &b) continue;
      const double between = std::abs((a.from + a.to) / 2 - (b.from + b.to) / 2);
      const bool beside = between >= (width_of_label(a) + width_of_label(b)) / 2;
      const bool above = std::abs(a.top - b.top) >= kLabelSize;
      EXPECT_TRUE(beside || above) << a.dependent << " and " << b.dependent;
    }
  }
}

TEST(TreeLayout, KeepsLabelsApart) {
  std::mt19937 random(1);
  for (int round = 0; round < 100; ++round) {
    const Heads first = test::random_tree(random, 1 + round % 25);
    const Heads second = test::random_tree(random, 1 + round % 25);
    Sentence sentence = tree(first);
    sentence.set(1, Field::kDeprel, "arather:longrelation");
    expect_labels_apart(lay_out(sentence));
    expect_labels_apart(lay_out(sentence, tree(second)));
  }
}

TEST(TreeLayout, KeepsWordsApart) {
  const TreeLayout layout = lay_out(Sentence::from_text(test::text_of(
      {{"東京都", "PROPN", "2", "nsubj"}, {"a", "X", "0", "root"}, {"longer", "X", "2", "x"}})));
  ASSERT_EQ(layout.words.size(), 3U);
  EXPECT_GE(layout.words[0].width, 3 * kFormSize) << "wide characters are as wide as high";
  for (std::size_t i = 1; i < 3; ++i) {
    const LayoutWord& left = layout.words[i - 1];
    const LayoutWord& right = layout.words[i];
    EXPECT_GE(right.x - right.width / 2, left.x + left.width / 2);
  }
  EXPECT_GT(layout.width, layout.words[2].x + layout.words[2].width / 2);
}

TEST(TreeLayout, PutsLongArcsAboveShortOnes) {
  const TreeLayout layout = lay_out(tree({kNoHead, 0, 3, 1}));
  ASSERT_EQ(layout.arcs.size(), 3U);
  const LayoutArc& root = layout.arcs[0];
  EXPECT_EQ(root.from, root.to);
  EXPECT_LT(layout.arcs[2].top, layout.arcs[1].top);
  EXPECT_LT(root.top, layout.arcs[2].top);
  EXPECT_LT(layout.arcs[1].from - layout.arcs[2].to, 0) << "ends at word 3 cross";
}

TEST(TreeLayout, LeavesOutArcsOfWordsWithoutHeads) {
  EXPECT_TRUE(lay_out(tree({kNoHead, kNoHead, kNoHead})).arcs.empty());
}

TEST(TreeLayout, GoesFromRightToLeftWithTheWords) {
  const test::Words words{{"שלום", "INTJ", "0", "root"}, {"עולם", "NOUN", "1", "vocative"}};
  const TreeLayout layout = lay_out(Sentence::from_text(test::text_of(words)));
  EXPECT_TRUE(layout.right_to_left);
  EXPECT_GT(layout.words[0].x, layout.words[1].x);
  EXPECT_GT(layout.arcs[1].from, layout.arcs[1].to);
  EXPECT_FALSE(lay_out(tree({kNoHead, 2, 0})).right_to_left);
}

TEST(TreeLayout, BracketsTokensOfSeveralWords) {
  const TreeLayout layout = lay_out(Sentence::from_text(
      "1-2\tdon't\t_\t_\t_\t_\t_\t_\t_\t_\n1\tdo\t_\tAUX\t_\t_\t0\troot\t_\t_\n"
      "2\tn't\t_\tPART\t_\t_\t1\tx\t_\t_\n2.1\tgo\t_\t_\t_\t_\t_\t_\t_\t_\n\n"));
  ASSERT_EQ(layout.tokens.size(), 1U);
  EXPECT_EQ(layout.tokens[0].form, "don't");
  EXPECT_LT(layout.tokens[0].left, layout.words[0].x);
  EXPECT_GT(layout.tokens[0].right, layout.words[1].x);
  EXPECT_EQ(layout.words.size(), 2U) << "empty nodes are not drawn";
}

TEST(TreeLayout, DrawsWhatTheSecondTreeHasAloneBelow) {
  const TreeLayout layout = lay_out(tree({kNoHead, 2, 0, 2}), tree({kNoHead, 3, 0, 2}));
  ASSERT_EQ(layout.arcs.size(), 4U);
  for (const LayoutArc& arc : layout.arcs) {
    const bool differs = arc.dependent == 1;
    EXPECT_EQ(arc.owner == ArcOwner::kBoth, !differs);
    const bool below = arc.top > layout.tag_line;
    EXPECT_EQ(below, arc.owner == ArcOwner::kSecond);
    EXPECT_EQ(arc.top > arc.foot, below);
    EXPECT_LT(arc.top, layout.height);
    EXPECT_GT(arc.top, 0);
  }
}

}  // namespace
}  // namespace panarc
