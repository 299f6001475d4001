#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "panarc/analysis.h"
#include "support/message_of.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr const char* kText =
    "# sent_id = dogs-1\n"
    "1\tOld\told\tADJ\tJJ\tDegree=Pos\t2\tamod\t_\t_\n"
    "2\tdogs\tdog\tNOUN\tNNS\tNumber=Plur\t6\tnsubj:outer\t_\tGloss=chiens\n"
    "3\tI\tI\tPRON\tPRP\tNumber=Sing|Number[psor]=Plur\t4\tnsubj\t_\t_\n"
    "4\tknow\tknow\tVERB\tVBP\t_\t2\tacl:relcl\t_\t_\n"
    "5\trarely\trarely\tADV\tRB\t_\t6\tadvmod\t_\t_\n"
    "6\tlie\tlie\tVERB\tVB\t_\t0\troot\t_\t_\n"
    "7\t\"\t\"\tPUNCT\t''\t_\t_\t_\t_\t_\n"
    "8\tÉté\tété\tNOUN\tNN\t_\t3\tobl\t_\t_\n"
    "\n";

std::vector<Node> find(const std::string& query) {
  return WordQuery(query).find(Sentence::from_text(kText));
}

TEST(WordQuery, ComparesTexts) {
  EXPECT_THAT(find("upos == \"VERB\""), ElementsAre(4, 6));
  EXPECT_THAT(find("upos != 'VERB' and upos != 'NOUN'"), ElementsAre(1, 3, 5, 7));
  EXPECT_THAT(find("deprel == 'nsubj'"), ElementsAre(3));
  EXPECT_THAT(find("relation == 'nsubj'"), ElementsAre(2, 3));
  EXPECT_THAT(find("lemma == form"), ElementsAre(3, 4, 5, 6, 7));
  EXPECT_THAT(find("xpos in ('NNS', 'NN')"), ElementsAre(2, 8));
  EXPECT_THAT(find("form == '\"'"), ElementsAre(7));
  EXPECT_THAT(find(R"(form == "\"")"), ElementsAre(7));
  EXPECT_THAT(find("sentence == 'dogs-1' and id == 1"), ElementsAre(1));
}

TEST(WordQuery, ComparesNumbers) {
  EXPECT_THAT(find("length > 2"), ElementsAre(2, 8));
  EXPECT_THAT(find("length >= 2 and length < 5"), ElementsAre(2, 4));
  EXPECT_THAT(find("depth == 3"), ElementsAre(1, 4));
  EXPECT_THAT(find("children <= 0"), ElementsAre(1, 5, 7, 8));
  EXPECT_THAT(find("quarter == 4"), ElementsAre(7, 8));
  EXPECT_THAT(find("words == 8 and id > 6.5"), ElementsAre(7, 8));
  EXPECT_THAT(find("head == 2"), ElementsAre(1, 4));
}

TEST(WordQuery, KnowsTheTree) {
  EXPECT_THAT(find("direction == 'left'"), ElementsAre(1, 2, 3, 5));
  EXPECT_THAT(find("direction == 'right'"), ElementsAre(4, 8));
  EXPECT_THAT(find("direction == 'root'"), ElementsAre(6));
  EXPECT_THAT(find("direction == '_'"), ElementsAre(7));
  EXPECT_THAT(find("not projective and head > 0"), ElementsAre(8));
  EXPECT_THAT(find("head.upos == 'NOUN'"), ElementsAre(1, 4));
  EXPECT_THAT(find("head.head.form == 'lie'"), ElementsAre(1, 4));
  // ROOT and words without a head have attributes, too.
  EXPECT_THAT(find("head.form == 'ROOT'"), ElementsAre(6));
  EXPECT_THAT(find("head.form == '_'"), ElementsAre(7));
}

TEST(WordQuery, LooksIntoFields) {
  EXPECT_THAT(find("feats.Number == 'Plur'"), ElementsAre(2));
  EXPECT_THAT(find("feats.Number[psor] == 'Plur'"), ElementsAre(3));
  EXPECT_THAT(find("feats.Number == '_' and upos == 'NOUN'"), ElementsAre(8));
  EXPECT_THAT(find("misc.Gloss != '_'"), ElementsAre(2));
  EXPECT_THAT(find("feats == 'Degree=Pos'"), ElementsAre(1));
}

TEST(WordQuery, MatchesRegularExpressions) {
  EXPECT_THAT(find("form ~ '^.o'"), ElementsAre(2));
  EXPECT_THAT(find("form ~ 'o' and form !~ '^k'"), ElementsAre(2));
  // Regular expressions are about characters, not bytes.
  EXPECT_THAT(find("form ~ '^\\p{Lu}..$'"), ElementsAre(1, 8));
  EXPECT_THAT(find("lemma ~ '(?i)^ÉT'"), ElementsAre(8));
}

TEST(WordQuery, BindsNotAndOr) {
  EXPECT_THAT(find("id == 1 or id == 2 and id == 3"), ElementsAre(1));
  EXPECT_THAT(find("(id == 1 or id == 2) and id == 3"), IsEmpty());
  EXPECT_THAT(find("not id < 7 and id != 8"), ElementsAre(7));
  EXPECT_THAT(find("!(id < 7) && id != 8 || id == 1"), ElementsAre(1, 7));
  EXPECT_THAT(find("projective == false and head > 0"), ElementsAre(8));
  EXPECT_THAT(find("not not id == 2"), ElementsAre(2));
}

std::string complaint(const std::string& query) {
  return test::message_of([&] { find(query); });
}

TEST(WordQuery, ShowsWhereItIsWrong) {
  EXPECT_THAT(complaint("upos == \"NOUN\" and lenght > 3"),
              testing::StartsWith("column 20: found \"lenght\", expected form, lemma, "));
  EXPECT_THAT(complaint("upos == \"NOUN\" and lenght > 3"),
              HasSubstr("; did you mean length?\n"
                        "  upos == \"NOUN\" and lenght > 3\n"
                        "                     ^"));
  // Places are counted in characters.
  EXPECT_THAT(complaint("form == 'été' oder"),
              HasSubstr("column 15: found \"oder\", expected `and`"));
  EXPECT_THAT(complaint(""), HasSubstr("column 1: found the end, expected an attribute"));
  EXPECT_THAT(complaint("upos = 'X'"), HasSubstr("column 6: found \"=\", expected \"==\""));
  EXPECT_THAT(complaint("upos == 'X"), HasSubstr("column 9: the text that begins here has no end"));
  EXPECT_THAT(complaint("length == '3'"), HasSubstr("column 11: found a text, expected a number"));
  EXPECT_THAT(complaint("upos > 3"), HasSubstr("column 1: found a text, expected a number before"));
  EXPECT_THAT(complaint("upos"), HasSubstr("column 5: found the end, expected a comparison"));
  EXPECT_THAT(complaint("(id == 1"), HasSubstr("column 9: found the end, expected \")\""));
  EXPECT_THAT(complaint("id == 1.2.3"), HasSubstr("column 7: found \"1.2.3\", expected a number"));
  EXPECT_THAT(complaint("form ~ '('"), HasSubstr("column 8: found \"(\", expected a regular"));
  EXPECT_THAT(complaint("id ~ '1'"), HasSubstr("column 1: found a number, expected a text before"));
  EXPECT_THAT(complaint("id in 1"), HasSubstr("column 7: found \"1\", expected a list"));
  EXPECT_THAT(complaint("upos.x == '1'"), HasSubstr("found \"upos.x\", expected upos"));
  EXPECT_THAT(complaint("known"), HasSubstr("needs the words"));
  EXPECT_THAT(complaint("right"), HasSubstr("column 1: found \"right\""));
  EXPECT_THAT(complaint("id == 1 \xff"), HasSubstr("expected UTF-8"));
  EXPECT_THAT(complaint("id == 1 ; 2"), HasSubstr("column 9"));
}

TEST(WordQuery, DoesNotFollowWhatIsTooDeep) {
  const std::string deep = std::string(100000, '(') + "id == 1" + std::string(100000, ')');
  EXPECT_THAT(complaint(deep), HasSubstr("fewer nested conditions"));
  std::string wide = "id == 1";
  for (int i = 0; i < 10000; ++i) wide += " or id == 1";
  EXPECT_THAT(complaint(wide), HasSubstr("expected fewer conditions"));
}

TEST(WordQuery, GivesUpOnHardRegularExpressions) {
  const Sentence sentence =
      Sentence::from_text("1\t" + std::string(60, 'a') + "\t_\t_\t_\t_\t0\troot\t_\t_\n\n");
  EXPECT_THAT(
      test::message_of([&] { static_cast<void>(WordQuery("form ~ '^(a+)+b'").find(sentence)); }),
      HasSubstr("the regular expression is too hard for"));
}

}  // namespace
}  // namespace panarc
