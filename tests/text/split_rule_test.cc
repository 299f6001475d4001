#include "text/split_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "panarc/error.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

SplitRule rule(std::string_view token, const std::vector<std::string_view>& words) {
  return SplitRule::between(token, words);
}

TEST(SplitRule, CutsOffAnEnding) {
  const SplitRule cut = rule("evdeki", {"evde", "ki"});
  EXPECT_EQ(cut.text(), "<0,2> <-2,0>");
  EXPECT_EQ(cut.ending(), 2U);
  EXPECT_THAT(cut.apply("M\xC3\xBCzedeki"), ElementsAre("M\xC3\xBCzede", "ki"));
  EXPECT_THAT(cut.apply("ki"), IsEmpty());
  EXPECT_THAT(rule("dunno", {"du", "n", "no"}).apply("DUNNO"), ElementsAre("DU", "N", "NO"));
}

TEST(SplitRule, PutsOtherWordsInPlaceOfAToken) {
  const SplitRule other = rule("au", {"\xC3\xA0", "le"});
  EXPECT_EQ(other.ending(), 0U);
  EXPECT_THAT(other.apply("au"), ElementsAre("\xC3\xA0", "le"));
  EXPECT_THAT(other.apply("Au"), ElementsAre("\xC3\x80", "le"));
  EXPECT_THAT(rule("auxquels", {"\xC3\xA0", "lesquels"}).apply("auxquelles"),
              ElementsAre("\xC3\xA0", "lesquelles"));
}

RC_GTEST_PROP(SplitRule, LeadsFromATokenToItsWords, ()) {
  const auto letters = rc::gen::element<std::string>("a", "b", "<", "\\", ",", "\xC3\xA9", "-");
  const auto word =
      rc::gen::map(rc::gen::nonEmpty(rc::gen::container<std::vector<std::string>>(letters)),
                   [](const std::vector<std::string>& parts) {
                     std::string joined;
                     for (const std::string& part : parts) joined += part;
                     return joined;
                   });
  const std::string token = *word;
  const auto words = *rc::gen::suchThat(rc::gen::container<std::vector<std::string>>(word),
                                        [](const auto& list) { return list.size() > 1; });
  const std::vector<std::string_view> views(words.begin(), words.end());
  const SplitRule made = SplitRule::between(token, views);
  RC_ASSERT(made.apply(token) == words);
  RC_ASSERT(SplitRule::parse(made.text()) == made);
}

TEST(SplitRule, CanBeReadIfItsCutsAreNearTheEnds) {
  const std::string near(255, 'x');
  EXPECT_TRUE(rule("a" + near, {"a", near}).can_be_read());
  EXPECT_TRUE(rule(near + "ending", {"un", "ending"}).can_be_read());
  const std::string far(256, 'x');
  for (const SplitRule& made : {rule("a" + far, {"a", far}), rule(far + "ending", {"un", "ending"}),
                                rule("a", {"b\rc", "d"})}) {
    EXPECT_FALSE(made.can_be_read());
    EXPECT_THROW(SplitRule::parse(made.text()), Error);
  }
}

TEST(SplitRule, IsNotMadeOfWhatMakesNoSense) {
  for (const char* const text :
       {"", "a", "a ", "<0,1>", "a <", "a <0", "a <0,", "a <0,1", "a <0,1>b", "a <0,-1>",
        "a <0,99999999999>", "a <999,0>", "a \\", "a \t", "a \xFF"}) {
    EXPECT_THROW(SplitRule::parse(text), Error) << text;
  }
}

}  // namespace
}  // namespace panarc
