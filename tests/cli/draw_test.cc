#include "cli/draw.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace panarc::cli {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

TEST(Draw, PointsArrowsAtDependents) {
  EXPECT_THAT(draw_arcs(Heads{kNoHead, 2, 0}), ElementsAre("╭─► ", "╰── "));
  EXPECT_THAT(draw_arcs(Heads{kNoHead, 0, 1}), ElementsAre("╭── ", "╰─► "));
}

TEST(Draw, NestsShorterArcsInside) {
  EXPECT_THAT(draw_arcs(Heads{kNoHead, 0, 3, 1}), ElementsAre("╭──── ", "│ ╭─► ", "╰─┴─► "));
}

TEST(Draw, LetsArcsCross) {
  EXPECT_THAT(draw_arcs(Heads{kNoHead, 3, 4, 0, 3}),
              ElementsAre("  ╭───► ", "╭─┼───► ", "│ ╰─┬── ", "╰───┴─► "));
}

TEST(Draw, OfAnUnattachedWordIsBlank) {
  EXPECT_THAT(draw_arcs(Heads{kNoHead, kNoHead}), ElementsAre("  "));
}

TEST(Draw, ShowsAConfigurationWithItsOptimalTransitions) {
  OracleQuery query;
  query.system = "arc-hybrid";
  query.words = {{.heads = {{2}}}, {.heads = {{0}}}};
  query.after = {"SHIFT"};
  const std::string drawing = draw_configuration(query, OracleService().answer(query));
  EXPECT_THAT(drawing, HasSubstr("stack   1"));
  EXPECT_THAT(drawing, HasSubstr("buffer  2 ROOT"));
  EXPECT_THAT(drawing, HasSubstr("LEFT         0  optimal"));
  EXPECT_THAT(drawing, HasSubstr("SHIFT        1"));
}

}  // namespace
}  // namespace panarc::cli
