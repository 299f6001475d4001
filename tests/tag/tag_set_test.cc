#include "tag/tag_set.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <vector>

#include "support/message_of.h"

namespace panarc {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

std::vector<Sentence> sentences() {
  return {
      Sentence::from_text("1\tCats\tcat\tNOUN\tNNS\tNumber=Plur\t_\t_\t_\t_\n"
                          "2\tslept\tsleep\tVERB\tVBD\tTense=Past|VerbForm=Fin\t_\t_\t_\t_\n"
                          "3\tdogs\tdog\tNOUN\tNNS\tNumber=Plur\t_\t_\t_\t_\n"
                          "4\t.\t.\tPUNCT\t.\t_\t_\t_\t_\t_\n"
                          "5\tx\t_\t_\tXX\t_\t_\t_\t_\t_\n\n")};
}

constexpr std::array kTagColumns{Field::kUpos, Field::kXpos, Field::kFeats};

TEST(TagSet, HasTheValuesOfAllColumnsTogether) {
  const auto data = sentences();
  const TagSet tags = TagSet::of(kTagColumns, data);
  EXPECT_THAT(tags.tags(), ElementsAre("NOUN\tNNS\tNumber=Plur", "PUNCT\t.\t_",
                                       "VERB\tVBD\tTense=Past|VerbForm=Fin"));
  EXPECT_EQ(tags.tag_of(data.front(), 1), Tag{0});
  EXPECT_EQ(tags.tag_of(data.front(), 4), Tag{1});
  EXPECT_EQ(tags.tag_of(data.front(), 5), std::nullopt) << "its UPOS is not known";
}

TEST(TagSet, LeavesOutColumnsThatAreNotInUse) {
  auto data = sentences();
  for (Node word = 1; word <= data.front().size(); ++word) {
    data.front().set(word, Field::kXpos, "_");
  }
  const TagSet tags = TagSet::of(kTagColumns, data);
  EXPECT_THAT(tags.columns(), ElementsAre(Field::kUpos, Field::kFeats));
  EXPECT_EQ(tags.tags().front(), "NOUN\tNumber=Plur");
}

TEST(TagSet, SharesPartsAmongTags) {
  const TagSet tags({Field::kUpos, Field::kFeats},
                    {"NOUN\tCase=Acc|Number=Plur", "NOUN\tCase=Nom|Number=Plur", "X\t_"});
  const auto shared = [&](Tag a, Tag b) {
    std::size_t count = 0;
    for (const Tag part : tags.parts(a)) {
      count += static_cast<std::size_t>(std::ranges::count(tags.parts(b), part));
    }
    return count;
  };
  EXPECT_EQ(tags.parts(0).size(), 4U) << "NOUN, FEATS as a whole, and two features";
  EXPECT_EQ(shared(0, 1), 2U) << "NOUN and Number=Plur";
  EXPECT_EQ(shared(0, 2), 0U);
}

TEST(TagSet, SetsAllColumnsOfAWord) {
  auto data = sentences();
  const TagSet tags = TagSet::of(kTagColumns, data);
  Sentence& sentence = data.front();
  tags.set(sentence, 4, 2);
  EXPECT_EQ(sentence.upos(4), "VERB");
  EXPECT_EQ(sentence.xpos(4), "VBD");
  EXPECT_EQ(sentence.feats(4), "Tense=Past|VerbForm=Fin");
}

TEST(TagSet, OfLemmasAreScripts) {
  auto data = sentences();
  const std::array lemma{Field::kLemma};
  const TagSet tags = TagSet::of(lemma, data);
  EXPECT_THAT(tags.tags(), ElementsAre("lower 0 - 1 -")) << "the others occur once";
  EXPECT_EQ(tags.tag_of(data.front(), 1), Tag{0});
  EXPECT_EQ(tags.tag_of(data.front(), 2), std::nullopt);
  tags.set(data.front(), 2, 0);
  EXPECT_EQ(data.front().lemma(2), "slep");
  EXPECT_FALSE(tags.may_have(".", 0));
  tags.set(data.front(), 4, 0);
  EXPECT_EQ(data.front().lemma(4), ".") << "the form, where the script does not apply";
}

TEST(TagSet, RefusesWhatCannotBeATag) {
  const auto message = [](const std::vector<std::string>& tags) {
    return test::message_of([&] { TagSet({Field::kUpos, Field::kFeats}, tags); });
  };
  EXPECT_EQ(message({"NOUN\t_"}), "no error");
  EXPECT_THAT(message({"NOUN"}), HasSubstr("cannot be a tag"));
  EXPECT_THAT(message({"NOUN\t"}), HasSubstr("cannot be a tag"));
  EXPECT_THAT(message({"NOUN\t_\t_"}), HasSubstr("cannot be a tag"));
  EXPECT_THAT(message({"NOUN\t\xff"}), HasSubstr("cannot be a tag"));
  EXPECT_THAT(message({"NOUN\t_", "NOUN\t_"}), HasSubstr("occurs twice"));
}

TEST(TagSet, RefusesMorePartsThanNumbers) {
  std::vector<std::string> tags(40000);
  for (std::size_t i = 0; i < tags.size(); ++i) tags[i] = fmt::format("X\t{0}\tA={0}", i);
  EXPECT_EQ(test::message_of([&] {
              TagSet({Field::kUpos, Field::kXpos, Field::kFeats}, tags);
            }),
            "found 120001 values of columns and features, expected at most 65535");
}

TEST(TagSet, KeepsTheMostFrequentScriptsIfThereAreTooMany) {
  std::vector<std::string> lemmas(65536);
  std::vector<Sentence::Word> words(lemmas.size());
  for (std::size_t i = 0; i < lemmas.size(); ++i) {
    lemmas[i] = fmt::format("{:05}", i);
    words[i] = {.form = "x", .lemma = lemmas[i]};
  }
  const Sentence all = Sentence::from_words(words);
  const Sentence last = Sentence::from_words(std::span(words).last(1));
  const std::array lemma{Field::kLemma};
  const TagSet tags = TagSet::of(lemma, std::vector{all, all, last});
  EXPECT_EQ(tags.size(), 65535U);
  EXPECT_TRUE(std::ranges::is_sorted(tags.tags()));
  EXPECT_TRUE(tags.tag_of(all, 1));
  EXPECT_TRUE(tags.tag_of(all, 65534));
  EXPECT_FALSE(tags.tag_of(all, 65535)) << "the last of those that occur twice";
  EXPECT_TRUE(tags.tag_of(all, 65536)) << "it occurs three times";
}

}  // namespace
}  // namespace panarc
