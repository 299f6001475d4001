#include "draw/text_arcs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace panarc {
namespace {

using testing::ElementsAre;

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
