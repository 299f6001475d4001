#include "draw/page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "support/message_of.h"

namespace panarc {
namespace {

using testing::HasSubstr;

TEST(PageWriter, WritesHeadDataAndScripts) {
  std::string html;
  constexpr std::array<std::string_view, 1> kStyles{"trees"};
  constexpr std::array<std::string_view, 1> kScripts{"theme"};
  PageWriter page("trees", "<a>", kStyles, [&](std::string_view text) { html += text; });
  EXPECT_THAT(html, HasSubstr("<title>&lt;a&gt;</title>"));
  EXPECT_THAT(html, HasSubstr("--paper: #ffffff"));
  EXPECT_THAT(html, HasSubstr("--paper: #15181c"));
  EXPECT_THAT(html, HasSubstr(".arc {"));
  EXPECT_THAT(html, testing::EndsWith("<h1>&lt;a&gt;</h1>\n"));
  page.go_to("@TREES@");
  page.write_json("[\"</script>\"]");
  EXPECT_THAT(html, testing::EndsWith("[\"\\u003c/script>\"]"));
  EXPECT_THAT(test::message_of([&] { page.go_to("@TREES@"); }), HasSubstr("a place to fill in"));
  page.finish(kScripts);
  EXPECT_THAT(html, HasSubstr("function toggleTheme()"));
  EXPECT_THAT(html, testing::EndsWith("</html>\n"));
}

TEST(PageStyle, ResolvesColours) {
  EXPECT_EQ(with_colours("a { fill: var(--paper); stroke: var(--series-0) }", Theme::kLight),
            "a { fill: #ffffff; stroke: #0072b2 }");
  EXPECT_EQ(with_colours("b { fill: var(--paper) }", Theme::kDark), "b { fill: #15181c }");
  EXPECT_EQ(with_colours("", Theme::kDark), "");
  EXPECT_THAT(test::message_of([] { (void)with_colours("var(--none)", Theme::kLight); }),
              HasSubstr("--none"));
}

}  // namespace
}  // namespace panarc
