#include "panarc/analysis.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "support/annotated.h"
#include "support/message_of.h"

namespace panarc {
namespace {

using test::Words;
using testing::ElementsAre;
using testing::HasSubstr;

Words gold() {
  return {{"The", "DET", "2", "det"},
          {"dog", "NOUN", "4", "nsubj:pass"},
          {"was", "AUX", "4", "aux"},
          {"seen", "VERB", "0", "root"},
          {"today", "NOUN", "4", "obl"}};
}

/// A wrong label, and a wrong head.
Words system() {
  Words words = gold();
  words[1].deprel = "obj";
  words[4].head = "2";
  return words;
}

/// The words of another parser, with one wrong label.
Words other() {
  Words words = gold();
  words[4].deprel = "obj";
  return words;
}

class AnalysisTest : public testing::Test {
 protected:
  [[nodiscard]] Analysis run(const std::string& gold_text, const std::string& system_text) const {
    TreebankReader first = TreebankReader::from_text(gold_text, "gold");
    TreebankReader second = TreebankReader::from_text(system_text, "system");
    return analyse(first, second, options_);
  }
  [[nodiscard]] Analysis run() const { return run(test::text_of(gold()), test::text_of(system())); }

  [[nodiscard]] std::string complaint(std::size_t systems = 1) const {
    return test::message_of([&] { check_analysis(options_, systems); });
  }

