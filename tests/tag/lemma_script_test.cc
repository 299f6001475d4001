#include "tag/lemma_script.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "io/utf8.h"
#include "support/message_of.h"

namespace panarc {
namespace {

std::string script(std::string_view form, std::string_view lemma) {
  return LemmaScript::between(form, lemma).text();
}

TEST(LemmaScript, TakesEndingsOffAndPutsOthersThere) {
  EXPECT_EQ(script("walked", "walk"), "lower 0 - 2 -");
  EXPECT_EQ(script("cities", "city"), "lower 0 - 3 y");
  EXPECT_EQ(script("untied", "tie"), "lower 2 - 1 -");
  EXPECT_EQ(script("dog", "dog"), "lower 0 - 0 -");
}

TEST(LemmaScript, ChangesTheCaseOfLetters) {
  EXPECT_EQ(script("The", "the"), "lower 0 - 0 -");
  EXPECT_EQ(script("Paris", "Paris"), "keep 0 - 0 -");
  EXPECT_EQ(script("PARIS", "Paris"), "title 0 - 0 -");
  EXPECT_EQ(script("usa", "USA"), "upper 0 - 0 -");
}

TEST(LemmaScript, IsTheLemmaWhereNothingIsInCommon) {
  EXPECT_EQ(script("was", "be"), "whole be");
  EXPECT_EQ(script("x", "a b"), "whole a b");
  EXPECT_EQ(LemmaScript::between("was", "be").apply("anything"), "be");
}

TEST(LemmaScript, IsTheLemmaOfFormsThatAreNoWords) {
  const std::string longest(1000, 'a');
  EXPECT_EQ(script(longest, longest), "lower 0 - 0 -");
  EXPECT_EQ(script(longest + 'a', longest), "whole " + longest);
  // Looking for what they have in common would take hours.
  const std::string endless(3'000'000, 'a');
  EXPECT_EQ(script(endless, endless), "whole " + endless);
}

TEST(LemmaScript, AppliesToOtherForms) {
  const LemmaScript ies = LemmaScript::between("cities", "city");
  EXPECT_EQ(ies.apply("Parties"), "party");
  EXPECT_TRUE(ies.applies_to("ties"));
  EXPECT_FALSE(ies.applies_to("ies")) << "nothing would be left";
  EXPECT_FALSE(ies.applies_to("s"));
  const LemmaScript umlaut = LemmaScript::between("Größen", "Größe");
  EXPECT_EQ(umlaut.apply("Höhen"), "Höhe");
}

TEST(LemmaScript, ReadsNothingElse) {
  for (const char* const text :
       {"", "lower", "lower 0 - 2", "lower 0 - x -", "lower 00 - 2 -", "other 0 - 0 -", "whole",
        "lower 0 - 2 - more", "lower -1 - 2 -", "lower 0  2 -"}) {
    EXPECT_THAT(test::message_of([&] { LemmaScript::parse(text); }),
                testing::HasSubstr("is not a lemma script"))
        << text;
  }
}

/// Words of few letters, so that forms and lemmas have some in common.
std::string word_of(const std::vector<int>& letters) {
  static const std::vector<std::string> kLetters{"a", "b", "A", "B",  "-", "ä",
                                                 "Ä", "İ", "ß", "漢", "1", "😀"};
  std::string word;
  for (const int letter : letters) {
    word += kLetters[static_cast<std::size_t>(letter) % kLetters.size()];
  }
  return word;
}

RC_GTEST_PROP(LemmaScript, MakesTheLemmaOfTheForm, ()) {
  const auto letters =
      rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 100)));
  const std::string form = word_of(*letters);
  const std::string lemma = word_of(*letters);
  const LemmaScript made = LemmaScript::between(form, lemma);
  RC_ASSERT(made.applies_to(form));
  RC_ASSERT(made.apply(form) == lemma);
  RC_ASSERT(LemmaScript::parse(made.text()) == made);
  const std::string other = word_of(*letters);
  if (made.applies_to(other)) {
    RC_ASSERT(!made.apply(other).empty());
    RC_ASSERT(is_valid_utf8(made.apply(other)));
  }
}

}  // namespace
}  // namespace panarc
