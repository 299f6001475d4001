#include "text/spaces.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace panarc {
namespace {

TEST(Spaces, AreWrittenAsOthersWriteThem) {
  EXPECT_EQ(escape_spaces(" \t\r\n|\\x"), R"(\s\t\r\n\p\\x)");
  EXPECT_EQ(unescape_spaces(R"(\s\t\r\n\p\\x)"), " \t\r\n|\\x");
  EXPECT_EQ(unescape_spaces(R"(\q\)"), R"(\q\)");
}

TEST(Spaces, AfterATokenAreInMisc) {
  EXPECT_EQ(space_after("_"), " ");
  EXPECT_EQ(space_after("SpaceAfter=No"), "");
  EXPECT_EQ(space_after(R"(Gloss=x|SpacesAfter=\n\n)"), "\n\n");
}

RC_GTEST_PROP(Spaces, CanBeHadBack, (const std::string& text)) {
  const std::string value = escape_spaces(text);
  RC_ASSERT(unescape_spaces(value) == text);
  RC_ASSERT(value.find_first_of(" \t\r\n|") == std::string::npos);
}

TEST(Spaces, CodePointsStandForCharacters) {
  EXPECT_EQ(unescape_spaces("\\u00A0"), "\u00A0");
  EXPECT_EQ(unescape_spaces("\\s\\u3000\\n"), " \u3000\n");
  for (const char* const other : {"\\u", "\\u00A", "\\uD800", "\\u0041", "\\u00G0"}) {
    EXPECT_EQ(unescape_spaces(other), other);
  }
  EXPECT_EQ(unescape_spaces(escape_spaces("\\u00A0")), "\\u00A0");
  EXPECT_EQ(escape_spaces("\u00A0\u2028 é"), "\\u00A0\\u2028\\sé");
  EXPECT_EQ(escape_spaces("\v\f\uFEFF"), "\\u000B\\u000C\\uFEFF");
  EXPECT_EQ(unescape_spaces("\\u000B\\u000C\\uFEFF"), "\v\f\uFEFF");
}

}  // namespace
}  // namespace panarc
