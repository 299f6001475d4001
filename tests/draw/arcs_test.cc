#include "draw/arcs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <vector>

namespace panarc {
namespace {

using testing::ElementsAre;

std::vector<std::size_t> levels_of(std::vector<ArcSpan> arcs, CommonEnds ends) {
  assign_levels(arcs, ends);
  std::vector<std::size_t> levels;
  for (const ArcSpan& arc : arcs) levels.push_back(arc.level);
  return levels;
}

TEST(ArcLevels, AreAboveThoseOfShorterArcs) {
  EXPECT_THAT(levels_of({{0, 3}, {1, 2}}, CommonEnds::kOverlap), ElementsAre(1, 0));
  EXPECT_THAT(levels_of({{0, 2}, {1, 3}}, CommonEnds::kOverlap), ElementsAre(0, 1));
  EXPECT_THAT(levels_of({{0, 1}, {2, 3}}, CommonEnds::kOverlap), ElementsAre(0, 0));
}

TEST(ArcLevels, AreSideBySideWhereOnlyAnEndIsShared) {
  EXPECT_THAT(levels_of({{0, 1}, {1, 2}}, CommonEnds::kOverlap), ElementsAre(0, 1));
  EXPECT_THAT(levels_of({{0, 1}, {1, 2}}, CommonEnds::kSideBySide), ElementsAre(0, 0));
  EXPECT_THAT(levels_of({{0, 1}, {0, 2}}, CommonEnds::kSideBySide), ElementsAre(0, 1));
}

TEST(ArcLevels, AreDifferentWhereverArcsOverlap) {
  std::mt19937 random(1);
  std::uniform_int_distribution<std::size_t> place(0, 20);
  for (int round = 0; round < 200; ++round) {
    std::vector<ArcSpan> arcs;
    while (arcs.size() < 15) {
      const auto [first, last] = std::minmax({place(random), place(random)});
      if (first < last) arcs.push_back({first, last});
    }
    const std::size_t levels = assign_levels(arcs, CommonEnds::kSideBySide);
    for (std::size_t i = 0; i < arcs.size(); ++i) {
      EXPECT_LT(arcs[i].level, levels);
      for (std::size_t j = 0; j < i; ++j) {
        const bool overlap = arcs[i].first < arcs[j].last && arcs[j].first < arcs[i].last;
        EXPECT_FALSE(overlap && arcs[i].level == arcs[j].level);
      }
    }
  }
}

TEST(TextArcs, PointArrowsAtDependents) {
  EXPECT_THAT(draw_arcs(Heads{kNoHead, 2, 0}).lines, ElementsAre("╭─► ", "╰── "));
  EXPECT_THAT(draw_arcs(Heads{kNoHead, 0, 1}).lines, ElementsAre("╭── ", "╰─► "));
}

TEST(TextArcs, NestShorterArcsInside) {
  EXPECT_THAT(draw_arcs(Heads{kNoHead, 0, 3, 1}).lines, ElementsAre("╭──── ", "│ ╭─► ", "╰─┴─► "));
}

TEST(TextArcs, Cross) {
  EXPECT_THAT(draw_arcs(Heads{kNoHead, 3, 4, 0, 3}).lines,
              ElementsAre("  ╭───► ", "╭─┼───► ", "│ ╰─┬── ", "╰───┴─► "));
}

TEST(TextArcs, AreBlankAtAnUnattachedWord) {
  EXPECT_THAT(draw_arcs(Heads{kNoHead, kNoHead}).lines, ElementsAre("  "));
}

TEST(TextArcs, LeaveOutTheLongestWhereLevelsAreFew) {
  const Heads heads{kNoHead, 0, 3, 1};
  EXPECT_EQ(count_levels(heads), 2U);
  const TextArcs drawn = draw_arcs(heads, 1);
  EXPECT_THAT(drawn.lines, ElementsAre("    ", "╭─► ", "╰── "));
  EXPECT_THAT(drawn.left_out, ElementsAre(false, false, true));
  EXPECT_THAT(draw_arcs(heads, 0).lines, ElementsAre("  ", "  ", "  "));
  EXPECT_THAT(draw_arcs(heads, 0).left_out, ElementsAre(false, true, true));
}

TEST(TextArcs, GoOnBetweenLines) {
  EXPECT_THAT(draw_arcs(Heads{kNoHead, 0, 3, 1}).between,
              ElementsAre("│     ", "│ │   ", "      "));
}

}  // namespace
}  // namespace panarc
