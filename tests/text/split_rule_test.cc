#include "text/split_rule.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "panarc/error.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

SplitRule rule(std::string_view token, const std::vector<std::string_view>& words,
               std::size_t stem = 0) {
  return SplitRule::between(token, words, stem);
}

TEST(SplitRule, CutsOffAnEnding) {
  const SplitRule cut = rule("evdeki", {"evde", "ki"});
  EXPECT_EQ(cut.text(), "<0,2> <-2,0>");
  EXPECT_EQ(cut.affixes(), (SplitRule::Affixes{0, 2}));
  EXPECT_THAT(cut.apply("M\xC3\xBCzedeki"), ElementsAre("M\xC3\xBCzede", "ki"));
  EXPECT_THAT(cut.apply("ki"), IsEmpty());
  EXPECT_THAT(rule("dunno", {"du", "n", "no"}).apply("DUNNO"), ElementsAre("DU", "N", "NO"));
}

TEST(SplitRule, CutsOffABeginning) {
  const SplitRule cut = rule("walbayt", {"w", "albayt"}, 1);
  EXPECT_EQ(cut.text(), "<0,-1> <1,0>");
  EXPECT_EQ(cut.affixes(), (SplitRule::Affixes{1, 0}));
  EXPECT_THAT(cut.apply("wqala"), ElementsAre("w", "qala"));
  EXPECT_THAT(cut.apply("w"), IsEmpty());
  const SplitRule both = rule("wbbyth", {"w", "b", "byt", "h"}, 2);
  EXPECT_EQ(both.text(), "<0,-1> <1,-2> <2,1> <-1,0>");
  EXPECT_EQ(both.affixes(), (SplitRule::Affixes{2, 1}));
  EXPECT_THAT(both.apply("wbktabh"), ElementsAre("w", "b", "ktab", "h"));
  EXPECT_THAT(both.apply("wbh"), IsEmpty());
}

TEST(SplitRule, ChangesAStem) {
  const SplitRule ending = rule("haci\xC3\xA9ndolo", {"haciendo", "lo"});
  EXPECT_EQ(ending.text(), "<0,6>endo lo");
  EXPECT_EQ(ending.affixes(), (SplitRule::Affixes{0, 6}));
  EXPECT_THAT(ending.apply("Viv\xC3\xA9ndolo"), ElementsAre("Vivendo", "lo"));
  const SplitRule inside = rule("bbyit", {"b", "h", "byit"}, 2);
  EXPECT_EQ(inside.text(), "b h <1,0>");
  EXPECT_THAT(inside.apply("bktab"), ElementsAre("b", "h", "ktab"));
  EXPECT_EQ(rule("du", {"de", "le"}).text(), "de le");
  const std::vector<std::string_view> words = {"di", "la"};
  EXPECT_EQ(SplitRule::between("della", words, 0, SplitRule::Common::kBeginning).text(),
            "<0,4>i la");
  EXPECT_EQ(SplitRule::between("della", words, 1, SplitRule::Common::kEnding).text(), "di <3,0>");
}

TEST(SplitRule, PutsOtherWordsInPlaceOfAToken) {
  const SplitRule other = rule("au", {"\xC3\xA0", "le"});
  EXPECT_EQ(other.affixes(), std::nullopt);
  EXPECT_THAT(other.apply("au"), ElementsAre("\xC3\xA0", "le"));
  EXPECT_THAT(other.apply("Au"), ElementsAre("\xC3\x80", "le"));
  EXPECT_THAT(rule("auxquels", {"\xC3\xA0", "lesquels"}, 1).apply("auxquelles"),
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
  for (std::size_t stem = 0; stem < words.size(); ++stem) {
    for (const auto common :
         {SplitRule::Common::kLongest, SplitRule::Common::kBeginning, SplitRule::Common::kEnding}) {
      const SplitRule made = SplitRule::between(token, views, stem, common);
      RC_ASSERT(made.apply(token) == words);
      RC_ASSERT(SplitRule::parse(made.text()) == made);
    }
  }
}

TEST(SplitRule, CanBeReadIfItsCutsAreNearTheEnds) {
  const std::string near(255, 'x');
  EXPECT_TRUE(rule("a" + near, {"a", near}).can_be_read());
  EXPECT_TRUE(rule(near + "a", {near, "a"}, 1).can_be_read());
  const std::string far(256, 'x');
  for (const SplitRule& made :
       {rule("a" + far, {"a", far}), rule(far + "a", {far, "a"}, 1), rule("a", {"b\rc", "d"})}) {
    EXPECT_FALSE(made.can_be_read());
    EXPECT_THROW(SplitRule::parse(made.text()), Error);
  }
}

TEST(SplitRule, IsNotMadeOfWhatMakesNoSense) {
  for (const char* const text : {"", "a", "a ", "<0,1>", "a <", "a <0", "a <0,", "a <0,1",
                                 "a <0,1><0,1>", "a <0,99999999999>", "a <999,0>", "a <-256,0>",
                                 "a <0,-256>", "a <0,1>\t", "a \\", "a \t", "a \xFF"}) {
    EXPECT_THROW(SplitRule::parse(text), Error) << text;
  }
}

}  // namespace
}  // namespace panarc
