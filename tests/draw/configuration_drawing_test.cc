#include "panarc/draw.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace panarc {
namespace {

using testing::HasSubstr;

TEST(Draw, ShowsAConfigurationWithItsOptimalTransitions) {
  OracleQuery query;
  query.system = "arc-hybrid";
  query.words = {{}, {.heads = {{2}}}, {.heads = {{0}}}};
  query.after = {"SHIFT"};
  const std::string drawing = draw_configuration(query, OracleService().answer(query));
  EXPECT_THAT(drawing, HasSubstr("stack   1"));
  EXPECT_THAT(drawing, HasSubstr("buffer  2 ROOT"));
  EXPECT_THAT(drawing, HasSubstr("LEFT         0  optimal"));
  EXPECT_THAT(drawing, HasSubstr("SHIFT        1"));
}

}  // namespace
}  // namespace panarc
