#include "panarc/validate.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "panarc/treebank.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

std::vector<std::string> problems_of(const std::string& text) {
  std::vector<std::string> problems;
  validate_ud(Sentence::from_text(text),
              [&](const Error& problem) { problems.emplace_back(problem.what()); });
  return problems;
}

// One word, a root, with some of its fields replaced.
std::string word(const std::string& tag, const std::string& feats,
                 const std::string& relation = "root", const std::string& deps = "_") {
  return "1\ta\ta\t" + tag + "\t_\t" + feats + "\t0\t" + relation + "\t" + deps + "\t_\n";
}

TEST(ValidateUd, AcceptsWhatIsRight) {
  EXPECT_THAT(problems_of(word("NOUN", "_")), IsEmpty());
  EXPECT_THAT(problems_of(word("X", "Case=Acc,Dat|Number[psor]=Sing|Person=1", "root", "0:root")),
              IsEmpty());
  EXPECT_THAT(problems_of(word("VERB", "_") + "1.1\tb\tb\tX\t_\t_\t_\t_\t1:dep\t_\n" +
                          "2-3\tx\t_\t_\t_\t_\t_\t_\t_\t_\n" +
                          "2\tc\tc\tNOUN\t_\t_\t1\tnsubj:pass\t1:nsubj:pass|1.1:dep\t_\n" +
                          "3\tc\tc\tPUNCT\t_\t_\t1\tpunct\t_\t_\n"),
              IsEmpty());
}

TEST(ValidateUd, TellsTagsAndRelationsOutsideTheSets) {
  EXPECT_THAT(problems_of(word("CONJ", "_")), ElementsAre(HasSubstr("UPOS \"CONJ\"")));
  EXPECT_THAT(problems_of(word("_", "_")), ElementsAre(HasSubstr("UPOS \"_\"")));
  for (const std::string relation : {"dobj", "nsubj:", "nsubj:Pass", "_"}) {
    EXPECT_THAT(problems_of(word("NOUN", "_") + "2\ta\ta\tX\t_\t_\t1\t" + relation + "\t_\t_\n"),
                ElementsAre(HasSubstr("DEPREL \"" + relation + "\"")));
  }
}

TEST(ValidateUd, TellsRootsThatAreMissingOrTooMany) {
  EXPECT_THAT(problems_of(word("NOUN", "_", "dep")), ElementsAre(HasSubstr("0 and root")));
  EXPECT_THAT(problems_of(word("NOUN", "_") + "2\ta\ta\tX\t_\t_\t1\troot\t_\t_\n"),
              ElementsAre(HasSubstr("0 and root")));
  EXPECT_THAT(problems_of(word("NOUN", "_") + "2\ta\ta\tX\t_\t_\t0\troot\t_\t_\n"),
              ElementsAre(HasSubstr(":2: word 2 is a second root after word 1")));
  EXPECT_THAT(problems_of("1\ta\ta\tX\t_\t_\t_\tdep\t_\t_\n"),
              ElementsAre(HasSubstr("HEAD is _"), HasSubstr("no word has HEAD 0")));
}

TEST(ValidateUd, TellsFeaturesOutOfForm) {
  for (const std::string feats :
       {"Case", "Case=", "=Acc", "case=Acc", "Case=acc", "Case=Acc|", "|Case=Acc", "Case=Acc,",
        "Number=Sing|Case=Acc", "Case=Acc|Case=Dat", "Number[]=Sing", "Number[psor=Sing"}) {
    EXPECT_THAT(problems_of(word("NOUN", feats)), ElementsAre(HasSubstr("FEATS"))) << feats;
  }
}

TEST(ValidateUd, TellsEnhancedDependenciesOutOfForm) {
  for (const std::string deps : {"0", "0:", "x:dep", "-0:root", "1.0:dep", "7:dep", "1.1:dep",
                                 "0:root|", "1:dep|0:root", "0:root|0:root"}) {
    EXPECT_THAT(problems_of(word("NOUN", "_", "root", deps)), ElementsAre(HasSubstr("DEPS")))
        << deps;
  }
}

TEST(ValidateUd, QuotesLongValuesInPart) {
  const std::string longest(1'000'000, 'x');
  for (const std::string& problem : problems_of(word(longest, longest, longest, longest))) {
    EXPECT_LT(problem.size(), 300U);
  }
}

TEST(ValidateUd, TellsAnnotationOfTokensThatHaveNone) {
  EXPECT_THAT(problems_of("1-1\tx\tl\t_\t_\t_\t_\t_\t_\t_\n" + word("NOUN", "_")),
              ElementsAre(HasSubstr("LEMMA of a multiword token")));
  EXPECT_THAT(problems_of(word("NOUN", "_") + "1.1\tx\tx\tX\t_\t_\t1\tdep\t_\t_\n"),
              ElementsAre(HasSubstr("HEAD of an empty node"), HasSubstr("DEPREL of an empty")));
}

}  // namespace
}  // namespace panarc
