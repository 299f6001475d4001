#include "panarc/validate.h"

#include <gtest/gtest.h>

#include <map>
#include <string>

#include "panarc/treebank.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

TreebankStatistics count(const Heads& heads) {
  TreebankStatistics statistics;
  statistics.add(Sentence::from_text(test::sentence_text(heads)));
  return statistics;
}

TEST(TreebankStatistics, CountsATree) {
  // 3 -> 1 crosses 4 -> 2.
  const TreebankStatistics statistics = count({kNoHead, 3, 4, 0, 3});
  EXPECT_EQ(statistics.sentences(), 1U);
  EXPECT_EQ(statistics.words(), 4U);
  EXPECT_EQ(statistics.longest(), 4U);
  EXPECT_EQ(statistics.labels(), 2U);
  EXPECT_EQ(statistics.arcs(), 4U);
  EXPECT_EQ(statistics.projective_arcs(), 3U);
  EXPECT_EQ(statistics.projective_sentences(), 0U);
  EXPECT_EQ(statistics.roots(), 1U);
  EXPECT_EQ(statistics.gap_degrees(), (std::map<Node, std::size_t>{{1, 1}}));
}

TEST(TreebankStatistics, CountsPartialTreesAndSeveralRoots) {
  const TreebankStatistics partial = count({kNoHead, 2, kNoHead});
  EXPECT_EQ(partial.partial_sentences(), 1U);
  EXPECT_EQ(partial.arcs(), 1U);
  EXPECT_EQ(partial.projective_arcs(), 1U);
  EXPECT_EQ(partial.labels(), 1U);
  EXPECT_TRUE(partial.gap_degrees().empty());
  const TreebankStatistics roots = count({kNoHead, 0, 0});
  EXPECT_EQ(roots.roots(), 2U);
  EXPECT_EQ(roots.multiple_root_sentences(), 1U);
}

TEST(TreebankStatistics, AddsUp) {
  TreebankStatistics all = count({kNoHead, 3, 4, 0, 3});
  all.add(count({kNoHead, 0, 1}));
  all.add(TreebankStatistics());
  TreebankStatistics expected;
  expected.add(Sentence::from_text(test::sentence_text(Heads{kNoHead, 3, 4, 0, 3})));
  expected.add(Sentence::from_text(test::sentence_text(Heads{kNoHead, 0, 1})));
  EXPECT_EQ(all.sentences(), expected.sentences());
  EXPECT_EQ(all.words(), expected.words());
  EXPECT_EQ(all.labels(), expected.labels());
  EXPECT_EQ(all.longest(), expected.longest());
  EXPECT_EQ(all.projective_arcs(), expected.projective_arcs());
  EXPECT_EQ(all.projective_sentences(), expected.projective_sentences());
  EXPECT_EQ(all.gap_degrees(), expected.gap_degrees());
  EXPECT_DOUBLE_EQ(all.mean_length(), 3.0);
  EXPECT_DOUBLE_EQ(TreebankStatistics().mean_length(), 0.0);
}

}  // namespace
}  // namespace panarc