  AnalysisOptions options_;
};

TEST_F(AnalysisTest, CountsByGroups) {
  options_.by = {"upos"};
  const Analysis analysis = run();
  EXPECT_EQ(analysis.total.words, 5U);
  EXPECT_EQ(analysis.total.systems[0].heads, 4U);
  EXPECT_EQ(analysis.total.systems[0].labels, 4U);
  EXPECT_EQ(analysis.total.systems[0].both, 3U);
  ASSERT_EQ(analysis.groups.size(), 4U);
  const AnalysisGroup& nouns = analysis.groups.front();
  EXPECT_THAT(nouns.values, ElementsAre("NOUN"));
  EXPECT_EQ(nouns.words, 2U);
  EXPECT_EQ(nouns.systems[0].heads, 1U);
  EXPECT_EQ(nouns.systems[0].both, 0U);
}

TEST_F(AnalysisTest, GroupsBySeveralAttributesAndClasses) {
  options_.by = {"direction", "length:1:2:4"};
  const Analysis analysis = run();
  std::vector<std::vector<std::string>> values;
  for (const AnalysisGroup& group : analysis.groups) values.push_back(group.values);
  EXPECT_THAT(values, ElementsAre(ElementsAre("left", "1"), ElementsAre("left", "2-3"),
                                  ElementsAre("right", "1"), ElementsAre("root", "<1")));
}

TEST_F(AnalysisTest, HasNumbersInTheirOrder) {
  const auto values = [&](std::vector<std::string> by) {
    options_.by = std::move(by);
    std::vector<std::string> groups;
    for (const AnalysisGroup& group : run().groups) {
      groups.push_back(fmt::format("{}", fmt::join(group.values, " ")));
    }
    return groups;
  };
  EXPECT_THAT(values({"depth"}), ElementsAre("1", "2", "3"));
  EXPECT_THAT(values({"length:1:2:4"}), ElementsAre("<1", "1", "2-3"));
  EXPECT_THAT(values({"length:1:2:4", "direction"}),
              ElementsAre("1 left", "2-3 left", "1 right", "<1 root"));
}

TEST_F(AnalysisTest, LooksAtTheSystemToo) {
  options_.by = {"system.deprel", "system.length"};
  options_.where = "not right";
  const Analysis analysis = run();
  ASSERT_EQ(analysis.groups.size(), 2U);
  EXPECT_THAT(analysis.groups[0].values, ElementsAre("obj", "2"));
  EXPECT_THAT(analysis.groups[1].values, ElementsAre("obl", "3"));
}

TEST_F(AnalysisTest, ChoosesAndIgnoresWords) {
  options_.where = "upos != 'DET'";
  options_.ignore = "direction == 'root' or form == 'was'";
  EXPECT_EQ(run().total.words, 2U);
}

TEST_F(AnalysisTest, CountsConfusions) {
  options_.confusion = "relation";
  options_.examples = 1;
  const Analysis analysis = run();
  ASSERT_EQ(analysis.confusions.size(), 5U);
  const auto found = std::ranges::find(analysis.confusions, "obj", &Confusion::system);
  ASSERT_NE(found, analysis.confusions.end());
  EXPECT_EQ(found->gold, "nsubj");
  EXPECT_EQ(found->words, 1U);
  EXPECT_THAT(found->examples, ElementsAre("The dog[nsubj>obj] was seen today"));
}

TEST_F(AnalysisTest, ExamplesShowWhatIsWrong) {
  options_.by = {"upos"};
  options_.examples = 5;
  EXPECT_THAT(run().groups.front().examples, ElementsAre("The dog[nsubj:pass>obj] was seen today",
                                                         "The dog was seen today[obl: seen>dog]"));
}

TEST_F(AnalysisTest, ComparesTwoSystems) {
  options_.by = {"deprel"};
  options_.where = "other.right or right";
  std::string texts[3];
  for (int i = 0; i < 20; ++i) {
    texts[0] += test::text_of(gold());
    texts[1] += test::text_of(i < 18 ? system() : gold());
    texts[2] += test::text_of(other());
  }
  const auto reader = [&](int i) { return TreebankReader::from_text(texts[i]); };
  TreebankReader gold = reader(0);
  TreebankReader again = reader(0);
  TreebankReader first = reader(1);
  TreebankReader second = reader(2);
  const Analysis analysis = analyse(gold, first, again, second, options_);
  const auto group = std::ranges::find(analysis.groups, std::vector<std::string>{"nsubj:pass"},
                                       &AnalysisGroup::values);
  ASSERT_NE(group, analysis.groups.end());
  EXPECT_EQ(group->systems[0].both, 2U);
  EXPECT_EQ(group->systems[1].both, 20U);
  EXPECT_THAT(group->alone, ElementsAre(0U, 18U));
  EXPECT_LT(group->p_value, 0.001);
  // Neither parser has "today" right, but for two times.
  EXPECT_EQ(analysis.total.words, 82U);
  EXPECT_EQ(analysis.both.size(), 20U);
  EXPECT_EQ(analysis.both.front().second, 4);
}

TEST_F(AnalysisTest, WordsWithoutCounterpartAreWrong) {
  Words joined = system();
  joined.erase(joined.begin());
  joined[0].form = "Thedog";
  joined[0].head = "3";
  joined[1].head = "3";
  joined[3].head = "3";
  options_.by = {"system.upos"};
  const Analysis analysis = run(test::text_of(gold()), test::text_of(joined));
  EXPECT_EQ(analysis.total.words, 5U);
  EXPECT_EQ(analysis.total.systems[0].heads, 3U);
  EXPECT_THAT(analysis.groups.front().values, ElementsAre("_"));
}

TEST_F(AnalysisTest, SaysWhereWordsAre) {
  options_.by = {"upos"};
  options_.confusion = "deprel";
  std::vector<std::uint64_t> numbers;
  std::vector<std::string> marks;
  options_.visit = [&](const AnalysedSentence& sentence) {
    numbers.push_back(sentence.number);
    EXPECT_EQ(sentence.gold.head(5), 4);
    ASSERT_NE(sentence.systems[0], nullptr);
    EXPECT_EQ(sentence.systems[0]->head(5), sentence.number == 1 ? 4 : 2);
    EXPECT_EQ(sentence.systems[1], nullptr);
    for (const WrongWord& word : sentence.words) {
      marks.push_back(fmt::format("{}{}", word.word, word.marks[0]));
    }
  };
  const Analysis analysis = run(test::text_of(gold()) + test::text_of(gold()),
                                test::text_of(gold()) + test::text_of(system()));
  EXPECT_THAT(numbers, ElementsAre(1, 2));
  EXPECT_THAT(marks, ElementsAre("2[nsubj:pass>obj]", "5[obl: seen>dog]"));
  EXPECT_THAT(analysis.groups.front().values, ElementsAre("NOUN"));
  EXPECT_THAT(analysis.groups.front().places, ElementsAre(WordPlace{2, 2}, WordPlace{2, 5}));
  for (const Confusion& confusion : analysis.confusions) {
    EXPECT_EQ(confusion.places.size(), confusion.words);
    if (confusion.system == "obj") {
      EXPECT_THAT(confusion.places, ElementsAre(WordPlace{2, 2}));
    }
  }
  options_.where = "upos == \"AUX\" and form == \"is\"";
  numbers.clear();
  (void)run();
  EXPECT_TRUE(numbers.empty()) << "no word of it is looked at";
}

TEST_F(AnalysisTest, SaysWhatTwoSystemsHaveWrong) {
  options_.by = {"upos"};
  std::vector<std::array<std::string, 2>> marks;
  options_.visit = [&](const AnalysedSentence& sentence) {
    EXPECT_EQ(sentence.systems[0]->head(5), 2);
    EXPECT_EQ(sentence.systems[1]->deprel(5), "obj");
    for (const WrongWord& word : sentence.words) marks.push_back(word.marks);
  };
  const std::array<std::string, 3> texts{test::text_of(gold()), test::text_of(system()),
                                         test::text_of(other())};
  TreebankReader first = TreebankReader::from_text(texts[0], "gold");
  TreebankReader one = TreebankReader::from_text(texts[1], "system");
  TreebankReader again = TreebankReader::from_text(texts[0], "gold");
  TreebankReader two = TreebankReader::from_text(texts[2], "other");
  (void)analyse(first, one, again, two, options_);
  using Marks = std::array<std::string, 2>;
  EXPECT_THAT(marks,
              ElementsAre(Marks{"[nsubj:pass>obj]", ""}, Marks{"[obl: seen>dog]", "[obl>obj]"}));
}

TEST_F(AnalysisTest, PutsTheTreeOfOtherWordsOnThoseOfTheGoldStandard) {
  // The system has one word for the second and the third, and ends the sentence after the fourth.
  const std::string gold_text =
      "1\ta\t_\t_\t_\t_\t4\tx\t_\t_\n2\tb\t_\t_\t_\t_\t4\tx\t_\t_\n"
      "3\tc\t_\t_\t_\t_\t4\tx\t_\t_\n4\td\t_\t_\t_\t_\t0\troot\t_\t_\n"
      "5\te\t_\t_\t_\t_\t4\tx\t_\t_\n\n";
  const std::string system_text =
      "1\ta\t_\t_\t_\t_\t3\tx\t_\t_\n2\tbc\t_\t_\t_\t_\t3\tx\t_\t_\n"
      "3\td\t_\t_\t_\t_\t0\troot\t_\t_\n\n1\te\t_\t_\t_\t_\t0\troot\t_\t_\n\n";
  Heads heads;
  std::vector<std::string> relations;
  options_.visit = [&](const AnalysedSentence& sentence) {
    heads = sentence.systems[0]->heads();
    for (Node word = 1; word <= 5; ++word) {
      relations.emplace_back(sentence.systems[0]->deprel(word));
    }
  };
  (void)run(gold_text, system_text);
  EXPECT_THAT(heads, ElementsAre(kNoHead, 4, kNoHead, kNoHead, 0, 0));
  EXPECT_THAT(relations, ElementsAre("x", "_", "_", "root", "root"));
}

TEST_F(AnalysisTest, LeavesOutWordsWithoutAGoldHead) {
  Words partial = gold();
  partial[0].head = "_";
  EXPECT_EQ(run(test::text_of(partial), test::text_of(system())).total.words, 4U);
}

TEST_F(AnalysisTest, CountsATreebankByItself) {
  options_.by = {"upos"};
  const std::string text = test::text_of(gold());
  TreebankReader reader = TreebankReader::from_text(text);
  const Analysis analysis =
      analyse([&](Sentence& sentence) { return reader.next(sentence); }, options_);
  EXPECT_EQ(analysis.total.words, 5U);
  EXPECT_EQ(analysis.groups.front().words, 2U);
}

TEST_F(AnalysisTest, KnowsWordsOfTheTrainingData) {
  const std::string text = test::text_of({{"dog", "X", "0", "root"}});
  TreebankReader training = TreebankReader::from_text(text);
  options_.known_words =
      std::make_shared<const std::unordered_set<std::string>>(forms_of(training));
  options_.where = "known";
  EXPECT_EQ(run().total.words, 1U);
}

TEST_F(AnalysisTest, SaysWhichOptionIsWrong) {
  options_.by = {"lenght"};
  EXPECT_THAT(complaint(), HasSubstr("by: found \"lenght\", expected form, lemma"));
  options_.by = {"upos:1"};
  EXPECT_EQ(complaint(), "by: upos has no classes: it is not a number");
  options_.by = {"length:3:2"};
  EXPECT_THAT(complaint(), HasSubstr("by: found \"2\", expected where a class begins"));
  options_.by = {"other.upos"};
  EXPECT_THAT(complaint(), HasSubstr("by: found \"other\""));
  EXPECT_EQ(complaint(2), "no error");
  options_ = {};
  options_.where = "upos";
  EXPECT_THAT(complaint(), HasSubstr("where: column 5"));
  options_ = {};
  options_.confusion = "x";
  EXPECT_THAT(complaint(), HasSubstr("confusion: found \"x\""));
}

}  // namespace
}  // namespace panarc
