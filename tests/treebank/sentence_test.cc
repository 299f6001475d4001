#include "panarc/treebank.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <string>
#include <vector>

#include "panarc/error.h"
#include "support/message_of.h"
#include "treebank/test_text.h"

namespace panarc {
namespace {

constexpr std::string_view kText =
    "# sent_id = s1\n"
    "# text = vámonos al mar\n"
    "1-2\tvámonos\t_\t_\t_\t_\t_\t_\t_\tSpaceAfter=No\n"
    "1\tvamos\tir\tVERB\tv\tMood=Imp|Number=Plur\t0\troot\t0:root\t_\n"
    "2\tnos\tnosotros\tPRON\tp\tCase=Acc\t1\tobj\t1:obj\tA=b|Constraint=Left,Label\n"
    "2.1\tx\tx\tX\t_\t_\t_\t_\t1:dep\t_\n"
    "3\tmar\tmar\tNOUN\tn\t_\t_\t_\t_\t_\n"
    "\n";

using Relations = std::vector<std::string_view>;

std::string text_of(const Sentence& sentence) {
  std::string text;
  sentence.append_to(text);
  return text;
}

TEST(Sentence, GivesFieldsHeadsAndComments) {
  const Sentence sentence = Sentence::from_text(kText);
  EXPECT_EQ(sentence.size(), 3);
  EXPECT_EQ(sentence.form(1), "vamos");
  EXPECT_EQ(sentence.lemma(2), "nosotros");
  EXPECT_EQ(sentence.upos(2), "PRON");
  EXPECT_EQ(sentence.xpos(3), "n");
  EXPECT_EQ(sentence.feats(1), "Mood=Imp|Number=Plur");
  EXPECT_EQ(sentence.deprel(2), "obj");
  EXPECT_EQ(sentence.deps(1), "0:root");
  EXPECT_EQ(sentence.misc(3), "_");
  EXPECT_EQ(sentence.heads(), (Heads{kNoHead, 0, 1, kNoHead}));
  EXPECT_EQ(sentence.comment_count(), 2U);
  EXPECT_EQ(sentence.comment(0), "# sent_id = s1");
  EXPECT_EQ(sentence.metadata("text"), "vámonos al mar");
  EXPECT_EQ(sentence.metadata("tex"), std::nullopt);
  EXPECT_EQ(sentence.line(1), 4U);
  EXPECT_EQ(sentence.line(3), 7U);
}

TEST(Sentence, GivesMultiwordTokensAndEmptyNodes) {
  const Sentence sentence = Sentence::from_text(kText);
  ASSERT_EQ(sentence.multiword_count(), 1U);
  EXPECT_EQ(sentence.multiword(0).first, 1);
  EXPECT_EQ(sentence.multiword(0).last, 2);
  EXPECT_EQ(sentence.multiword(0)[Field::kForm], "vámonos");
  EXPECT_EQ(sentence.multiword(0).line, 3U);
  ASSERT_EQ(sentence.empty_node_count(), 1U);
  EXPECT_EQ(sentence.empty_node(0).after, 2);
  EXPECT_EQ(sentence.empty_node(0).number, 1);
  EXPECT_EQ(sentence.empty_node(0)[Field::kDeps], "1:dep");
}

TEST(Sentence, ChangesOnlyWhatIsSet) {
  Sentence sentence = Sentence::from_text(kText);
  sentence.set_head(3, 1);
  sentence.set_deprel(3, "obl");
  sentence.add_comment("parsed");
  EXPECT_EQ(sentence.head(3), 1);
  EXPECT_EQ(sentence.deprel(3), "obl");
  std::string expected(kText);
  expected.replace(expected.find("n\t_\t_\t_\t_\t_\n"), 12, "n\t_\t1\tobl\t_\t_\n");
  expected.insert(expected.find("1-2"), "# parsed\n");
  std::string written;
  sentence.append_to(written);
  EXPECT_EQ(written, expected);
}

TEST(Sentence, KeepsCarriageReturnsWhereItChanges) {
  Sentence sentence = Sentence::from_text("1\ta\ta\tX\t_\t_\t0\troot\t_\t_\r\n\r\n");
  sentence.set(1, Field::kMisc, "A=b");
  sentence.set(1, Field::kForm, "z");
  sentence.add_comment("c");
  std::string written;
  sentence.append_to(written);
  EXPECT_EQ(written, "# c\r\n1\tz\ta\tX\t_\t_\t0\troot\t_\tA=b\r\n\r\n");
}

TEST(Sentence, TakesAFieldOfItselfAsValue) {
  Sentence sentence = Sentence::from_text(kText);
  for (int i = 0; i < 100; ++i) sentence.set(1, Field::kLemma, sentence.form(1));
  EXPECT_EQ(sentence.lemma(1), "vamos");
}

TEST(Sentence, RefusesValuesThatBreakTheLine) {
  Sentence sentence = Sentence::from_text(kText);
  EXPECT_THROW(sentence.set(1, Field::kForm, ""), Error);
  EXPECT_THROW(sentence.set(1, Field::kForm, "a\tb"), Error);
  EXPECT_THROW(sentence.set(1, Field::kForm, "a\n"), Error);
  EXPECT_THROW(sentence.set(1, Field::kForm, "caf\xE9"), Error);
  EXPECT_THROW(sentence.set(1, Field::kHead, "x"), Error);
  EXPECT_THROW(sentence.set(1, Field::kHead, "-1"), Error);
  EXPECT_THROW(sentence.set(1, Field::kHead, "-0"), Error);
  EXPECT_THROW(sentence.set(1, Field::kId, "2"), Error);
  EXPECT_THROW(sentence.add_comment("a\nb"), Error);
  EXPECT_THROW(sentence.add_comment("caf\xE9"), Error);
  EXPECT_FALSE(sentence.changed());
}

TEST(Sentence, RefusesHeadsThatAreNoOtherWord) {
  Sentence one = Sentence::from_text("1\ta\ta\tX\t_\t_\t0\troot\t_\t_\n");
  for (const Node head : {-2, 1, 7}) EXPECT_THROW(one.set_head(1, head), Error) << head;
  EXPECT_THROW(one.set(1, Field::kHead, "7"), Error);
  EXPECT_THROW(one.set(1, Field::kHead, "1"), Error);
  EXPECT_THROW(one.set_heads_and_deprels(Heads{kNoHead, 7}, Relations{"", "dep"}), Error);
  EXPECT_FALSE(one.changed());
  EXPECT_EQ(one.head(1), 0);
  one.set_head(1, kNoHead);
  EXPECT_EQ(text_of(one), "1\ta\ta\tX\t_\t_\t_\troot\t_\t_\n");
}

TEST(Sentence, RefusesWordsThatAreNotThere) {
  Sentence sentence = Sentence::from_text(kText);
  for (const Node word : {-1, 0, 4}) {
    EXPECT_THROW(sentence.set_head(word, 1), Error) << word;
    EXPECT_THROW(sentence.set_deprel(word, "dep"), Error) << word;
  }
}

TEST(Sentence, SetsAllHeadsAndRelationsOrNone) {
  Sentence sentence = Sentence::from_text(kText);
  const Heads heads{kNoHead, 3, 1, 0};
  EXPECT_THROW(sentence.set_heads_and_deprels(heads, Relations{"", "obl", "obj"}), Error);
  EXPECT_THROW(sentence.set_heads_and_deprels(Heads{kNoHead}, Relations{"", "a", "b", "c"}), Error);
  EXPECT_THROW(sentence.set_heads_and_deprels(heads, Relations{"", "obl", "obj", "a\tb"}), Error);
  EXPECT_THROW(sentence.set_heads_and_deprels(heads, Relations{"", "obl", "obj", "\xFF"}), Error);
  EXPECT_EQ(text_of(sentence), kText);
  sentence.set_heads_and_deprels(heads, Relations{"", "obl", "obj", "root"});
  EXPECT_EQ(sentence.heads(), heads);
  EXPECT_EQ(sentence.deprel(1), "obl");
  std::string expected(kText);
  expected.replace(expected.find("0\troot"), 6, "3\tobl");
  expected.replace(expected.find("n\t_\t_\t_\t_\t_\n"), 12, "n\t_\t0\troot\t_\t_\n");
  EXPECT_EQ(text_of(sentence), expected);
}

TEST(Sentence, TakesItsOwnRelationsWithOtherHeads) {
  Sentence sentence = Sentence::from_text(test::sentence_text(Heads(2000, 0)));
  Relations relations{""};
  Heads heads{kNoHead};
  for (Node word = 1; word <= sentence.size(); ++word) {
    relations.push_back(sentence.deprel(word));
    heads.push_back(word - 1);
  }
  sentence.set_heads_and_deprels(heads, relations);
  for (Node word = 1; word <= sentence.size(); ++word) ASSERT_EQ(sentence.deprel(word), "root");
  EXPECT_EQ(Sentence::from_text(text_of(sentence)).heads(), heads);
}

TEST(Sentence, IsMadeOfWordsAndTags) {
  const std::vector<Sentence::Word> words{
      {.form = "naïve", .upos = "ADJ"},
      {.form = "#2 x", .lemma = "x", .upos = "NOUN", .xpos = "NN", .feats = "Number=Sing"}};
  Sentence sentence = Sentence::from_words(words);
  EXPECT_EQ(sentence.size(), 2);
  EXPECT_EQ(sentence.heads(), (Heads{kNoHead, kNoHead, kNoHead}));
  EXPECT_EQ(sentence.form(2), "#2 x");
  EXPECT_EQ(sentence.lemma(1), "_");
  sentence.set_heads_and_deprels(Heads{kNoHead, 2, 0}, Relations{"", "amod", "root"});
  EXPECT_EQ(text_of(sentence),
            "1\tnaïve\t_\tADJ\t_\t_\t2\tamod\t_\t_\n"
            "2\t#2 x\tx\tNOUN\tNN\tNumber=Sing\t0\troot\t_\t_\n\n");
}

TEST(Sentence, IsNotMadeOfWordsThatNoFileCouldHold) {
  const auto message = [](const std::vector<Sentence::Word>& words) {
    return test::message_of([&] { Sentence::from_words(words); });
  };
  EXPECT_THAT(message({}), testing::HasSubstr("without words"));
  EXPECT_THAT(message({{"a"}, {""}}), testing::HasSubstr("FORM of word 2"));
  EXPECT_THAT(message({{"a\tb"}}), testing::HasSubstr("FORM of word 1 cannot be \"a\\x09b\""));
  EXPECT_THAT(message({{"a\n"}}), testing::HasSubstr("FORM"));
  EXPECT_THAT(message({{"caf\xE9"}}), testing::HasSubstr("caf\\xE9"));
  EXPECT_THAT(message({{"a", "\r"}}), testing::HasSubstr("LEMMA"));
  EXPECT_THAT(message({{"a", "a", "\t"}}), testing::HasSubstr("UPOS"));
  EXPECT_THAT(message({{"a", "a", "a", "\t"}}), testing::HasSubstr("XPOS"));
  EXPECT_THAT(message({{"a", "a", "a", "a", "\t"}}), testing::HasSubstr("FEATS"));
}

TEST(Sentence, ReadsExactlyOne) {
  EXPECT_THROW(Sentence::from_text(""), Error);
  EXPECT_THROW(Sentence::from_text("# only a comment\n"), Error);
  EXPECT_THROW(Sentence::from_text(std::string(kText) + std::string(kText)), Error);
}

RC_GTEST_PROP(Sentence, SettingHeadsAgreesWithWritingThem, ()) {
  const auto size = *rc::gen::inRange<std::size_t>(1, 30);
  Heads before(size + 1, kRoot);
  Heads after(size + 1, kRoot);
  before[0] = after[0] = kNoHead;
  for (std::size_t word = 1; word <= size; ++word) {
    // Heads to the left only: any choice is a tree.
    before[word] = *rc::gen::inRange<Node>(-1, static_cast<Node>(word));
    after[word] = *rc::gen::inRange<Node>(-1, static_cast<Node>(word));
  }
  Sentence sentence = Sentence::from_text(test::sentence_text(before));
  for (std::size_t word = 1; word <= size; ++word) {
    sentence.set_head(static_cast<Node>(word), after[word]);
    sentence.set_deprel(static_cast<Node>(word), after[word] == kRoot ? "root" : "dep");
  }
  RC_ASSERT(sentence.heads() == after);
  RC_ASSERT(text_of(sentence) == test::sentence_text(after));
  Sentence at_once = Sentence::from_text(test::sentence_text(before));
  Relations relations{""};
  for (std::size_t word = 1; word <= size; ++word) {
    relations.emplace_back(after[word] == kRoot ? "root" : "dep");
  }
  at_once.set_heads_and_deprels(after, relations);
  RC_ASSERT(at_once.heads() == after);
  RC_ASSERT(text_of(at_once) == test::sentence_text(after));
}

}  // namespace
}  // namespace panarc
