#include "draw/page_style.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/message_of.h"

namespace panarc {
namespace {

using testing::HasSubstr;

TEST(PageStyle, ResolvesColours) {
  EXPECT_EQ(with_colours("a { fill: var(--paper); stroke: var(--series-0) }", Theme::kLight),
            "a { fill: #ffffff; stroke: #0072b2 }");
  EXPECT_EQ(with_colours("b { fill: var(--paper) }", Theme::kDark), "b { fill: #15181c }");
  EXPECT_EQ(with_colours("", Theme::kDark), "");
  EXPECT_THAT(test::message_of([] { (void)with_colours("var(--none)", Theme::kLight); }),
              HasSubstr("--none"));
}

TEST(PageStyle, HasTheColoursOfBothThemes) {
  const std::string style = page_style();
  EXPECT_THAT(style, HasSubstr("--paper: #ffffff"));
  EXPECT_THAT(style, HasSubstr("--paper: #15181c"));
}

}  // namespace
}  // namespace panarc
